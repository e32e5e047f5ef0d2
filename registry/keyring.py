"""The tokens of a deck: listed, made, rotated and revoked by whoever holds one of scope `admin`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from registry import stored, tokens
from registry.access import granted, readable
from registry.client import Word
from registry.cupboard import Cupboard, canonical_id
from registry.deck import written
from registry.errors import (
    DeckGone,
    DeckNotFound,
    InvalidWish,
    LastAdminToken,
    TokenNotFound,
    TokenRefused,
    TokenRequired,
    TooMany,
)
from registry.keys import CHANGING, DAY, Script
from registry.reading import Reader
from registry.records import NAME, refuse
from registry.stored import Found
from registry.tokens import SCOPES, Grant

TOKENS_KEPT = 20
LONGEST_DAYS = 3660
FIELDS = ("scope", "name", "expires_in")

_KEYS = (
    CHANGING
    + """
if redis.call('EXISTS', head) == 0 then return {'absent'} end
if get('deleted') ~= '0' then return {'gone', number('deleted')} end
local function scope(hash) return cjson.decode(redis.call('HGET', tok, hash)).scope end
"""
)
_PERMITTED = """
if redis.call('HEXISTS', tok, ARGV[1]) == 0 or scope(ARGV[1]) ~= 'admin' then return {'refused'} end
"""

# in: acting hash, new hash, grant, ceiling, hashes that have expired    out: 'done', or what stands in the way
ADD = Script(
    _KEYS
    + """
if redis.call('HEXISTS', tok, ARGV[2]) == 1 then return {'done'} end
"""
    + _PERMITTED
    + """
for n = 5, #ARGV do redis.call('HDEL', tok, ARGV[n]) end
if redis.call('HLEN', tok) >= tonumber(ARGV[4]) then return {'full'} end
redis.call('HSET', tok, ARGV[2], ARGV[3])
redis.call('HINCRBY', head, 'turn', 1)
return {'done'}
"""
)

# The new one comes before the old one goes: a key that is empty for a moment forgets when it expires.
# in: acting hash, old hash, new hash, grant    out: as for ADD
ROTATE = Script(
    _KEYS
    + """
if redis.call('HEXISTS', tok, ARGV[3]) == 1 then return {'done'} end
"""
    + _PERMITTED
    + """
if redis.call('HEXISTS', tok, ARGV[2]) == 0 then return {'missing'} end
redis.call('HSET', tok, ARGV[3], ARGV[4])
redis.call('HDEL', tok, ARGV[2])
redis.call('HINCRBY', head, 'turn', 1)
return {'done'}
"""
)

# The last token that may do everything stays, and one that expires is no help. in: acting hash, hash    out: as for ADD
REVOKE = Script(
    _KEYS
    + """
if redis.call('HEXISTS', tok, ARGV[2]) == 0 then return {'done'} end
"""
    + _PERMITTED
    + """
local others = 0
for _, hash in ipairs(redis.call('HKEYS', tok)) do
  local grant = cjson.decode(redis.call('HGET', tok, hash))
  if hash ~= ARGV[2] and grant.scope == 'admin' and not grant.expires then others = others + 1 end
