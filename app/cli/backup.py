"""Backups as files: written and read so that a run that was cut off is gone on with."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import click
import orjson

from registry import Registry, write_line

Step = Callable[[int], None]

CHUNK = 1000
HEAVIEST = 16 * 2**20


def exported(found: Registry, path: Path, step: Step) -> int:
    """Write every record to a file that has its name once it is whole; give how many it holds.

    What a run that was cut off had written, in `PATH.partial`, is gone on with.
    """
    partial = path.with_name(f"{path.name}.partial")
    partial.touch(0o600)
    with partial.open("r+b") as file:
        known = known_records(file)
        count = len(known)
        step(count)
        wanted = (record for record in found.backup.records() if record not in known)
        for line in found.backup.lines(wanted):
            file.write(write_line(line))
            count += 1
            step(1)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    return count


def known_records(file: BinaryIO) -> set[tuple[str, str]]:
    """The records of a file, which is cut behind its last whole line."""
    known, end = set(), 0
    for line in file:
        if not line.endswith(b"\n"):
            break
        try:
            document = orjson.loads(line)
            known.add((document["kind"], document["id"]))
        except (orjson.JSONDecodeError, KeyError, TypeError):
            raise click.ClickException(f"{file.name} is no backup; its line {len(known) + 1} cannot be read.") from None
        end += len(line)
    file.seek(end)
    file.truncate()
    return known


def imported(found: Registry, path: Path, step: Step, complain: Callable[[str], None]) -> Counter[str]:
    """Read a file from where the last run stopped; give how many lines were written, replaced, kept and refused."""
    mark = path.with_name(f"{path.name}.progress")
    words: Counter[str] = Counter()
    with path.open("rb") as file:
        number = resumed(file, mark, stamp(path))
        step(file.tell())
        for lines in chunks(file):
            for outcome in found.backup.restore(lines, number):
                words[outcome.word] += 1
                if outcome.why:
                    complain(f"line {outcome.number}: {outcome.why}")
            number += len(lines)
            found.ceilings.usage()  # tells the store what was counted: a run that is cut off loses nothing of it
            step(sum(map(len, lines)))
            mark.write_text(f"{file.tell()} {number} {stamp(path)}")
    mark.unlink(missing_ok=True)
    return words


def stamp(path: Path) -> str:
    """What tells a file from another one of the same name."""
    about = path.stat()
    return f"{about.st_size}/{about.st_mtime_ns}"


def resumed(file: BinaryIO, mark: Path, stamped: str) -> int:
    """Go to where the last run on this very file stopped; give how many lines lie before."""
    words = mark.read_text().split() if mark.is_file() else []
    if words[2:] != [stamped]:
        return 0
    file.seek(int(words[0]))
    return int(words[1])


def chunks(file: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a file, so many at a time, and fewer of long ones."""
    while lines := list(islice(upto(file, HEAVIEST), CHUNK)):
        yield lines


def upto(file: BinaryIO, size: int) -> Iterator[bytes]:
    """Lines of a file until they are as long as this together."""
    while size > 0 and (line := file.readline()):
        size -= len(line)
        yield line
