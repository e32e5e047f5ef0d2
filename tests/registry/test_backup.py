"""Everything comes back from a backup: ids, tokens, history, locks, tombstones; torn and foreign records are found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.cli import backup as cli_backup
from app.cli.backup import exported, imported, stamp
from registry import (
    Asked,
    DeckGone,
    DeckHidden,
    Registry,
    TokenRefused,
    backup,
    backup_lines,
    open_registry,
    stop_store,
    tallies,
    write_line,
)
from registry.client import Client
from registry.keys import Script
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT

pytestmark = pytest.mark.server


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Registry]:
    """A registry on an embedded store of its own."""
    directory = tmp_path / "source"
    opened = open_registry(data_dir=directory, judge=SmallJudge(), settings=PATIENT)
    yield opened
    opened.close()
    stop_store(directory)


def nothing(_: int) -> None:
    """Show no progress."""


def test_a_deck_of_the_embedded_default_goes_into_any_engine_unchanged(
    source: Registry, registry: Registry, tmp_path: Path
) -> None:
    made = source.create(small_deck(tags=["moved"]), visibility="public")
    changed = source.patch(made.deck.id, {"name": "Second"}, token=made.token, etag="*")
    source.history.lock(made.deck.id, 1, token=made.token)
    read = source.keyring.add(made.deck.id, made.token, {"scope": "read"})
    hidden, gone = source.create(small_deck()), source.create(small_deck())
    source.moderation.hide(hidden.deck.id, "spam")
    source.delete(gone.deck.id, token=gone.token, etag="*")
    path = tmp_path / "backup.ndjson"

    assert exported(source, path, nothing) == 3
    words = imported(registry, path, nothing, print)

    assert words == Counter(written=3)
    assert registry.get(made.deck.id).etag == changed.etag
    assert registry.get(made.deck.id).record == changed.record
    assert registry.get(made.deck.id, revision=1).locked
    assert registry.history.revisions(made.deck.id, None) == source.history.revisions(made.deck.id, None)
    assert {key.grant.id for key in registry.keyring.listed(made.deck.id, made.token)} >= {read.grant.id}
    assert registry.patch(made.deck.id, {"name": "Third"}, token=made.token, etag=changed.etag).revision == 3
    assert made.deck.id in {entry.id for entry in registry.listing(Asked(tag="moved", limit=100)).entries}
    with pytest.raises(DeckHidden):
        registry.get(hidden.deck.id)
    with pytest.raises(DeckGone):
        registry.get(gone.deck.id)


def test_what_is_newer_in_the_store_stays(source: Registry) -> None:
    made = source.create(small_deck())
    old = [write_line(line) for line in source.backup.lines()]
    source.patch(made.deck.id, {"name": "Newer"}, token=made.token, etag="*")

    outcomes = [outcome.word for outcome in source.backup.restore(old)]

    assert outcomes == ["kept"]
    assert source.get(made.deck.id).record.name == "Newer"


def test_an_export_that_was_cut_off_is_gone_on_with(source: Registry, tmp_path: Path) -> None:
    for _ in range(10):
        source.create(small_deck())
    path = tmp_path / "backup.ndjson"
    exported(source, path, nothing)
    whole = path.read_bytes()
    path.with_name("backup.ndjson.partial").write_bytes(whole[: len(whole) * 2 // 3])

    assert exported(source, path, nothing) == 10
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())
    assert [each.name for each in tmp_path.glob("backup*")] == ["backup.ndjson"]


def test_a_second_import_brings_what_changed_since(source: Registry, registry: Registry, tmp_path: Path) -> None:
    made = source.create(small_deck())
    path = tmp_path / "backup.ndjson"
    exported(source, path, nothing)
    imported(registry, path, nothing, print)
    first = source.keyring.listed(made.deck.id, made.token)[0].grant.id
    fresh = source.keyring.rotate(made.deck.id, made.token, first).token
    assert fresh

    exported(source, path, nothing)

    assert imported(registry, path, nothing, print)["replaced"] == 1
    assert imported(registry, path, nothing, print)["replaced"] == 0
    assert registry.patch(made.deck.id, {"name": "Moved"}, token=fresh, etag="*").revision == 2
    with pytest.raises(TokenRefused):
        registry.patch(made.deck.id, {"name": "Leaked"}, token=made.token, etag="*")


def test_a_batch_that_is_sent_twice_counts_once(source: Registry, tmp_path: Path) -> None:
    for _ in range(5):
        source.create(small_deck())
    lines = [write_line(line) for line in source.backup.lines()]
    empty = open_registry(data_dir=tmp_path / "target", judge=SmallJudge(), settings=PATIENT)
    once = empty._client.run_many

    def twice(script: Script, calls: Any) -> list[Any]:
        once(script, calls)
        return once(script, calls)

    empty._client.run_many = twice  # type: ignore[method-assign]  # an answer that never came
    try:
        words = [outcome.word for outcome in empty.backup.restore(lines)]

        assert words == ["written"] * 5
        assert empty.ceilings.usage().decks == 5
    finally:
        empty.close()
        stop_store(tmp_path / "target")


def test_an_import_that_was_cut_off_is_gone_on_with(source: Registry, tmp_path: Path) -> None:
    made = [source.create(small_deck()) for _ in range(3)]
    lines = [write_line(line) for line in source.backup.lines()]
    path = tmp_path / "backup.ndjson"
    path.write_bytes(b"".join(lines))
    mark = path.with_name("backup.ndjson.progress")

    mark.write_text(f"{len(lines[0])} 1 {stamp(path)}")
    assert imported(source, path, nothing, print) == Counter(kept=2)
    assert not mark.exists()
    mark.write_text(f"{len(lines[0])} 1 of-another-file")
    assert imported(source, path, nothing, print) == Counter(kept=3)
    assert source.get(made[0].deck.id) == made[0].deck


def test_long_histories_are_moved_few_at_a_time(
    source: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a stranger wrote into two hundred revisions must not fill the memory of whoever makes the backup."""
    heaviest, long = 700_000, {"description": "x" * 2000}
    for deck in range(6):
        made = source.create(small_deck(**long))
        for number in range(4 * (deck % 2)):
            source.patch(made.deck.id, {"name": f"N{number}"}, token=made.token, etag="*")
    for module in (backup, cli_backup):
        monkeypatch.setattr(module, "HEAVIEST", heaviest)
    asked: dict[Script, list[int]] = {backup_lines.DUMP: [], backup_lines.RESTORE: []}
    run_many = Client.run_many

    def weighed(client: Client, script: Script, calls: Any) -> list[Any]:
        answers = run_many(client, script, calls)
        if script in asked:
            asked[script].append(len(msgspec.msgpack.encode([answers, [words for _, words in calls]])))
        return answers

    monkeypatch.setattr(Client, "run_many", weighed)
    path = tmp_path / "backup.ndjson"
    target = open_registry(data_dir=tmp_path / "target", judge=SmallJudge(), settings=PATIENT)

    assert exported(source, path, nothing) == 6
    monkeypatch.setattr(cli_backup, "HEAVIEST", 9_000)
    monkeypatch.setattr(backup, "HEAVIEST", 9_000)
    assert imported(target, path, nothing, print) == Counter(written=6)

    assert len(asked[backup_lines.DUMP]) > 1
    assert len(asked[backup_lines.RESTORE]) > 1
    assert max(asked[backup_lines.RESTORE]) < 20_000
    assert [complaint for complaint in target.backup.verify() if complaint] == []
    assert len(list(target.backup.records())) == 6
    target.close()
    stop_store(tmp_path / "target")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"no json\n",
        lambda line: line.replace(b'"kind":"deck"', b'"kind":"duck"'),
        lambda line: line.replace(b'"list_hash"', b'"lost_hash"'),
        lambda line: line.replace(b'"version"', b'"varsion"'),
        lambda line: line.replace(b'"1":{"record"', b'"9":{"record"'),
        lambda line: re.sub(rb'"count":\d+', b'"count":97', line, count=1),
        lambda line: re.sub(rb'"id":"\w+"', b'"id":"}:head{"', line, count=1),
        lambda line: line.replace(b'"version"', b'"turn":"x","version"'),
        lambda line: re.sub(rb'"expires":\d+', b'"expires":9000000000000000000', line),
        lambda line: re.sub(rb'"expires":\d+', b'"expires":-1', line),
        lambda line: re.sub(rb'"id":"(\w+)"', lambda found: found[0].lower(), line, count=1),
    ],
)
def test_a_line_that_is_spoilt_is_refused_with_its_number(source: Registry, spoil: object) -> None:
    source.create(small_deck())
    line = next(write_line(line) for line in source.backup.lines())
    assert callable(spoil)

    outcomes = list(source.backup.restore([spoil(line), line]))

    refused = next(outcome for outcome in outcomes if outcome.word == "refused")
    assert (refused.number, bool(refused.why)) == (1, True)
    assert "kept" in {outcome.word for outcome in outcomes}


