"""The command line `rules-oracle`: one module a command or group of commands.

A new command is a module here and a row in `COMMANDS`. Its module is imported when the command is asked for, so that no
command pays for what another needs.
"""

from __future__ import annotations

import importlib

import click

COMMANDS = {
    "serve": "app.cli.serve:serve",
    "stop": "app.cli.stop:stop",
    "cards": "app.cli.cards:cards",
    "maps": "app.cli.maps:maps",
    "registry": "app.cli.registry:registry",
    "openapi": "app.cli.openapi:openapi",
    "perft": "app.cli.perft:perft",
    "view": "app.cli.view:view",
    "version": "app.cli.version:version",
}


class Commands(click.Group):
    """A group whose commands are named by a table and imported when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now, or None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Judge tabletop card games: serve the oracle, and look after what it keeps."""
