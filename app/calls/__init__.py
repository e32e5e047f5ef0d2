"""The oracle calls: a state and a question in, an answer out, nothing kept."""

from __future__ import annotations