def test_a_set_whose_content_is_not_what_its_hash_says_is_found_and_refused(source: Registry) -> None:
    made, *_ = source.sets.add("cards", {"game": "maha-yodha", "name": "Mine", "cards": [{"key": "one"}]})
    good = next(write_line(line) for line in source.backup.lines())
    source._client._ask(lambda store: store.hset(f"{{s:{made.hash}}}:head", "body", '[{"key":"two"}]'))
    spoilt = next(write_line(line) for line in source.backup.lines())

    assert [each.why for each in source.backup.verify() if each] == ["its content is not what its hash says"]
    assert [each.word for each in source.backup.restore([spoilt, good])] == ["refused", "kept"]


def test_torn_and_foreign_records_are_found(source: Registry) -> None:
    sound, torn, lonely = (source.create(small_deck()).deck.id for _ in range(3))
    source._client._ask(lambda store: store.delete(f"{{d:{torn}}}:rev:1"))
    source._client._ask(lambda store: store.delete(f"{{d:{lonely}}}:head"))
    source._client._ask(lambda store: store.set("somebody:else", "x"))
    source._client._ask(lambda store: store.set(tallies.key("a client"), 1))

    found = {complaint.key: complaint.why for complaint in source.backup.verify() if complaint}

    assert found[f"{{d:{torn}}}:head"] == "revision 1 lacks"
    assert f"{{d:{lonely}}}:tok" in found
    assert "somebody:else" in found
    assert tallies.key("a client") not in found
    assert not any(sound in key for key in found)
