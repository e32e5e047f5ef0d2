"""Connections of the server: requests are gathered whole for its threads, answers go as fast as clients take them."""

from __future__ import annotations
