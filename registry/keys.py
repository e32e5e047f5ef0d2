"""What stands where in the store, for how long, and the scripts that read and write it.

Every key of one deck carries the hash tag `{d:<id>}`, so that all of them live in one slot and each write is one
script. The keys of a deck:

- `{d:<id>}:head`: a hash: `revision` and `first` (the latest and the oldest one kept), `version` (moves at every
  change), `visibility`, `created`, `updated`, `touched` (when the expiry of all keys was last set), `ttl` (seconds),
  `deleted` (when, in a tombstone; otherwise 0), `until` (the latest date that a locked revision must reach, or 0),
  `origin` (`<id>/<n>` of the deck this is a fork of), `hidden` (empty, or when and why an operator hid it), `approved`
  (the revision an operator approved for the public index, or 0), `last` (the nonce of the last write);
- `{d:<id>}:rev:<n>`: the revision as JSON;
- `{d:<id>}:tok`: a hash: SHA-256 of a token to what it grants, as JSON;
- `{d:<id>}:lock`: a hash: number of a locked revision to the verdict of the day, as JSON.

`i:<hash>` remembers for a day which deck an idempotency key made.

A write carries a nonce of its own and answers the same when it is run twice, so that a client that heard no answer
may ask again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

DAY = 86_400
DECK_DAYS = 400
TOMBSTONE_SECONDS = 730 * DAY
IDEMPOTENCY_SECONDS = DAY
REVISIONS_KEPT = 200
LOCKS_KEPT = 100


NUMBERS = ("revision", "first", "version", "created", "updated", "touched", "ttl", "deleted", "until", "approved")
HEAD_FIELDS = (*NUMBERS, "visibility", "origin", "hidden")
"""What READ gives of a head, in this order."""


def head(deck_id: str) -> str:
    """Give the key of a deck's head."""
    return f"{{d:{deck_id}}}:head"


def tokens(deck_id: str) -> str:
    """Give the key of a deck's tokens."""
    return f"{{d:{deck_id}}}:tok"


def locks(deck_id: str) -> str:
    """Give the key of a deck's locked revisions."""
    return f"{{d:{deck_id}}}:lock"


def revision(deck_id: str, number: int) -> str:
    """Give the key of one revision."""
    return f"{{d:{deck_id}}}:rev:{number}"


def idempotency(key: str) -> str:
    """Give the key that remembers what an idempotency key made; the key itself is not kept."""
    return "i:" + hashlib.sha256(key.encode()).hexdigest()


@dataclass(frozen=True)
class Script:
    """A server-side script; the store runs it whole or not at all."""

    body: str
    writes: bool = True
    text: str = field(init=False)
    sha: str = field(init=False)

    def __post_init__(self) -> None:
        """Put the flags in front, and give the name under which the store remembers the script."""
        text = f"#!lua{'' if self.writes else ' flags=no-writes'}\n{self.body}"
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "sha", hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())


# The keys of revisions are made in the scripts, because only the head knows the numbers; they share its slot.
FIELDS_OF_HEAD = f"table.concat(redis.call('HMGET', head, {', '.join(map(repr, HEAD_FIELDS))}), ' ')"
"""Lua that gives those fields in one text."""

EVERY_KEY = """
local head, tok = KEYS[1], KEYS[2]
local revs, lock = string.sub(head, 1, -5) .. 'rev:', string.sub(head, 1, -5) .. 'lock'
local function get(field) return redis.call('HGET', head, field) end
local function number(field) return tonumber(get(field)) end
local function each_revision(act)
  local first = number('first') or 1
  for n = first, number('revision') or 0 do act(n) end
  for _, n in ipairs(redis.call('HKEYS', lock)) do if tonumber(n) < first then act(n) end end
end
local function expire(seconds, now)
  seconds = math.max(tonumber(seconds), (number('until') or 0) - now)
  for _, key in ipairs({head, tok, lock}) do redis.call('EXPIRE', key, seconds) end
  each_revision(function(n) redis.call('EXPIRE', revs .. n, seconds) end)
end
"""

# A slot that is on its way to another node of a cluster refuses every word about a key that it does not have, also in
# the middle of a script. So each write asks for such a key first, and is refused before it has changed anything.
CHANGING = "redis.call('EXISTS', string.sub(KEYS[1], 1, -5) .. 'none')\n" + EVERY_KEY
"""How the Lua of each write begins: it ends here where the slot is on its way elsewhere."""

