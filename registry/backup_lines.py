"""A backup: one line of JSON for each deck and each card set, with everything that is kept of it."""

from __future__ import annotations

from typing import Any

import msgspec
import orjson

from registry import stored
from registry.client import Word
from registry.ids import parse_id
from registry.keys import CHANGING, EVERY_KEY, HEAD_FIELDS, NUMBERS, Script
from registry.lists import list_hash
from registry.set_keys import HASH
from registry.sets import hash_of

# out: nil, or {head, tokens, locks, numbers and revisions, seconds until it goes}
DUMP = Script(
    EVERY_KEY
    + """
if redis.call('EXISTS', head) == 0 then return nil end
local found = {}
each_revision(function(n)
  found[#found + 1] = tostring(n)
  found[#found + 1] = redis.call('GET', revs .. n)
end)
local all = function(key) return redis.call('HGETALL', key) end
return {all(head), all(tok), all(lock), found, redis.call('TTL', head)}
""",
    writes=False,
)

# What is later has the higher version (changes of the deck itself), then the higher turn (tokens, locks, moderation).
# in: version, turn, seconds until it goes, nonce, {head, tokens, locks, revisions} as MessagePack: one word for many
# out: 'same' or 'kept' when the store has this or a later one, otherwise 'written' or 'replaced', also when asked again
RESTORE = Script(
    CHANGING
    + """
local known, nonce = redis.call('EXISTS', head) == 1, ARGV[4]
if known then
  local last = get('last')
  if last == nonce .. 'w' then return 'written' elseif last == nonce .. 'r' then return 'replaced' end
  local version, turn = (number('version') or 1) - ARGV[1], (number('turn') or 0) - ARGV[2]
  if version == 0 and turn == 0 then return 'same' end
  if version > 0 or version == 0 and turn > 0 then return 'kept' end
end
if known then
  each_revision(function(n) redis.call('DEL', revs .. n) end)
  redis.call('DEL', head, tok, lock)
end
local parts = cmsgpack.unpack(ARGV[5])
for n, key in ipairs({head, tok, lock}) do
  for name, value in pairs(parts[n]) do redis.call('HSET', key, name, value) end
end
for n, value in pairs(parts[4]) do redis.call('SET', revs .. n, value, 'EX', ARGV[3]) end
for _, key in ipairs({head, tok, lock}) do redis.call('EXPIRE', key, ARGV[3]) end
redis.call('HSET', head, 'last', nonce .. (known and 'r' or 'w'))
return known and 'replaced' or 'written'
"""
)

SET_FIELDS = ("kind", "game", "name", "previous", "created", "touched", "ttl", "body", "deleted", "hidden")
LATEST = 2**40
_KINDS = {"deck": "d", "set": "s"}


class Line(msgspec.Struct, frozen=True):
    """A line of a backup; `expires` is in Unix seconds."""

    kind: str
    id: str
    head: dict[str, str]
    tokens: dict[str, msgspec.Raw]
    locks: dict[str, msgspec.Raw]
    revisions: dict[str, msgspec.Raw]
    expires: int

    @property
    def names(self) -> list[str]:
        """The keys of the record in the store."""
        return names_of(self.kind, self.id)

    def words(self, now: int, nonce: str) -> list[Word]:
        """Give what RESTORE is told; what comes with a nonce that came before is not done twice."""
        raw = ({name: bytes(value).decode() for name, value in part.items()} for part in self._raw())
        parts = msgspec.msgpack.encode([self.head, *raw])
        moves = [self.head.get("version", "1"), self.head.get("turn", "0")]
        return [*moves, max(1, self.expires - now), nonce, parts]

    def deck(self) -> tuple[stored.Head, stored.Revision | None]:
        """Give the head and the latest revision of a deck."""
        head = stored.Head(**{name: _field(name, self.head[name]) for name in HEAD_FIELDS})
        blob = self.revisions.get(str(head.revision))
        return head, None if blob is None else stored.decode_revision(bytes(blob))

    def faults(self) -> list[str]:
        """Tell what is wrong with the record."""
        if not is_named_well(self.kind, self.id):
            return [f"its name is none of a {self.kind}"]
        if not self.head.get("turn", "0").isdecimal() or not 0 <= self.expires <= LATEST:
            return ["its turn or the time at which it goes is no number that can be"]
        return faults_of_deck(self) if self.kind == "deck" else faults_of_set(self)

    def _raw(self) -> list[dict[str, msgspec.Raw]]:
        return [self.tokens, self.locks, self.revisions]


