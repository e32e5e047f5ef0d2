from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry import codes
from registry.code_letters import LINK, QR
from registry.errors import InvalidCode
from registry.lists import canonical_list, list_hash
from registry.records import read_record

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "deck-codes.json").read_text())
DECKS = VECTORS["decks"]
MUTATIONS = 10_000
BODY = 64 * 1024
MANY_MUTATIONS = 100_000
REASONS = {
    "foreign_character", "cut", "wrong_character", "wrong_checksum", "too_long", "unknown_version", "other_game",
    "too_large", "not_text", "not_canonical", "trailing",
}  # fmt: skip

words = st.text(max_size=12).filter(lambda text: text.isprintable())
counts = st.integers(1, 999)
values = st.none() | st.booleans() | st.integers(-(2**31), 2**31) | words
lines = st.dictionaries(words, counts, min_size=1, max_size=6).map(
    lambda cards: [{"card": card, "count": cards[card]} for card in sorted(cards)]
)
decks = st.fixed_dictionaries(
    {
        "game": words,
        "format": words,
        "sets": st.lists(words, max_size=4, unique=True).map(sorted),
        "options": st.dictionaries(words, values, max_size=4),
        "sections": st.dictionaries(words, lines, max_size=4),
    }
)


def refusal(code: str, game: str | None = None) -> tuple[str, int]:
    with pytest.raises(InvalidCode) as caught:
        codes.decode(code, game)
    assert caught.value.reason in REASONS
    return caught.value.reason, caught.value.offset


@pytest.mark.parametrize("vector", DECKS, ids=[vector["name"] for vector in DECKS])
def test_the_published_codes_are_written_and_read(vector: dict[str, Any]) -> None:
    deck = vector["deck"]

    assert (codes.encode(deck), codes.encode(deck, qr=True)) == (vector["link"], vector["qr"])
    assert codes.decode(vector["link"], deck["game"]) == deck == codes.decode(vector["qr"])


@pytest.mark.parametrize("vector", DECKS, ids=[vector["name"] for vector in DECKS])
def test_the_published_hashes_are_those_of_the_lists(vector: dict[str, Any]) -> None:
    record = read_record(vector["deck"] | {"name": "N"}, [vector["deck"]["game"]])

    assert canonical_list(record) == vector["deck"]
    assert list_hash(record) == vector["list_hash"]


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=[vector["name"] for vector in VECTORS["refused"]])
def test_the_published_refusals_are_made(vector: dict[str, Any]) -> None:
    assert refusal(vector["code"], vector.get("game")) == (vector["reason"], vector["offset"])


@given(decks)
def test_a_deck_is_read_as_it_was_written(deck: dict[str, Any]) -> None:
    link, square = codes.encode(deck), codes.encode(deck, qr=True)

    assert codes.decode(link) == deck == codes.decode(square) == codes.decode(square.lower())
    assert set(link) <= set(LINK.alphabet)
    assert set(square.removeprefix(QR.prefix)) <= set(QR.alphabet)


@given(decks, st.randoms())
def test_equal_decks_have_equal_codes(deck: dict[str, Any], chance: random.Random) -> None:
    def mixed(items: Any) -> Any:
        return chance.sample(list(items), len(items))

    other = {
        "game": deck["game"],
        "format": deck["format"],
        "sets": mixed(deck["sets"]),
        "options": {name: deck["options"][name] for name in mixed(deck["options"])},
        "sections": {name: mixed(deck["sections"][name]) for name in mixed(deck["sections"])},
    }

    assert codes.encode(other) == codes.encode(deck)


@pytest.mark.parametrize("spelling", ["link", "qr"])
@pytest.mark.parametrize("vector", DECKS[:3], ids=[vector["name"] for vector in DECKS[:3]])
def test_every_single_wrong_character_is_found(vector: dict[str, Any], spelling: str) -> None:
    code = vector[spelling]
    alphabet, start = (LINK.alphabet, 0) if spelling == "link" else (QR.alphabet, len(QR.prefix))
    chance = random.Random(7)

    for place in range(start, len(code)):
        letter = chance.choice([each for each in alphabet if each != code[place]])
        assert refusal(code[:place] + letter + code[place + 1 :]) == ("wrong_character", place)
        assert refusal(code[:place] + "!" + code[place + 1 :]) == ("foreign_character", place)


@pytest.mark.parametrize("vector", DECKS, ids=[vector["name"] for vector in DECKS])
def test_every_cut_is_told_with_its_place(vector: dict[str, Any]) -> None:
    for end in range(len(vector["link"])):
        assert refusal(vector["link"][:end]) == ("cut", end)


def test_two_codes_in_a_row_are_refused() -> None:
    code = DECKS[0]["link"]

    assert refusal(code + code)[0] in {"trailing", "wrong_checksum", "cut"}


