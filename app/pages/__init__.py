"""What people see: plain pages that work without JavaScript."""

from __future__ import annotations
