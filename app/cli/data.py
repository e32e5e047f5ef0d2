"""Where the embedded store keeps its files, and the option that says so."""

from __future__ import annotations

import os
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[2]


def default_data() -> Path:
    """`data` in a checkout, and otherwise the place where this person's programs keep their data."""
    if (ROOT / "pyproject.toml").is_file():
        return ROOT / "data"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "rules-oracle"


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="RULES_ORACLE_DATA",
    default=default_data,
    show_default="./data in a checkout, else $XDG_DATA_HOME/rules-oracle",
    help="Folder of the embedded store. Also $RULES_ORACLE_DATA.",
)
