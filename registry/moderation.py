"""What an operator does with other people's decks, without their tokens."""

from __future__ import annotations

from typing import Any

from registry import keys, stored
from registry.ceilings import Ceilings
from registry.cupboard import Cupboard, canonical_id, nonce
from registry.errors import DeckGone, DeckNotFound
from registry.keys import CHANGING, Script
from registry.stored import Found

# in: field of the head, its value    out: as for UPDATE
MARK = Script(
    CHANGING
    + """
if redis.call('EXISTS', head) == 0 then return {'absent'} end
if get('deleted') ~= '0' then return {'gone', number('deleted')} end
redis.call('HSET', head, ARGV[1], ARGV[2])
redis.call('HINCRBY', head, 'turn', 1)
return {'done'}
"""
)

# in: nonce, now, seconds that the tombstone stands    out: as for UPDATE
REMOVE = Script(
    CHANGING
    + """
if redis.call('EXISTS', head) == 0 then return {'absent'} end
if get('last') == ARGV[1] then return {'done'} end
if get('deleted') ~= '0' then return {'gone', number('deleted')} end
each_revision(function(n) redis.call('DEL', revs .. n) end)
redis.call('DEL', lock)
redis.call('HINCRBY', head, 'version', 1)
redis.call('HSET', head, 'deleted', ARGV[2], 'hidden', '', 'last', ARGV[1])
for _, key in ipairs({head, tok}) do redis.call('EXPIRE', key, ARGV[3]) end
return {'done'}
"""
)


class Moderation:
    """Every call raises DeckNotFound or DeckGone."""

    def __init__(self, cupboard: Cupboard, ceilings: Ceilings) -> None:
        self._cupboard = cupboard
        self._ceilings = ceilings

    def hide(self, deck_id: str, reason: str) -> None:
        """Let the deck answer with the reason only; it stays where it is and in backups."""
        self._mark(deck_id, "hidden", stored.hidden(self._cupboard.now(), reason))

    def show(self, deck_id: str) -> None:
        """Undo `hide`."""
        self._mark(deck_id, "hidden", "")

    def approve(self, deck_id: str) -> int:
        """Let the latest revision into a reviewed index; give its number."""
        revision = self._found(canonical_id(deck_id)).head.revision
        self._mark(deck_id, "approved", str(revision))
        return revision

    def delete(self, deck_id: str) -> None:
        """Take the deck away for good."""
        canonical = canonical_id(deck_id)
        _settle(self._cupboard.run(REMOVE, canonical, [nonce(), self._cupboard.now(), keys.TOMBSTONE_SECONDS]))
        self._ceilings.note(-1)
        self._cupboard.settle(canonical, None)

    def _mark(self, deck_id: str, name: str, value: str) -> None:
        canonical = canonical_id(deck_id)
        _settle(self._cupboard.run(MARK, canonical, [name, value]))
        self._cupboard.settle(canonical, None)

    def _found(self, canonical: str) -> Found:
        found = self._cupboard.find(canonical, None)
        if found is None:
            raise DeckNotFound
        return found


def _settle(answer: list[Any]) -> None:
    word, *facts = answer
    if word == b"gone":
        raise DeckGone(facts[0])
    if word == b"absent":
        raise DeckNotFound
