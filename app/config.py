"""Everything that an operator can set, with defaults that fit a private server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.decks.settings import Keeping
from app.watch.quotas import Quotas

KIB = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may ask for; a problem document names the limit and its value."""

    state_body: int = 256 * KIB
    replay_body: int = 4096 * KIB
    body: int = 64 * KIB
    depth: int = 32
    actions: int = 500
    match_actions: int = 20_000
    page: int = 100
    batch_body: int = 4096 * KIB
    batch_items: int = 500
    steps: int = 2_000_000
    seconds: int = 20
    errors: int = 50

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Limits:
        """The limits that the environment sets (`LIMIT_STATE_BODY`, …) over the defaults."""
        given = {name: environment.get(f"LIMIT_{name.upper()}") for name in SETTABLE}
        return cls(**{name: int(value) for name, value in given.items() if value})

    @property
    def longest_body(self) -> int:
        """The most that any call reads."""
        return max(self.state_body, self.replay_body, self.body, self.batch_body)


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one running service."""

    registry_url: str = ""
    data: str = "data"
    contact: str = ""
    logs: str = "off"
    sharing: str = ""
    quota_url: str = ""
    quotas: Quotas = field(default_factory=Quotas)
    compress: bool = True
    limits: Limits = field(default_factory=Limits)
    keeping: Keeping = field(default_factory=Keeping)

    @classmethod
    def of(cls, settings: Config | Mapping[str, Any] | None) -> Config:
        """Settings as given, over those of the environment, over the defaults."""
        if isinstance(settings, Config):
            return settings
        return replace(cls(), **{**from_environment(os.environ), **(settings or {})})


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings that environment variables hold."""
    found: dict[str, Any] = {
        name: environment[variable] for name, variable in VARIABLES.items() if environment.get(variable)
    }
    if "compress" in found:
        found["compress"] = found["compress"].lower() not in OFF
    found["keeping"] = Keeping.of(environment)
    found["quotas"] = Quotas.of(environment)
    found["limits"] = Limits.of(environment)
    return found


VARIABLES = {
    "registry_url": "REGISTRY_URL",
    "data": "RULES_ORACLE_DATA",
    "contact": "CONTACT",
    "logs": "LOGS",
    "compress": "COMPRESS",
    "quota_url": "QUOTA_URL",
}
SETTABLE = ("state_body", "replay_body", "body", "depth", "batch_body", "batch_items", "steps", "seconds", "errors")
OFF = frozenset({"0", "false", "no", "off"})