_lines = msgspec.json.Decoder(Line)


def names_of(kind: str, name: str) -> list[str]:
    """Give the two keys under which a record stands."""
    return [f"{{{_KINDS[kind]}:{name}}}:head", f"{{{_KINDS[kind]}:{name}}}:tok"]


def read_line(text: bytes) -> Line:
    """Read a line; ValueError says why it is none."""
    line = _lines.decode(text)
    if line.kind not in _KINDS:
        raise ValueError(f"there is no kind {line.kind}")
    if faults := line.faults():
        raise ValueError(faults[0])
    return line


def write_line(line: Line) -> bytes:
    """Write a line with its end."""
    return msgspec.json.encode(line) + b"\n"


def dumped(kind: str, name: str, answer: list[Any] | None, now: int) -> Line | None:
    """Make the line of what DUMP answered."""
    if answer is None:
        return None
    head, tokens, locks, revisions, left = answer
    return Line(
        kind=kind,
        id=name,
        head={field: value.decode() for field, value in _pairs(head).items()},
        tokens=_raw(tokens),
        locks=_raw(locks),
        revisions=_raw(revisions),
        expires=now + max(left, 0),
    )


def is_named_well(kind: str, name: str) -> bool:
    """Whether a record of this kind can have this name: an id as it is kept, or the hash of a set."""
    return parse_id(name) == name if kind == "deck" else HASH.fullmatch(name) is not None


def faults_of_deck(line: Line) -> list[str]:
    """Tell what is torn in a deck: fields, revisions, tokens or locks that lack or cannot be read."""
    if missing := [name for name in HEAD_FIELDS if name not in line.head]:
        return [f"its head has no {missing[0]}"]
    try:
        head, _ = line.deck()
        for blob in line.tokens.values():
            stored.decode_grant(bytes(blob))
        for blob in line.locks.values():
            stored.decode_lock(bytes(blob))
        decoded = {int(number): stored.decode_revision(bytes(blob)) for number, blob in line.revisions.items()}
    except (msgspec.DecodeError, ValueError) as error:
        return [f"a part of it cannot be read: {error}"]
    if head.deleted:
        return []
    wanted = {*range(head.first, head.revision + 1), *map(int, line.locks)}
    changed = sorted(number for number, found in decoded.items() if list_hash(found.record) != found.list_hash)
    return [
        *(f"revision {number} lacks" for number in sorted(wanted - decoded.keys())),
        *(f"revision {number} is not what its hash says" for number in changed),
        *([] if line.tokens else ["it has no token"]),
    ]


def faults_of_set(line: Line) -> list[str]:
    """Tell what is torn in a card set."""
    if missing := [name for name in SET_FIELDS if name not in line.head]:
        return [f"it has no {missing[0]}"]
    if line.head["deleted"] != "0":
        return []
    try:
        found = hash_of(line.head["game"], line.head["kind"], orjson.loads(line.head["body"]))
    except orjson.JSONDecodeError:
        return ["its content cannot be read"]
    return [] if found == line.id else ["its content is not what its hash says"]


def _field(name: str, value: str) -> Any:
    return int(value) if name in NUMBERS else value


def _pairs(flat: list[bytes]) -> dict[str, bytes]:
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return {name.decode(): value for name, value in pairs}


def _raw(flat: list[bytes | None]) -> dict[str, msgspec.Raw]:
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return {name.decode(): msgspec.Raw(value) for name, value in pairs if name is not None and value is not None}
