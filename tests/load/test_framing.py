"""Where a request ends is found the same way whatever pieces it comes in."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.connections.framing import Framing

MOST = 10_000
HEAD = b"POST /x HTTP/1.1\r\nHost: x\r\n"

PLAIN = HEAD + b"Content-Length: 5\r\n\r\nhello"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3;a=b\r\nyou\r\n0\r\n\r\n"
TRAILED = CHUNKED[:-2] + b"A: b\r\n\r\n"
BARE = b"GET / HTTP/1.1\r\n\r\n"
WHOLE = [PLAIN, CHUNKED, TRAILED, BARE, HEAD + b"content-length:  0 \r\n\r\n"]

BROKEN = [
    HEAD + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
    HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
    HEAD + b"Content-Length: -5\r\n\r\n",
    HEAD + b"Content-Length: 5, 5\r\n\r\n",
    HEAD + b"Content-Length: 10001\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1" * 2_000,
    b"\x16\x03\x01",
    b"G" * 9_000,
    HEAD + b"A: b\r\n" * 20_000,
]


def fed(sent: bytes, cuts: list[int]) -> tuple[int | None, int, bool]:
    """Where the request ends, after how many bytes that was known, and whether it is broken."""
    framing, raw = Framing(MOST), bytearray()
    places = sorted({cut % (len(sent) + 1) for cut in cuts} | {len(sent)})
    for start, end in zip([0, *places], places, strict=False):
        raw += sent[start:end]
        found = framing.ends(raw)
        if found is not None:
            return found, len(raw), framing.broken
    return None, len(raw), framing.broken


@settings(deadline=None)
@given(st.sampled_from(WHOLE), st.lists(st.integers(0, 10_000), max_size=20), st.binary(max_size=50))
def test_a_whole_request_ends_where_it_ends(sent: bytes, cuts: list[int], behind: bytes) -> None:
    end, _, broken = fed(sent + behind, cuts)

    assert (end, broken) == (len(sent), False)


@settings(deadline=None)
@given(st.sampled_from(WHOLE), st.data())
def test_no_part_of_a_request_is_a_whole_one(sent: bytes, data: st.DataObject) -> None:
    part = sent[: data.draw(st.integers(1, len(sent) - 1))]

    assert fed(part, [])[0] is None


@pytest.mark.parametrize("sent", BROKEN)
def test_what_cannot_be_framed_is_handed_on_at_once(sent: bytes) -> None:
    end, _, broken = fed(sent, [])

    assert (end, broken) == (len(sent), True)


@pytest.mark.parametrize("name", [b"Expect", b"Content-Length", b"Transfer-Encoding"])
@pytest.mark.parametrize("line", [b"%b: a%bb", b"%b%b: 1", b"%b:%b1", b"%b: 1%b", b"%b: \t%b\r"])
def test_no_head_takes_longer_than_its_length(name: bytes, line: bytes) -> None:
    """The loop that reads heads serves every client of a worker: a head must not hold it up by its blanks."""
    sent = HEAD + line % (name, b" " * 60_000) + b"\r\n\r\n"

    begun = time.process_time()
    fed(sent, [])
    assert time.process_time() - begun < 2.0


@settings(deadline=None)
@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=5))
def test_no_bytes_break_it(sent: bytes, cuts: list[int]) -> None:
    end, seen, _ = fed(sent, cuts)

    assert end is None or 0 < end <= seen
