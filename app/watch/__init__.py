"""What an operator sees of the service, and how much each client may ask of it."""

from __future__ import annotations
