"""What can be read about the games: themselves, their rulebooks, cards and schemas."""

from __future__ import annotations
