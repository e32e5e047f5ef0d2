"""What an operator can set about decks, by environment variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from registry import Policy, RegistryMisconfigured

INDEX = "PUBLIC_INDEX"
CEILINGS = {
    "decks": "REGISTRY_MAX_DECKS",
    "bytes": "REGISTRY_MAX_BYTES",
    "revisions": "REGISTRY_MAX_REVISIONS",
    "tokens": "REGISTRY_MAX_TOKENS",
    "sets_a_day": "REGISTRY_SETS_A_DAY",
}
INDEX_MODES = ("off", "reviewed", "on")


@dataclass(frozen=True, slots=True)
class Keeping:
    """How decks are kept: ceilings, replicas that must have a write, the embedded store's fsync, misses a minute.

    `timeout` is how many milliseconds an answer of the store may take, 0 for as many as suit where it is; a call waits
    twice as long at most.
    """

    policy: Policy = field(default_factory=Policy)
    replicas: int = 0
    appendfsync: str = "always"
    misses: int = 60
    timeout: int = 0

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Keeping:
        """The settings of the environment over the defaults; `RegistryMisconfigured` names what cannot be read."""
        ceilings = {
            name: whole(environment, variable) for name, variable in CEILINGS.items() if variable in environment
        }
        mode = environment.get(INDEX, "on")
        if mode not in INDEX_MODES:
            raise RegistryMisconfigured(f"{INDEX} is one of {', '.join(INDEX_MODES)}, not {mode}.")
        return cls(
            policy=Policy(public_index=mode, **ceilings),
            replicas=whole(environment, "REGISTRY_REPLICAS", 0),
            appendfsync=environment.get("REGISTRY_APPENDFSYNC", "always"),
            misses=whole(environment, "REGISTRY_MISSES", 60),
            timeout=whole(environment, "REGISTRY_TIMEOUT", 0),
        )


def whole(environment: Mapping[str, str], name: str, default: int = 0) -> int:
    """A whole number of the environment, 0 or more."""
    text = environment.get(name, str(default))
    if not (text.isascii() and text.isdigit()):
        raise RegistryMisconfigured(f"{name} is a whole number, not {text!r}.")
    return int(text)
