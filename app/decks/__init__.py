"""Registered decks over HTTP."""

from __future__ import annotations
