"""The variables that the program reads."""

from __future__ import annotations

from app.config import SETTABLE, VARIABLES
from app.decks.settings import CEILINGS

READ = {*VARIABLES.values(), *CEILINGS.values(), *(f"LIMIT_{name.upper()}" for name in SETTABLE)} | {
    "PUBLIC_INDEX",
    "REGISTRY_REPLICAS",
    "REGISTRY_MISSES",
    "REGISTRY_TIMEOUT",
    "REGISTRY_APPENDFSYNC",
    "TRUSTED_PROXIES",
    "REQUESTS_A_MINUTE",
    "CLIENT_KEYS",
}
