"""The public index: derived, paged, by game, tag, format and word, and made anew when it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from registry import Asked, Created, InvalidCursor, Policy, Registry, open_registry, stop_store
from registry.backup import CLEAR
from registry.index import entries_key
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT

pytestmark = pytest.mark.server

GAME = "maha-yodha"


@pytest.fixture
def tag() -> str:
    """A tag of this test's own."""
    return uuid4().hex[:12]


def public(registry: Registry, tag: str, **changes: object) -> Created:
    return registry.create(small_deck(tags=[tag], **changes), visibility="public")


def names(registry: Registry, **asked: object) -> list[str]:
    """The names of all decks that are listed, page by page."""
    found, cursor = [], None
    while True:
        page = registry.listing(Asked(**{"limit": 2, **asked, "cursor": cursor}))  # type: ignore[arg-type]  # from names
        found += [entry.name for entry in page.entries]
        assert len(page.entries) <= 2
        if (cursor := page.next) is None:
            return found


def test_every_public_deck_is_on_exactly_one_page(registry: Registry, tag: str) -> None:
    for number in range(7):
        public(registry, tag, name=f"N{number}")
    registry.create(small_deck(tags=[tag], name="Unlisted"))

    assert sorted(names(registry, tag=tag)) == [f"N{number}" for number in range(7)]
    assert names(registry, tag=tag, order="oldest") == names(registry, tag=tag)[::-1]


def test_all_that_is_asked_must_be_true(registry: Registry, tag: str) -> None:
    public(registry, tag, name="Fiery Đragon")
    public(registry, tag, name="Icy dragon", format="other")

    assert sorted(names(registry, tag=tag, words="DRAGON")) == ["Fiery Đragon", "Icy dragon"]
    assert names(registry, tag=tag, words="dragon fiery") == ["Fiery Đragon"]
    assert names(registry, tag=tag, format="other", game=GAME) == ["Icy dragon"]
    assert names(registry, tag=tag, words="dragon", format="none") == []


def test_a_tag_and_a_format_are_found_however_they_are_spelt(registry: Registry, tag: str) -> None:
    public(registry, f"Größe é {tag}", format="\u00e9lan")

    for spelt in (f"Größe é {tag}", f"GRÖSSE E\u0301 {tag.upper()}", f" größe e\u0301 {tag} "):
        assert names(registry, tag=spelt) == ["Small"]
        assert names(registry, tag=spelt, format="e\u0301lan") == ["Small"]


def test_a_deck_moves_with_its_changes(registry: Registry, tag: str) -> None:
    made = public(registry, tag)

    registry.patch(made.deck.id, {"name": "Renamed"}, token=made.token, etag="*")
    assert names(registry, tag=tag, words="renamed") == ["Renamed"]
    registry.patch(made.deck.id, {"visibility": "unlisted"}, token=made.token, etag="*")
    assert names(registry, tag=tag) == []
    registry.patch(made.deck.id, {"visibility": "public"}, token=made.token, etag="*")
    registry.delete(made.deck.id, token=made.token, etag="*")
    assert names(registry, tag=tag) == []


def test_a_cursor_of_somebodys_own_is_refused(registry: Registry) -> None:
    with pytest.raises(InvalidCursor):
        registry.listing(Asked(cursor="0 OR 1"))


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Path]:
    """A data directory that no other test uses."""
    yield tmp_path
    stop_store(tmp_path)


def test_a_lost_index_is_made_anew(alone: Path, tag: str) -> None:
    registry = open_registry(data_dir=alone, judge=SmallJudge(), settings=PATIENT)
    made = [public(registry, tag, name=f"N{number}") for number in range(5)]
    registry.moderation.hide(made[0].deck.id, "spam")
    registry.delete(made[1].deck.id, token=made[1].token, etag="*")
    for key in list(registry._client.keys("{x:*")):
        registry._client.run(CLEAR, [key])
    assert names(registry, tag=tag) == []

    listed = list(registry.backup.reindex())

    assert sum(listed) == 3
    assert sorted(names(registry, tag=tag)) == ["N2", "N3", "N4"]
    assert registry.ceilings.usage().decks == 4
    registry.close()


def test_a_stale_entry_goes_when_the_index_is_made_anew(alone: Path, tag: str) -> None:
    registry = open_registry(data_dir=alone, judge=SmallJudge(), settings=PATIENT)
    public(registry, tag)
    registry._client._ask(lambda store: store.hset(entries_key(GAME), "0" * 16, "{}"))

    list(registry.backup.reindex())

    assert registry._client._ask(lambda store: store.hlen(entries_key(GAME))) == 1
    registry.close()


def test_a_reviewed_index_lists_what_was_approved_and_only_as_it_was(alone: Path, tag: str) -> None:
    registry = open_registry(
        data_dir=alone, judge=SmallJudge(), policy=Policy(public_index="reviewed"), settings=PATIENT
    )
    made = public(registry, tag, name="Kind")
    assert names(registry, tag=tag) == []
    assert [entry.name for entry in registry.waiting(GAME).entries] == ["Kind"]

    registry.moderation.approve(made.deck.id)
    assert names(registry, tag=tag) == ["Kind"]
    assert registry.waiting(GAME).entries == []
    registry.patch(made.deck.id, {"name": "Not so kind"}, token=made.token, etag="*")

    assert names(registry, tag=tag) == []
    assert [entry.name for entry in registry.waiting(GAME).entries] == ["Not so kind"]
    registry.close()


def test_without_an_index_nothing_is_listed(embedded: Path, tag: str) -> None:
    registry = open_registry(data_dir=embedded, judge=SmallJudge(), policy=Policy(public_index="off"), settings=PATIENT)

    public(registry, tag)

    assert names(registry, tag=tag) == []
    registry.close()
