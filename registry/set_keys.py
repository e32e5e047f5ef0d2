"""The scripts that read and write card sets and maps.

`{s:<hash>}:head` is a hash: `kind`, `game`, `name`, `previous`, `created`, `touched`, `ttl`, `deleted`, `hidden`,
`approved` (1 once an operator let it into the public index), `turn`, which counts its changes, `last`, the nonce of the
last time that somebody took it back, and `body`, the content; `{s:<hash>}:tok` holds the SHA-256 of the token of
everybody who registered this content.
`q:<hash>` counts what a client registers in a day.
"""

from __future__ import annotations

import re

from registry.keys import Script

HASH = re.compile(r"[0-9a-f]{64}")
"""What names a card set or a map."""

# in: now, ttl, token hash, kind, game, name, previous, body    out: 'made' or 'again'
KEEP = Script(
    """
local head, tok = KEYS[1], KEYS[2]
local known = redis.call('HGET', head, 'deleted') == '0'
local turn = redis.call('HGET', head, 'turn') or 0
if not known then
  redis.call('DEL', head, tok)
  redis.call('HSET', head, 'kind', ARGV[4], 'game', ARGV[5], 'name', ARGV[6], 'previous', ARGV[7], 'body', ARGV[8],
    'created', ARGV[1], 'ttl', ARGV[2], 'deleted', 0, 'hidden', '', 'approved', '')
end
redis.call('HSET', head, 'touched', ARGV[1], 'turn', turn + 1)
redis.call('HSET', tok, ARGV[3], ARGV[1])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, redis.call('HGET', head, 'ttl')) end
return known and 'again' or 'made'
"""
)

READ = Script("return redis.call('HGETALL', KEYS[1])", writes=False)

# in: now
TOUCH = Script(
    """
if redis.call('HGET', KEYS[1], 'deleted') ~= '0' then return 0 end
redis.call('HSET', KEYS[1], 'touched', ARGV[1])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, redis.call('HGET', KEYS[1], 'ttl')) end
return 1
"""
)

# in: nonce, token hash ('' for an operator), now, seconds that the tombstone stands
# out: 'refused', 'left' or 'gone', also when asked again
LEAVE = Script(
    """
local head, tok = KEYS[1], KEYS[2]
local function left() return redis.call('HGET', head, 'deleted') == '0' and 'left' or 'gone' end
if redis.call('HGET', head, 'last') == ARGV[1] then return left() end
if ARGV[2] ~= '' and redis.call('HDEL', tok, ARGV[2]) == 0 then return 'refused' end
redis.call('HINCRBY', head, 'turn', 1)
redis.call('HSET', head, 'last', ARGV[1])
if ARGV[2] ~= '' and redis.call('HLEN', tok) > 0 then return left() end
redis.call('DEL', tok)
redis.call('HSET', head, 'deleted', ARGV[3], 'body', '', 'hidden', '')
redis.call('EXPIRE', head, ARGV[4])
return left()
"""
)

# in: field of the head, its value    out: 1, or 0 when there is no such set
MARK = Script(
    """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HINCRBY', KEYS[1], 'turn', 1)
return 1
"""
)

# in: seconds    out: how often it was asked since
TALLY = Script(
    """
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return count
"""
)