# It runs for each read, so it does without the functions of the others, and most answers are one piece: clients are
# slow at many.    in: revision ('' or nothing for the latest), whether tokens are wanted ('1')
# out: nil; or the fields of the head, a line feed and the revision; or, where there is more to tell or less,
# {fields of the head, revision, tokens, lock}
READ = Script(
    f"""
local head, base = KEYS[1], string.sub(KEYS[1], 1, -5)
local fields = redis.call('HMGET', head, {", ".join(map(repr, HEAD_FIELDS))})
local latest = fields[{HEAD_FIELDS.index("revision") + 1}]
if not latest then return nil end
local wanted = ARGV[1] and ARGV[1] ~= '' and ARGV[1] or latest
local text = table.concat(fields, ' ')
local revision = redis.call('GET', base .. 'rev:' .. wanted)
local lock = redis.call('HGET', base .. 'lock', wanted)
if revision and not lock and ARGV[2] ~= '1' then return text .. '\\n' .. revision end
return {{text, revision, ARGV[2] == '1' and redis.call('HGETALL', base .. 'tok') or {{}}, lock}}
""",
    writes=False,
)

# in: nonce, now, ttl, visibility, revision, token hash, grant, origin    out: 'created', 'again' or 'taken'
CREATE = Script(
    CHANGING
    + """
if redis.call('EXISTS', head) == 1 then
  if get('last') == ARGV[1] then return 'created' end
  return redis.call('HEXISTS', tok, ARGV[6]) == 1 and 'again' or 'taken'
end
redis.call('HSET', head, 'revision', 1, 'first', 1, 'version', 1, 'visibility', ARGV[4], 'created', ARGV[2],
  'updated', ARGV[2], 'touched', ARGV[2], 'ttl', ARGV[3], 'deleted', 0, 'until', 0, 'approved', 0,
  'origin', ARGV[8], 'hidden', '', 'last', ARGV[1])
redis.call('SET', revs .. 1, ARGV[5])
redis.call('HSET', tok, ARGV[6], ARGV[7])
expire(ARGV[3], ARGV[2])
return 'created'
"""
)

GUARDED = (
    CHANGING
    + """
if redis.call('EXISTS', head) == 0 then return {'absent'} end
local function done() return {'done', number('version'), number('revision'), number('touched')} end
if get('last') == ARGV[1] then return done() end
if get('deleted') ~= '0' then return {'gone', number('deleted')} end
if redis.call('HEXISTS', tok, ARGV[4]) == 0 then return {'refused'} end
if get('version') ~= ARGV[3] then return {'stale', number('version')} end
"""
)

# in: nonce, now, expected version, token hash, ttl, visibility, revision ('' for none), how many to keep, how many
# seconds the expiry of all keys may lag behind; a new revision goes with its head, which a lock may hold for longer
# Answers 'absent', 'refused', 'gone' and when, 'stale' and the version, or 'done' with version, revision and touched.
UPDATE = Script(
    GUARDED
    + """
if ARGV[7] ~= '' then
  local n = redis.call('HINCRBY', head, 'revision', 1)
  redis.call('SET', revs .. n, ARGV[7], 'EX', math.max(redis.call('TTL', head), 1))
  while n - number('first') >= tonumber(ARGV[8]) do
    if redis.call('HEXISTS', lock, get('first')) == 0 then redis.call('DEL', revs .. get('first')) end
    redis.call('HINCRBY', head, 'first', 1)
  end
end
redis.call('HINCRBY', head, 'version', 1)
if get('ttl') ~= ARGV[5] or ARGV[2] - number('touched') > tonumber(ARGV[9]) then
  redis.call('HSET', head, 'touched', ARGV[2], 'ttl', ARGV[5])
  expire(ARGV[5], ARGV[2])
end
redis.call('HSET', head, 'updated', ARGV[2], 'visibility', ARGV[6], 'last', ARGV[1])
return done()
"""
)

# in: nonce, now, expected version, token hash, seconds that the tombstone stands    out: as for UPDATE
DELETE = Script(
    GUARDED
    + """
each_revision(function(n) redis.call('DEL', revs .. n) end)
redis.call('DEL', lock)
redis.call('HINCRBY', head, 'version', 1)
redis.call('HSET', head, 'deleted', ARGV[2], 'last', ARGV[1])
redis.call('EXPIRE', head, ARGV[5])
redis.call('EXPIRE', tok, ARGV[5])
return done()
"""
)

# A read moves the expiry, but only once in a while, so that most reads write nothing.    in: now    out: 1 or 0
TOUCH = Script(
    CHANGING
    + """
if redis.call('EXISTS', head) == 0 or get('deleted') ~= '0' then return 0 end
redis.call('HSET', head, 'touched', ARGV[1])
expire(get('ttl'), ARGV[1])
return 1
"""
)

# in: what to remember, seconds    out: what is remembered under the key
CLAIM = Script(
    """
local known = redis.call('GET', KEYS[1])
if known then return known end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return ARGV[1]
"""
)
