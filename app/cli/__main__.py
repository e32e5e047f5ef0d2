"""`python -m app.cli` is the command `rules-oracle` without an installation."""

from __future__ import annotations

from app.cli import main

main(prog_name="rules-oracle")
