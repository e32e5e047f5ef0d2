"""What operators and programs ask of the service itself."""

from __future__ import annotations
