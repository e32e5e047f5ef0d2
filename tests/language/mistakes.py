"""Mistakes sown into good cards, each with where it stands and why no reading of the grammar allows it.

Whether a changed card is still good by chance is never asked of the linter: a misspelt word counts
only if it is no word of the game, a number only if it is beyond every bound, a part that is left out
only if the card model demands it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import oracle
from oracle.kernel.effects.control import CONTROLS
from oracle.kernel.shapes import pointer

Game = oracle.Game[Any, Any]
FREE = {
    "name",
    "text",
    "flavour",
    "fact",
    "art",
    "category",
    "army",
    "key",
    "code",
    "as",
    "flavor",
    "cipher",
    "set",
    "about",
}
SEATS = ("you", "opponent", "any", "each")
NAMED = {"partner", "controls"}
WORDS = {
    "type",
    "zone",
    "event",
    "owner",
    "controller",
    "keyword",
    "kw",
    "until",
    "subject",
    "player",
    "speed",
    "units",
    "turn",
    "phase",
}


@dataclass(frozen=True)
class Mistake:
    """One mistake: its kind, the set as data or as text, and the pointer of what was changed."""

    kind: str
    given: Any
    at: str


def mistakes(game: Game) -> Iterator[Mistake]:
    """Every mistake in every card that ships with a game."""
    known = vocabulary_of(game)
    for card in game.cards():
        for kind, document, at in changes(game, card.document, known):
            yield Mistake(kind, {"cards": [document]}, f"/cards/0{at}")
        yield from in_text(card.document)
        yield Mistake("a card twice", {"cards": [card.document, card.document]}, "/cards/1/key")


def vocabulary_of(game: Game) -> set[str]:
    """Every word that means anything in a game's cards."""
    words = game.vocabulary
    tables: list[Any] = [
        words.primitives, words.payments, words.costs, words.events, words.stats, words.filters, words.conditions,
        words.amounts, words.keywords, words.durations, words.speeds, words.phases, words.zones, words.types,
        words.targets, words.choices, words.counters, words.reads, words.printed, words.orders, CONTROLS,
        game.card_record.__struct_fields__,
    ]  # fmt: skip
    parameters = {
        name for table in (words.primitives, words.payments) for each in table.values() for name in each.parameters
    }
    options = {word for each in words.primitives.values() for p in each.parameters.values() for word in p.words}
    return {str(word) for table in tables for word in table} | parameters | options


def changes(game: Game, card: dict[str, Any], known: set[str]) -> Iterator[tuple[str, Any, str]]:
    """The mistakes in one card: its kind, the changed card, the pointer."""
    for at, key, value, holder in parts(card, ""):
        free = key in FREE or any(f"/{word}/" in f"{at}/" for word in FREE)
        if not free:
            yield from of_value(
                card, at, key, value, known, set(map(str, holder)) if isinstance(holder, dict) else set()
            )
        yield from of_type(card, at, key, value, amount=isinstance(value, dict) and is_amount(game, key))
        yield from of_kind(game, card, at, key, value, holder)
        if demanded(game, at, key, holder, card):
            yield "a part left out", without(card, at), at
        if isinstance(value, dict) and not free:
            yield (
                "a part too many",
                changed(card, pointer(at, "colour_of_the_sky"), 1),
                pointer(at, "colour_of_the_sky"),
            )
    yield "a part too many", {**card, "colour_of_the_sky": 1}, "/colour_of_the_sky"


def parts(value: Any, at: str) -> Iterator[tuple[str, str, Any, Any]]:
    """Every part of a card: pointer, key, value, what holds it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield pointer(at, key), str(key), inner, value
            yield from parts(inner, pointer(at, key))
    elif isinstance(value, list):
        key = at.rpartition("/")[2]
        for i, inner in enumerate(value):
            yield pointer(at, i), key, inner, value
            yield from parts(inner, pointer(at, i))


def of_value(
    card: Any, at: str, key: str, value: Any, known: set[str], beside: set[str]
) -> Iterator[tuple[str, Any, str]]:
    """Words misspelt, numbers beyond every bound, targets, zones and cards that are not there."""
    yield from of_key(card, at, key, known, beside)
    if isinstance(value, str):
        yield from of_word(card, at, key, value, known)
    if type(value) is int:
        yield "a number too large", changed(card, at, 10**7), at
        yield "a number too small", changed(card, at, -(10**7)), at
    if isinstance(value, dict) and len(value) == 2:
        (one, first), (other, second) = value.items()
        if type(first) is not type(second):
            swapped = changed(changed(card, pointer(at, one), second), pointer(at, other), first)
            yield "two values swapped", swapped, at


def of_key(card: Any, at: str, key: str, known: set[str], beside: set[str]) -> Iterator[tuple[str, Any, str]]:
    """Keys misspelt; the names of alternatives are the card's own."""
    a_name = "/choose_one/" in at and at.count("/") - at.index("/choose_one/") <= 2
    of_grammar = (not a_name and "/abilities/" in f"{at}/") or at.count("/") == 1
    for typo in typos(key) if beside and of_grammar else ():
        if typo not in known and typo not in beside:
            yield "a misspelt key", renamed(card, at, typo), at.rpartition("/")[0] + "/" + typo


