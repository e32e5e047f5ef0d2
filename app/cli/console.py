"""How commands speak: colour on a terminal, plain lines everywhere else."""

from __future__ import annotations

from rich.console import Console

OUT = Console(soft_wrap=True, highlight=False)


def say(line: str) -> None:
    """Print one line at once; `[bold]…[/]` and the like show on a terminal only."""
    OUT.print(line)
    OUT.file.flush()
