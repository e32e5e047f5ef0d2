"""Everything at once: backup and restore, the index made anew, and a look for torn or foreign records."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from registry import stored
from registry.backup_lines import DUMP, RESTORE, Line, dumped, names_of, read_line
from registry.ceilings import Ceilings
from registry.client import Word
from registry.cupboard import Cupboard, nonce
from registry.errors import RegistryMisconfigured, RegistryUnavailable
from registry.keys import EVERY_KEY, READ, Script
from registry.sets import entry_of, is_approved, is_listed, set_of
from registry.stored import Head, Revision

T = TypeVar("T")
Calls = Sequence[tuple[Sequence[str], Sequence[Word]]]

BATCH = 100
HEAVIEST = 16 * 2**20
"""About as many bytes as are asked for or written at once, however long the histories are."""
_REVISION = 64 * 2**10
_PATIENCE_SECONDS = 60.0
_PAUSE_SECONDS = 1.0
_RECORD = re.compile(r"\{(?P<tag>[ds]):(?P<id>[0-9A-Za-z]+)\}:(?P<part>head|tok|lock|rev:[0-9]+)")
_OTHERS = re.compile(r"i:[0-9a-f]{64}|\{x:[^}]+\}:.+|n:.+|q:[0-9a-f]{32,64}")
_KINDS = {"d": "deck", "s": "set"}

# out: how many revisions there are of a deck, 1 for a set
LENGTH = Script(
    EVERY_KEY + "return (number('revision') or 1) - (number('first') or 1) + 1 + redis.call('HLEN', lock)", writes=False
)
EXISTS = Script("return redis.call('EXISTS', KEYS[1])", writes=False)
# An index of a million decks is not let go of at once: nobody else would be answered meanwhile.
CLEAR = Script("return redis.call('UNLINK', KEYS[1])")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a line: `written`, `replaced`, `kept`, or `refused` and why."""

    number: int
    word: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Complaint:
    """A record that is torn, or a key that is none of the registry's."""

    key: str
    why: str


