"""Scenarios: rules cases in YAML that a game designer can read aloud, and what runs them.

`load` reads a file of scenarios, `run` plays one against a game and says in the scenario's own
words what came out otherwise.
"""

from __future__ import annotations

from .document import Scenario, ScenarioFault, load
from .running import run

__all__ = ["Scenario", "ScenarioFault", "load", "run"]
