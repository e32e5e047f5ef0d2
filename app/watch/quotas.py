"""How much each client may ask: counted per address or per key, in windows of a minute, by all workers together."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from threading import Lock
from typing import Any

from registry import RegistryError

WINDOW = 60
A_MINUTE = 1200
MOST_CLIENTS = 20_000
FORWARDED = "HTTP_X_FORWARDED_FOR"

PARTS = 50
LONGEST_UNTOLD = 1.0
ALONE = 5.0

Shared = Callable[[str, int, float], tuple[int, float]]
"""Adds to a client's count in a window of seconds: what all have counted, and the seconds that are left."""

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Quotas:
    """What an operator can set: requests a minute (0: no bound), proxies that are believed, keys with rates."""

    a_minute: int = A_MINUTE
    trusted: tuple[Any, ...] = ()
    keys: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Quotas:
        """The settings of the environment over the defaults; `ValueError` names what cannot be read."""
        networks = [each.strip() for each in environment.get("TRUSTED_PROXIES", "").split(",") if each.strip()]
        return cls(
            a_minute=int(environment.get("REQUESTS_A_MINUTE", A_MINUTE)),
            trusted=tuple(ip_network(each) for each in networks),
            keys=rates(environment["CLIENT_KEYS"]) if environment.get("CLIENT_KEYS") else {},
        )


def rates(path: str) -> dict[str, int]:
    """The keys of a file, each on a line with its requests a minute."""
    lines = [line.split() for line in Path(path).read_text("utf-8").splitlines() if line.strip()]
    return {key: int(rate) for key, rate in lines}


@dataclass(frozen=True, slots=True)
class Share:
    """What is left to a client in its window: of which policy, how much, and for how many seconds."""

    policy: str
    quota: int
    left: int
    seconds: int

    @property
    def exceeded(self) -> bool:
        """Whether more was asked for than there is."""
        return self.left < 0

    @property
    def fields(self) -> dict[str, str]:
        """The header fields that tell it."""
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.quota};w={WINDOW}',
            "RateLimit": f'"{self.policy}";r={max(self.left, 0)};t={self.seconds}',
        }


@dataclass(slots=True)
class Spent:
    """What one client has used in its window, as far as is known, and how much of it the others were not yet told."""

    begun: float
    used: int = 0
    untold: int = 0
    told: float = 0.0


class Counting:
    """The counts of this process, the oldest clients forgotten first; through `shared` those of the others as well.

    A client's requests are told to the others by the fiftieth part of its quota or by the second, whichever comes
    first: so the store is asked rarely, and many processes together let hardly more pass than one. While the store is
    away each process counts for itself.
    """

    def __init__(
        self, quotas: Quotas, clock: Callable[[], float] = time.monotonic, shared: Shared | None = None
    ) -> None:
        self.quotas = quotas
        self.clock = clock
        self.shared = shared
        self.alone_until = 0.0
        self.lock = Lock()
        self.spent: OrderedDict[str, Spent] = OrderedDict()

    def spend(self, environ: Mapping[str, Any], cost: int) -> Share | None:
        """Count a request; `None` where nothing is counted."""
        address = client(environ, self.quotas.trusted)
        key = str(environ.get("HTTP_X_CLIENT_KEY", ""))
        known = key in self.quotas.keys
        quota = self.quotas.keys[key] if known else self.quotas.a_minute
        if quota <= 0 or address is None or (address.is_loopback and not known):
            return None
        policy = "key" if known else "address"
        used, seconds = self._count(f"{policy} {key if known else ''} {grouped(address)}", cost, quota)
        return Share(policy, quota, quota - used, seconds)

    def _count(self, who: str, cost: int, quota: int) -> tuple[int, int]:
        now = self.clock()
        with self.lock:
            found = self._found(who, now)
            found.used += cost
            found.untold += cost
            untold = found.untold if self._is_to_tell(found, quota, now) else 0
            found.untold -= untold
        if untold:
            self._tell(who, found, untold, now)
        return found.used, max(1, round(found.begun + WINDOW - now))

    def _found(self, who: str, now: float) -> Spent:
        found = self.spent.pop(who, None)
        if found is None or now - found.begun >= WINDOW:
            found = Spent(now)
        self.spent[who] = found
        while len(self.spent) > MOST_CLIENTS:
            self.spent.popitem(last=False)
        return found

    def _is_to_tell(self, found: Spent, quota: int, now: float) -> bool:
        due = found.untold * PARTS > quota or now - found.told > LONGEST_UNTOLD
        return self.shared is not None and due and now >= self.alone_until

    def _tell(self, who: str, found: Spent, untold: int, now: float) -> None:
        assert self.shared is not None
        try:
            used, left = self.shared(who, untold, WINDOW)
        except RegistryError:
            self.alone_until = now + ALONE
            return
        with self.lock:
            found.used, found.told = used + found.untold, now
            found.begun = now + left - WINDOW


def client(environ: Mapping[str, Any], trusted: tuple[Any, ...]) -> Address | None:
    """Who asks: the peer, or, behind proxies that are believed, the last address that is none of them."""
    if not trusted:
        return read(str(environ.get("REMOTE_ADDR", "")))
    chain = [*str(environ.get(FORWARDED, "")).split(","), str(environ.get("REMOTE_ADDR", ""))]
    found: Address | None = None
    for text in reversed(chain):
        address = read(text.strip())
        if address is None:
            break
        found = address
        if not any(address in network for network in trusted if network.version == address.version):
            break
    return found


@lru_cache(maxsize=4096)
def read(text: str) -> Address | None:
    """An address, if the text is one; one of IPv4 in the clothes of IPv6 is undressed."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def grouped(address: Address) -> str:
    """What counts as one client: an address of IPv4, a /64 of IPv6."""
    return str(address) if address.version == 4 else str(ip_network((int(address), 64), strict=False))