def of_word(card: Any, at: str, key: str, value: str, known: set[str]) -> Iterator[tuple[str, Any, str]]:
    """Words of the grammar misspelt or replaced, targets and cards that are not there."""
    if key in WORDS or key in ("to", "of", "is"):
        for typo in typos(value):
            if typo not in known:
                yield "a misspelt word", changed(card, at, typo), at
        yield "a word that means nothing", changed(card, at, "nowhere"), at
    if key in NAMED:
        yield "a card that is not there", changed(card, at, "no-such-card"), at
    if key == "to":
        yield "a target never declared", changed(card, at, "stranger"), at


def is_amount(game: Game, key: str) -> bool:
    """Whether an amount stands here, which may be a number as well as an object."""
    parameters = [
        p for each in game.vocabulary.primitives.values() for name, p in each.parameters.items() if name == key
    ]
    return (
        key in game.vocabulary.stats or key in game.vocabulary.primitives or any(p.kind == "amount" for p in parameters)
    )


def of_kind(game: Game, card: Any, at: str, key: str, value: Any, holder: Any) -> Iterator[tuple[str, Any, str]]:
    """Words of another kind where one of this kind belongs, and parameters of another primitive."""
    words = game.vocabulary
    kinds: dict[str, Any] = {
        "type": words.types, "zone": words.zones, "event": words.events, "keyword": words.keywords,
        "kw": words.keywords,
        "until": words.durations, "owner": SEATS, "player": SEATS,
    }  # fmt: skip
    if key in kinds and isinstance(value, str):
        others = sorted({word for kind, table in kinds.items() if kind != key for word in table} - set(kinds[key]))
        yield from (("a word of another kind", changed(card, at, word), at) for word in others[:4])
    primitive = words.primitives.get(at.split("/")[-2]) if at.count("/") > 1 else None
    if primitive is not None and isinstance(holder, dict) and key in primitive.parameters and len(holder) > 1:
        named = sorted(
            {name for each in words.primitives.values() for name in each.parameters} - set(primitive.parameters)
        )
        place = at.rpartition("/")[0]
        yield from (("a parameter of another word", renamed(card, at, name), f"{place}/{name}") for name in named[:3])


def of_type(card: Any, at: str, key: str, value: Any, *, amount: bool) -> Iterator[tuple[str, Any, str]]:
    """Values of another type than the one that stands there, and than any that may stand there."""
    if type(value) is int:
        wrong: list[Any] = ["seven", [value], True, value + 0.5]
    elif isinstance(value, str):
        wrong = [7, 1.5, {"a": 1}] if key not in FREE else [7, 1.5]
    elif isinstance(value, list):
        wrong = [{}, 7, "seven"]
    elif isinstance(value, dict):
        wrong = [7, None, [[]]] if key in FREE else ["seven", None, [[]], *([] if amount else [7])]
    else:
        wrong = [7, "seven"]
    for instead in wrong:
        yield "a value of another type", changed(card, at, instead), at


def demanded(game: Game, at: str, key: str, holder: Any, card: dict[str, Any]) -> bool:
    """Whether the card model demands this part."""
    if not isinstance(holder, dict):
        return False
    if holder is card:
        return key in ("key", "name", "type")
    inside = at.split("/")[-2] if at.count("/") > 1 else ""
    primitive = game.vocabulary.primitives.get(inside)
    if primitive is not None and key in primitive.parameters and len(holder) > 1:
        return primitive.parameters[key].required
    if key == "do":
        return "when" in holder or "cost" in holder
    return (key == "event" and inside == "when") or (key in ("as", "choose") and "choose" in holder)


# -- changing --------------------------------------------------------------------------------------


def typos(word: str) -> list[str]:
    """A word with a letter missing, doubled, changed, or two of them swapped."""
    if len(word) < 3:
        return []
    middle = len(word) // 2
    return list(dict.fromkeys((
        word[:middle] + word[middle + 1 :], word[:middle] + word[middle] + word[middle:],
        word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :], word[:-1] + "q",
    )))  # fmt: skip


def holder_of(card: Any, at: str) -> tuple[Any, Any, str]:
    """A copy of the card, what holds the part, and the part's key."""
    new = copy.deepcopy(card)
    *path, last = [part.replace("~1", "/").replace("~0", "~") for part in at.split("/")[1:]]
    place = new
    for part in path:
        place = place[int(part)] if isinstance(place, list) else place[part]
    return new, place, last


def changed(card: Any, at: str, value: Any) -> Any:
    """The card with another value at the pointer."""
    new, place, last = holder_of(card, at)
    place[int(last) if isinstance(place, list) else last] = value
    return new


def without(card: Any, at: str) -> Any:
    """The card without a part."""
    new, place, last = holder_of(card, at)
    del place[last]
    return new


def renamed(card: Any, at: str, key: str) -> Any:
    """The card with a part under another key."""
    new, place, last = holder_of(card, at)
    items = [(key if name == last else name, value) for name, value in place.items()]
    place.clear()
    place.update(items)
    return new


# -- in the text -----------------------------------------------------------------------------------


def in_text(card: dict[str, Any]) -> Iterator[Mistake]:
    """Keys said twice, fractions, signs that are missing: mistakes that only a text can have."""
    text = json.dumps({"cards": [card]})
    for key, value in card.items():
        line = f'"{key}": {json.dumps(value)}'
        yield Mistake("a key said twice", text.replace(line, f"{line}, {line}", 1), "")
    for sign in ('"', "{", "}", "[", "]", ":"):
        at = text.rindex(sign)
        yield Mistake("a sign left out", text[:at] + text[at + 1 :], "")