def test_a_text_of_any_length_is_refused_at_the_longest_there_can_be() -> None:
    assert refusal("A" * 100_001) == ("too_long", 100_000)
    assert refusal("32." + "A" * 1_000_000) == ("too_long", 100_000)


@pytest.mark.parametrize("sign", "kñ𝟙")
def test_the_largest_deck_that_can_be_registered_has_a_code(sign: str) -> None:
    keys = [f"{number:03}{sign * 97}" for number in range(250)]
    while len(json.dumps(whole := deck_of(keys), ensure_ascii=False).encode()) > BODY:
        keys.pop()
    deck = canonical_list(read_record(whole, ["machai"]))

    for square in (False, True):
        assert codes.decode(codes.encode(deck, qr=square)) == deck


@pytest.mark.parametrize(
    "more",
    [
        {"sections": {f"s{number:02}": [{"card": "x", "count": 1}] for number in range(21)}},
        {"sections": {"s": [{"card": f"c{number:03}", "count": 1} for number in range(251)]}},
        {"sections": {s: [{"card": f"c{number:03}", "count": 1} for number in range(167)] for s in "abc"}},
        {"options": {f"o{number:02}": 1 for number in range(51)}},
        {"sets": [f"s{number:02}" for number in range(21)]},
    ],
)
def test_a_code_holds_no_more_than_a_deck_may(more: dict[str, Any]) -> None:
    whole: dict[str, Any] = {"game": "machai", "format": "standard", "sets": [], "options": {}, "sections": {}}

    assert refusal(codes.encode(whole | more))[0] == "too_large"


def deck_of(keys: list[str]) -> dict[str, Any]:
    lines = [{"card": key, "count": 999} for key in keys]
    return {"game": "machai", "format": "standard", "name": "Large", "sections": {"level_1": lines}}


@pytest.mark.parametrize("text", ["a\u202eb", "\x00", "a\nb", "\u2066", "\ufdd0"])
@pytest.mark.parametrize("place", ["game", "format", "sets", "options", "sections"])
def test_a_code_holds_no_text_that_no_deck_holds(text: str, place: str) -> None:
    whole: dict[str, Any] = {"game": "machai", "format": "standard", "sets": [], "options": {}, "sections": {}}
    hostile: dict[str, Any] = {"sets": [text], "options": {text: 1}, "sections": {"s": [{"card": text, "count": 1}]}}

    assert refusal(codes.encode(whole | {place: hostile.get(place, text)}))[0] == "not_text"


@given(st.text() | st.text(LINK.alphabet) | st.text(QR.alphabet).map(lambda letters: QR.prefix + letters))
def test_any_text_is_refused_with_a_reason(text: str) -> None:
    assert 0 <= refusal(text)[1] <= max(len(text), 0)


@pytest.mark.slow
def test_no_mutation_of_a_code_is_taken_for_another_deck(record_property: Any) -> None:
    told = mutations_read(MUTATIONS)
    record_property("told", f"{MUTATIONS} mutations of deck codes: {told}")

    assert told.keys() <= {*REASONS, "same"}


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_no_mutation_of_many_is_taken_for_another_deck(record_property: Any) -> None:
    told = mutations_read(MANY_MUTATIONS)
    record_property("told", f"{MANY_MUTATIONS} mutations of deck codes: {told}")

    assert told.keys() <= {*REASONS, "same"}


def mutations_read(number: int) -> dict[str, int]:
    """How many spoilt codes were refused for which reason, and how many read as if they were right."""
    chance = random.Random(number)
    right = [vector[spelling] for vector in DECKS for spelling in ("link", "qr")]
    often = [1 / len(code) for code in right]  # long codes take long and break no otherwise
    answers: Counter[str] = Counter()
    for _ in range(number):
        code = mutated(chance.choices(right, often)[0], chance)
        try:
            deck = codes.decode(code)
        except InvalidCode as error:
            answers[error.reason if 0 <= error.offset <= len(code) else "offset beyond the code"] += 1
        else:
            # Case and the letters that look alike are nothing in a code for QR: it is still the same one.
            answers["same" if codes.encode(deck, qr=True) in right else "accepted"] += 1
    return dict(answers.most_common())


def mutated(code: str, chance: random.Random) -> str:
    """A code with one to four letters replaced, taken out, doubled or put in, some of them foreign ones."""
    letters = list(code)
    alphabet = chance.choice([LINK.alphabet, QR.alphabet, "!äI0lo \n"])
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(letters))
        fresh = chance.choice(alphabet)
        letters[place : place + 1] = chance.choice([[fresh], [], [letters[place]] * 2, [fresh, letters[place]]])
    return "".join(letters) if "".join(letters) != code else code[1:]