end
if others == 0 and scope(ARGV[2]) == 'admin' then return {'last'} end
redis.call('HDEL', tok, ARGV[2])
redis.call('HINCRBY', head, 'turn', 1)
return {'done'}
"""
)


@dataclass(frozen=True, slots=True)
class Key:
    """A token as it is spoken of; `token` itself only where it was just made."""

    grant: Grant
    token: str | None = None

    def document(self) -> dict[str, Any]:
        """Give it as plain data."""
        grant = self.grant
        told: dict[str, Any] = {"id": grant.id, "name": grant.name, "scope": grant.scope}
        told |= {"created": written(grant.created)}
        told |= {"expires": None if grant.expires is None else written(grant.expires)}
        return told | ({} if self.token is None else {"token": self.token})


class Keyring:
    """Every call raises what a read raises, and TokenRequired or TokenRefused without a token of scope `admin`."""

    def __init__(self, cupboard: Cupboard, most: int = TOKENS_KEPT) -> None:
        self._cupboard = cupboard
        self._most = most

    def listed(self, deck_id: str, token: str | None) -> list[Key]:
        """Give the tokens of a deck that have not expired, the oldest first."""
        _, found, _ = self._opened(deck_id, token)
        grants = sorted(found.grants.values(), key=lambda grant: (grant.created, grant.id))
        return [Key(grant) for grant in grants if not _is_over(grant, self._cupboard.now())]

    def add(self, deck_id: str, token: str | None, wanted: object) -> Key:
        """Make a token `{scope, name?, expires_in?: days}`; raises InvalidWish, and TooMany at the ceiling."""
        canonical, found, known = self._opened(deck_id, token)
        grant, made = self._read(wanted), tokens.new_token()
        over = [name for name, each in found.grants.items() if _is_over(each, self._cupboard.now())]
        words: list[Word] = [known, tokens.fingerprint(made), stored.encode(grant), self._most, *over]
        self._settle(self._cupboard.run(ADD, canonical, words))
        return Key(grant, made)

    def rotate(self, deck_id: str, token: str | None, name: str) -> Key:
        """Give a token another secret; the old one opens nothing from now on. Raises TokenNotFound."""
        canonical, found, known = self._opened(deck_id, token)
        old, made = _named(found, name), tokens.new_token()
        grant = found.grants[old]
        self._settle(
            self._cupboard.run(ROTATE, canonical, [known, old, tokens.fingerprint(made), stored.encode(grant)])
        )
        return Key(grant, made)

    def revoke(self, deck_id: str, token: str | None, name: str) -> None:
        """Take a token away; raises TokenNotFound, and LastAdminToken for the last one that may do everything."""
        canonical, found, known = self._opened(deck_id, token)
        self._settle(self._cupboard.run(REVOKE, canonical, [known, _named(found, name)]))

    def _opened(self, deck_id: str, token: str | None) -> tuple[str, Found, str]:
        canonical, now = canonical_id(deck_id), self._cupboard.now()
        found = readable(self._cupboard.find(canonical, token), token, now)
        if token is None:
            raise TokenRequired
        known = granted(found, token, now)
        if known is None or found.grants[known].scope != "admin":
            raise TokenRefused
        return canonical, found, known

    def _read(self, wanted: object) -> Grant:
        reader, now = Reader(), self._cupboard.now()
        fields = reader.members(wanted, "", FIELDS)
        if "scope" not in fields:
            reader.fault("missing_field", "/scope", "The field scope is needed here.")
        scope = reader.choice(fields.get("scope", "read"), "/scope", SCOPES, "unknown_scope")
        name = reader.text(fields["name"], "/name", NAME) if fields.get("name") else ""
        days = fields.get("expires_in")
        expires = None if days is None else now + DAY * reader.whole_number(days, "/expires_in", 1, LONGEST_DAYS)
        refuse(reader.faults, InvalidWish)
        return Grant(scope=scope, created=now, id=tokens.new_name(), name=name, expires=expires)

    def _settle(self, answer: list[Any]) -> None:
        word, *facts = answer
        if word == b"gone":
            raise DeckGone(facts[0])
        if word == b"full":
            raise TooMany("tokens of one deck", self._most)
        if word in REFUSALS:
            raise REFUSALS[word]


REFUSALS: dict[bytes, type[Exception]] = {
    b"absent": DeckNotFound,
    b"refused": TokenRefused,
    b"missing": TokenNotFound,
    b"last": LastAdminToken,
}


def _named(found: Found, name: str) -> str:
    """Give the fingerprint of the token with this id."""
    wanted = name.upper()
    matches = [known for known, grant in found.grants.items() if grant.id == wanted]
    if not matches:
        raise TokenNotFound
    return matches[0]


def _is_over(grant: Grant, now: int) -> bool:
    return grant.expires is not None and grant.expires <= now
