"""One suite for every engine: what the registry promises about a deck."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from registry import (
    DeckGone,
    DeckNotFound,
    IdempotencyKeyReused,
    IllegalDeck,
    InvalidDeck,
    InvalidIdempotencyKey,
    PreconditionFailed,
    PreconditionRequired,
    Registry,
    RegistryError,
    RevisionNotFound,
    TokenRefused,
    TokenRequired,
)
from registry.ids import new_id, show_id
from registry.tokens import new_token
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge

pytestmark = pytest.mark.server

KEY = "0b9f7a52-3f0e-4a0c-9f57-"
CHANGED = small_deck(name="Changed", sections={"deck": [{"card": "vanaras", "count": 3}]})


def test_a_deck_is_read_as_it_was_registered(registry: Registry) -> None:
    made = registry.create(small_deck(tags=["Fast", "fast"], description="Two\r\nlines")).deck

    read = registry.get(made.id)

    assert read == made
    assert read.record.document() == small_deck(
        tags=["fast"],
        description="Two\nlines",
        sets=[],
        sections={
            "deck": [
                {"card": "rama", "count": 2, "name": "RAMA"},
                {"card": "forge", "count": 1, "name": "VISHWAKARMA'S FORGE"},
            ]
        },
    )
    assert (read.revision, read.visibility, read.expiry) == (1, "unlisted", 400)
    assert read.legality.verdict == "legal"


def test_an_id_is_found_however_it_is_typed(registry: Registry) -> None:
    made = registry.create(small_deck()).deck

    for typed in (show_id(made.id), made.id.lower(), made.id.replace("1", "l").replace("0", "o")):
        assert registry.get(typed).id == made.id


@pytest.mark.parametrize("typed", ["", "x", "U" * 16, "0" * 17, "../../etc/passwd", "٣" * 16, "{d:a}" + "0" * 11])
def test_what_cannot_be_an_id_is_not_found(registry: Registry, typed: str) -> None:
    with pytest.raises(DeckNotFound):
        registry.get(typed)


def test_an_update_appends_a_revision_and_the_old_one_stays(registry: Registry) -> None:
    made = registry.create(small_deck())

    changed = registry.update(made.deck.id, CHANGED, token=made.token, etag=made.deck.etag)

    assert (changed.revision, changed.record.name) == (2, "Changed")
    assert registry.get(made.deck.id) == changed
    first = registry.get_revision(made.deck.id, 1)
    assert (first.record, first.list_hash) == (made.deck.record, made.deck.list_hash)
    assert (first.revision, first.latest) == (1, 2)
    assert first.list_hash != changed.list_hash


def test_an_update_that_changes_nothing_makes_no_revision(registry: Registry) -> None:
    made = registry.create(small_deck())

    assert registry.update(made.deck.id, small_deck(), token=made.token, etag=made.deck.etag) == made.deck


def test_a_revision_that_never_was_is_not_found(registry: Registry) -> None:
    made = registry.create(small_deck()).deck

    for number in (0, 2, -1, 10**30):
        with pytest.raises(RevisionNotFound) as caught:
            registry.get_revision(made.id, number)
        assert caught.value.latest == 1


def test_only_the_last_two_hundred_revisions_are_kept(registry: Registry) -> None:
    made = registry.create(small_deck())

    for number in range(2, 203):
        deck = registry.update(made.deck.id, small_deck(name=f"N{number}"), token=made.token, etag="*")

    assert deck.revision == 202
    for number, name in ((3, "N3"), (202, "N202")):
        assert registry.get_revision(deck.id, number).record.name == name
    for number in (1, 2):
        with pytest.raises(RevisionNotFound):
            registry.get_revision(deck.id, number)


def test_words_are_patched_into_a_new_revision(registry: Registry) -> None:
    made = registry.create(small_deck(author="Ana", description="Old"))
    changes = {"name": "Ramas", "author": None, "description": None, "tags": ["x"]}

    changed = registry.patch(made.deck.id, changes, token=made.token, etag=made.deck.etag)

    plain = registry.create(small_deck(name="Ramas", tags=["x"])).deck
    assert changed.record == plain.record
    assert (changed.revision, changed.list_hash) == (2, made.deck.list_hash)


def test_visibility_and_expiry_are_patched_without_a_revision(registry: Registry) -> None:
    made = registry.create(small_deck())

    changed = registry.patch(made.deck.id, {"visibility": "public", "expiry": 7}, token=made.token, etag=made.deck.etag)

    assert (changed.revision, changed.visibility, changed.expiry) == (1, "public", 7)
    assert changed.expires - changed.updated == 7 * 86_400
    assert changed.etag != made.deck.etag
    assert registry.get(made.deck.id) == changed


def test_a_deleted_deck_is_gone_for_everybody(registry: Registry) -> None:
    made = registry.create(small_deck())

    registry.delete(made.deck.id, token=made.token, etag=made.deck.etag)

    calls: list[Any] = [
        lambda: registry.get(made.deck.id),
        lambda: registry.get_revision(made.deck.id, 1, made.token),
        lambda: registry.update(made.deck.id, CHANGED, token=made.token, etag="*"),
        lambda: registry.delete(made.deck.id, token=made.token, etag="*"),
    ]
    for call in calls:
        with pytest.raises(DeckGone) as caught:
            call()
        assert caught.value.deleted >= made.deck.created


def test_a_private_deck_answers_as_one_that_does_not_exist(registry: Registry) -> None:
    private = registry.create(small_deck(), visibility="private")
    deleted = registry.create(small_deck(), visibility="private")
    registry.delete(deleted.deck.id, token=deleted.token, etag="*")
    other = registry.create(small_deck()).token

    def answers(deck_id: str, token: str | None) -> list[str]:
        calls: list[Any] = [
            lambda: registry.get(deck_id, token),
            lambda: registry.get_revision(deck_id, 1, token),
            lambda: registry.get_revision(deck_id, 99, token),
            lambda: registry.update(deck_id, {"nonsense": 1}, token=token, etag=None),
            lambda: registry.patch(deck_id, {"nonsense": 1}, token=token, etag="v9"),
            lambda: registry.delete(deck_id, token=token, etag="*"),
        ]
        return [_said(call) for call in calls]

    for token in (None, other, new_token(), "", "nonsense"):
        absent = answers(new_id(), token)
        assert set(absent) == {absent[0]}
        assert answers(private.deck.id, token) == absent
        assert answers(deleted.deck.id, token) == absent
    assert registry.get(private.deck.id, private.token) == private.deck


def test_a_deck_made_private_is_hidden_with_its_old_revisions(registry: Registry) -> None:
    made = registry.create(small_deck(), visibility="public")

    registry.patch(made.deck.id, {"visibility": "private"}, token=made.token, etag="*")

    with pytest.raises(DeckNotFound):
        registry.get_revision(made.deck.id, 1)
    assert registry.get_revision(made.deck.id, 1, made.token).record == made.deck.record


def test_a_change_needs_the_decks_own_token(registry: Registry) -> None:
    made = registry.create(small_deck())

    with pytest.raises(TokenRequired):
        registry.update(made.deck.id, CHANGED, token=None, etag=made.deck.etag)
    for token in ("", new_token(), registry.create(small_deck()).token, made.token[:-1], made.deck.id):
        with pytest.raises(TokenRefused) as caught:
            registry.update(made.deck.id, CHANGED, token=token, etag=made.deck.etag)
        assert not token or token not in str(caught.value)
    assert registry.get(made.deck.id) == made.deck


def test_a_change_needs_the_present_etag(registry: Registry) -> None:
    made = registry.create(small_deck())
    changed = registry.update(made.deck.id, CHANGED, token=made.token, etag=f'"{made.deck.etag}"')

    with pytest.raises(PreconditionRequired):
        registry.delete(made.deck.id, token=made.token, etag=None)
    for etag in (made.deck.etag, f'W/"{made.deck.etag}"', "", "v", "nonsense", '"*"', '"', f'{changed.etag}0, "x"'):
        with pytest.raises(PreconditionFailed) as caught:
            registry.delete(made.deck.id, token=made.token, etag=etag)
        assert caught.value.etag == changed.etag
    assert registry.get(made.deck.id) == changed


@pytest.mark.parametrize("spelling", ["{}", '"{}"', 'W/"{}"', '"x", W/"y" ,"{}"', '"{}-0123abcd"', "*", '"x", *'])
def test_the_present_version_is_known_however_its_etag_comes_back(registry: Registry, spelling: str) -> None:
    """A proxy that compresses an answer weakens its tag; a mark behind the version tells of lock and verdict."""
    made = registry.create(small_deck())

    changed = registry.update(made.deck.id, CHANGED, token=made.token, etag=spelling.format(made.deck.etag))

    assert changed.revision == 2


def test_an_etag_tells_of_another_verdict_and_of_a_lock(registry: Registry, judge: SmallJudge) -> None:
    made = registry.create(small_deck())
    del judge.names["rama"]

    judged = registry.get(made.deck.id)
    locked = registry.history.lock(made.deck.id, 1, token=made.token)
    longer = registry.history.lock(made.deck.id, 1, token=made.token, until=None)
    judge.names["rama"] = "RAMA"

    assert (made.deck.etag, made.deck.legality.verdict, judged.legality.verdict) == ("v1", "legal", "illegal")
    assert len({made.deck.etag, judged.etag, locked.etag}) == 3
    assert longer.etag == locked.etag == registry.get(made.deck.id).etag
    assert registry.update(made.deck.id, CHANGED, token=made.token, etag=locked.etag).etag == "v2"


def test_writers_who_take_any_version_are_never_told_that_it_is_another(registry: Registry) -> None:
    made = registry.create(small_deck())

    def change(number: int) -> str | None:
        return registry.patch(made.deck.id, {"name": f"Name {number}"}, token=made.token, etag="*").record.name

    with ThreadPoolExecutor(8) as writers:
        names = [*writers.map(change, range(80))]

    assert names == [f"Name {number}" for number in range(80)]
    assert registry.get(made.deck.id).revision == 81


def test_of_twenty_writers_with_one_etag_one_wins(registry: Registry) -> None:
    made = registry.create(small_deck())

    def write(number: int) -> str:
        deck = small_deck(name=f"Writer {number}")
        return _said(lambda: registry.update(made.deck.id, deck, token=made.token, etag=made.deck.etag).record.name)

    with ThreadPoolExecutor(20) as pool:
        said = list(pool.map(write, range(20)))

    lost = [answer for answer in said if answer.startswith("precondition-failed")]
    assert len(lost) == 19
    (winner,) = set(said) - set(lost)
    now = registry.get(made.deck.id)
    assert (now.record.name, now.revision) == (winner, 2)


def test_an_illegal_deck_is_kept_with_its_verdict(registry: Registry) -> None:
    unknown = small_deck(sections={"deck": [{"card": "nobody", "count": 1}]})

    made = registry.create(unknown).deck

    assert made.legality.verdict == "illegal"
    assert [violation["code"] for violation in made.legality.violations] == ["unknown_card", "too_few_cards"]
    assert registry.get(made.id) == made


def test_an_illegal_deck_is_refused_where_a_legal_one_is_asked_for(registry: Registry) -> None:
    illegal = small_deck(sections={"deck": []})
    made = registry.create(small_deck(), require_legal=True)

    with pytest.raises(IllegalDeck) as caught:
        registry.create(illegal, require_legal=True)
    assert caught.value.legality["verdict"] == "illegal"
    with pytest.raises(IllegalDeck):
        registry.update(made.deck.id, illegal, token=made.token, etag="*", require_legal=True)
    assert registry.get(made.deck.id) == made.deck


def test_a_verdict_is_kept_until_rules_or_cards_move_on(registry: Registry, judge: SmallJudge) -> None:
    made = registry.create(small_deck()).deck
    asked = judge.asked

    assert registry.get(made.id).legality == made.legality
    assert judge.asked == asked

    del judge.names["forge"]
    judge.edition = "1.1"
    moved = registry.get(made.id).legality
    assert (moved.verdict, moved.rules) == ("illegal", "1.1")


def test_a_renamed_card_keeps_its_name_and_is_reported(registry: Registry, judge: SmallJudge) -> None:
    made = registry.create(small_deck()).deck

    judge.names["rama"] = "RAMA THE YOUNGER"
    read = registry.get(made.id)

    assert read.record == made.record
    (warning,) = read.legality.warnings
    assert (warning["code"], warning["at"]) == ("card_renamed", "/sections/deck/0/name")
    assert warning["data"] == {"card": "rama", "kept": "RAMA", "now": "RAMA THE YOUNGER"}


def test_one_idempotency_key_makes_one_deck(registry: Registry) -> None:
    key = KEY + new_id()

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: registry.create(small_deck(), idempotency_key=key), range(8)))

    assert len({(created.deck.id, created.token) for created in made}) == 1
    assert sum(not created.replayed for created in made) == 1
    registry.delete(made[0].deck.id, token=made[0].token, etag=made[0].deck.etag)
    with pytest.raises(DeckGone):
        registry.create(small_deck(), idempotency_key=key)


def test_an_idempotency_key_belongs_to_one_content(registry: Registry) -> None:
    key = KEY + new_id()
    registry.create(small_deck(), idempotency_key=key)

    with pytest.raises(IdempotencyKeyReused):
        registry.create(CHANGED, idempotency_key=key)
    with pytest.raises(IdempotencyKeyReused):
        registry.create(small_deck(), visibility="private", idempotency_key=key)


@pytest.mark.parametrize("key", ["", "1", "x" * 15, "x" * 201, "ä" * 20, "line\nbreak" * 3])
def test_an_idempotency_key_that_can_be_guessed_is_refused(registry: Registry, key: str) -> None:
    with pytest.raises(InvalidIdempotencyKey):
        registry.create(small_deck(), idempotency_key=key)


def test_a_broken_document_changes_nothing(registry: Registry) -> None:
    made = registry.create(small_deck())

    for broken in ({}, small_deck(nme="x"), small_deck(sections=[]), None, 3):
        with pytest.raises(InvalidDeck):
            registry.update(made.deck.id, broken, token=made.token, etag=made.deck.etag)
    with pytest.raises(InvalidDeck):
        registry.patch(made.deck.id, {"sections": {}}, token=made.token, etag=made.deck.etag)
    assert registry.get(made.deck.id) == made.deck


def _said(call: Any) -> str:
    """What a call answers or refuses, as one text."""
    try:
        return str(call())
    except RegistryError as error:
        return f"{error.code}: {error}"
