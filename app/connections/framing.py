"""Where a request ends among the bytes of a connection, found without judging what it says.

What cannot be framed is handed on as it is: the parser behind refuses it, and the connection ends with the refusal.
"""

from __future__ import annotations

import re

HEAD = 64 * 1024
LINE = 8 * 1024
SIZE_LINE = 1024
END = b"\r\n\r\n"

LENGTH, SELDOM = b"\ncontent-length", (b"\ntransfer-encoding", b"\nexpect")
PLAIN = re.compile(rb"\ncontent-length: ?([0-9]{1,15})\r\n")
FIELDS = re.compile(rb"^(content-length|transfer-encoding|expect)[ \t]*:([^\r\n]*)\r?$", re.MULTILINE)
SIZE = re.compile(rb"([0-9A-Fa-f]{1,16})[ \t]*(?:;|\r)")


class Framing:
    """How far one request has come; `most` are the bytes that a body can have.

    `broken` means that what follows it can no longer be told apart from it, `short` that its client has ended before
    the body had the length that was said, `expects` that the client waits to be asked for the body.
    """

    __slots__ = ("broken", "chunk", "chunked", "end", "expects", "head", "most", "seen", "short")

    def __init__(self, most: int) -> None:
        self.most = most
        self.seen = self.head = self.end = self.chunk = 0
        self.chunked = self.expects = self.broken = self.short = False

    @property
    def is_endless(self) -> bool:
        """Whether there is more than enough of a head, and no end of it."""
        return not self.head and self.seen > HEAD

    def ends(self, raw: bytearray) -> int | None:
        """How many bytes belong to the request, once it is whole or broken; `None` while more must come."""
        if not self.head:
            self._find_head(raw)
        if self.head and not self.broken:
            return self._chunks(raw) if self.chunked else self._whole(raw, self.end)
        return self._broken(raw) if self.broken else None

    def stops(self, raw: bytearray) -> None:
        """Nothing comes any more, and the request is not whole."""
        self.short = not self.broken and len(raw) < self.end
        self.broken = True

    def _find_head(self, raw: bytearray) -> None:
        at = raw.find(END, max(0, self.seen - len(END)))
        self.seen = len(raw)
        if at < 0:
            self.broken = not _may_go_on(raw)
            return
        self.head = self.chunk = at + len(END)
        self._read(bytes(raw[: self.head]).lower())

    def _read(self, head: bytes) -> None:
        if not any(word in head for word in SELDOM):
            found = PLAIN.findall(head)
            if len(found) < 2 and head.count(LENGTH) == len(found):
                self._measure(int(found[0]) if found else 0)
                return
        self._read_slowly([(name, value.strip(b" \t")) for name, value in FIELDS.findall(head)])

    def _measure(self, length: int) -> None:
        self.end = self.head + length
        self.broken = length > self.most

    def _read_slowly(self, told: list[tuple[bytes, bytes]]) -> None:
        lengths = [value for name, value in told if name == b"content-length"]
        codings = [value for name, value in told if name == b"transfer-encoding"]
        self.expects = (b"expect", b"100-continue") in told
        self.chunked = codings == [b"chunked"]
        self._measure(_length(lengths) or 0)
        self.broken |= bool((codings and (lengths or not self.chunked)) or (lengths and _length(lengths) is None))

    def _whole(self, raw: bytearray, end: int) -> int | None:
        return end if len(raw) >= end else None

    def _chunks(self, raw: bytearray) -> int | None:
        while True:
            line = raw.find(b"\r\n", self.chunk, self.chunk + SIZE_LINE)
            if line < 0:
                return self._broken(raw) if len(raw) - self.chunk >= SIZE_LINE else None
            size = SIZE.match(raw, self.chunk)
            if size is None:
                return self._broken(raw)
            length = int(size[1], 16)
            if length == 0:
                return self._trailers(raw, line)
            behind = line + 2 + length + 2
            if behind - self.head > self.most + HEAD:
                return self._broken(raw)
            if behind > len(raw):
                return None
            self.chunk = behind

    def _trailers(self, raw: bytearray, line: int) -> int | None:
        at = raw.find(END, line)
        if at < 0:
            return self._broken(raw) if len(raw) - line > HEAD else None
        return at + len(END)

    def _broken(self, raw: bytearray) -> int:
        self.broken = True
        return len(raw)


def _may_go_on(raw: bytearray) -> bool:
    """Whether these bytes can be the beginning of a request's head."""
    return not raw or (raw[:1].isalpha() and len(raw) <= HEAD and (len(raw) <= LINE or b"\r\n" in raw[:LINE]))


def _length(told: list[bytes]) -> int | None:
    return int(told[0]) if len(told) == 1 and told[0].isdigit() and len(told[0]) < 16 else None