class Backup:
    """Goes through all records, a batch at a time."""

    def __init__(self, cupboard: Cupboard, ceilings: Ceilings) -> None:
        self._cupboard = cupboard
        self._ceilings = ceilings
        self._client = cupboard.client

    def records(self) -> Iterator[tuple[str, str]]:
        """Give the kind and id of each record."""
        for tag, kind in _KINDS.items():
            for key in self._client.keys(f"{{{tag}:*}}:head"):
                if found := _RECORD.fullmatch(key):
                    yield kind, found["id"]

    def lines(self, records: Iterable[tuple[str, str]] | None = None) -> Iterator[Line]:
        """Give each record as a line."""
        for batch in self._light(self.records() if records is None else records):
            answers = self._asked(DUMP, [(names_of(kind, name), []) for kind, name in batch])
            now = self._cupboard.now()
            found = (dumped(*record, answer, now) for record, answer in zip(batch, answers, strict=True))
            yield from (line for line in found if line is not None)

    def _light(self, records: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
        """Give records in batches that are not too heavy, whatever strangers made of them."""
        for batch in _batches(records):
            lengths = self._asked(LENGTH, [(names_of(kind, name), []) for kind, name in batch])
            weighed = zip(batch, lengths, strict=True)
            for part in _batches(weighed, lambda each: each[1] * _REVISION):
                yield [record for record, _ in part]

    def restore(self, lines: Iterable[bytes], begin: int = 0) -> Iterator[Outcome]:
        """Write lines back; a record that the store has as it was then or later stays as it is.

        A store that is silent for less than a minute is waited for.
        """
        for batch in _batches(enumerate(lines, begin + 1), lambda each: len(each[1])):
            good, bad = _read(batch)
            yield from bad
            now, mark = self._cupboard.now(), nonce()
            answers = self._asked(RESTORE, [(line.names, line.words(now, mark)) for _, line in good])
            done = list(zip(good, answers, strict=True))
            self._count([line for (_, line), answer in done if answer == b"written"])
            self._show([line for (_, line), answer in done if answer != b"kept"])
            self._resettle([line for (_, line), answer in done if answer == b"replaced"])
            for (number, _), answer in done:
                yield Outcome(number, "kept" if answer == b"same" else answer.decode())

    def reindex(self) -> Iterator[bool]:
        """Make the public index and the count of decks anew; tells of each deck whether it is listed."""
        for key in list(self._client.keys("{x:*}:*")):
            self._client.run(CLEAR, [key])
        decks = 0
        for batch in _batches(self.lines()):
            sound = [line for line in batch if not line.faults()]
            self._show(sound)
            for head, revision in (line.deck() for line in sound if line.kind == "deck"):
                decks += not head.deleted
                yield revision is not None and head.visibility == "public" and not head.hidden
        self._ceilings.recount(decks)

    def verify(self) -> Iterator[Complaint | None]:
        """Look at each key; tells what is wrong with it, or None."""
        for line in self.lines():
            yield from (Complaint(line.names[0], why) for why in line.faults())
            yield None
        for batch in _batches(self._client.keys("*")):
            yield from self._strays(batch)

    def _asked(self, script: Script, calls: Calls) -> list[Any]:
        """Run a script many times, again from the start where the store falls silent: it must do nothing twice."""
        end = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                return self._client.run_many(script, calls)
            except RegistryUnavailable as error:
                if isinstance(error, RegistryMisconfigured) or time.monotonic() > end:
                    raise
            time.sleep(_PAUSE_SECONDS)

    def _strays(self, keys: list[str]) -> Iterator[Complaint]:
        parts = {key: found for key in keys if (found := _RECORD.fullmatch(key)) and found["part"] != "head"}
        heads: list[tuple[list[str], list[Word]]] = [
            ([f"{{{found['tag']}:{found['id']}}}:head"], []) for found in parts.values()
        ]
        present = self._asked(EXISTS, heads)
        lonely = (key for key, found in zip(parts, present, strict=True) if not found)
        yield from (Complaint(key, "it belongs to no record") for key in lonely)
        strange = (key for key in keys if not _RECORD.fullmatch(key) and not _OTHERS.fullmatch(key))
        yield from (Complaint(key, "it is none of the registry's keys") for key in strange)

    def _count(self, lines: list[Line]) -> None:
        """Count decks that are new."""
        self._ceilings.note(sum(line.kind == "deck" and line.head["deleted"] == "0" for line in lines))

    def _show(self, lines: list[Line]) -> None:
        """Show what is public; also what was there already, in case that an import was cut off before it was shown."""
        decks = [(line.id, *line.deck()) for line in lines if line.kind == "deck"]
        public = [(name, head, found) for name, head, found in decks if found and head.visibility == "public"]
        self._cupboard.index.show_many(public, self._cupboard.now())
        self._look_again(public)
        self._place_sets([line for line in lines if line.kind == "set"])

    def _look_again(self, shown: Sequence[tuple[str, Head, Revision]]) -> None:
        """Tell the index of decks that were changed while they were shown."""
        answers = self._asked(READ, [(names_of("deck", name), []) for name, *_ in shown])
        for (name, head, revision), answer in zip(shown, answers, strict=True):
            found = stored.found(answer)
            if found is None or found.head.standing != head.standing:
                self._cupboard.settle(name, revision.record.game)

    def _resettle(self, lines: list[Line]) -> None:
        """Tell the index of decks that are other than they were, of whichever game that was."""
        for line in lines:
            if line.kind == "deck":
                self._cupboard.settle(line.id, None)

    def _place_sets(self, lines: list[Line]) -> None:
        for line in lines:
            head = {name: value.encode() for name, value in line.head.items()}
            if is_listed(head):
                self._cupboard.index.place(entry_of(set_of(line.id, head)), approved=is_approved(head))
            else:
                self._cupboard.index.remove(line.id, line.head["game"])


def _read(batch: list[tuple[int, bytes]]) -> tuple[list[tuple[int, Line]], list[Outcome]]:
    good: list[tuple[int, Line]] = []
    bad: list[Outcome] = []
    for number, text in batch:
        try:
            good.append((number, read_line(text)))
        except (ValueError, KeyError) as error:
            bad.append(Outcome(number, "refused", str(error)))
    return good, bad


def _batches(things: Iterable[T], weight: Callable[[T], int] = lambda _: 0) -> Iterator[list[T]]:
    """Give things so many at a time that they are neither too many nor, together, too heavy."""
    batch: list[T] = []
    carried = 0
    for thing in things:
        heavy = weight(thing)
        if batch and (len(batch) == BATCH or carried + heavy > HEAVIEST):
            yield batch
            batch, carried = [], 0
        batch.append(thing)
        carried += heavy
    if batch:
        yield batch
