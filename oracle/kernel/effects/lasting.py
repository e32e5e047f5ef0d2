"""What lasts: static abilities of what is out and the state's continuing effects, asked by stat and keyword.

Numbers printed on cards are no part of the answers. A static ability reads its source's side, an
effect in `state.effects` says what it changes: `{"attack": 1}` or `{"keyword": "swift", "n": 1}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.json import Encoder

from oracle.kernel.errors import Fault
from oracle.kernel.state import Effect
from oracle.kernel.table import Place, Table
from oracle.kernel.zonework import in_zone

from .ability import Ability, Ref, Scope, Seats, Selector, Side
from .limits import Refused
from .seats import compile_seats
from .selectors import compile_selector

encode = Encoder(order="sorted").encode


def permanents(table: Table[Any, Any]) -> list[Place]:
    """Everything on the table whose card is known, seat by seat, in the order of the zones."""
    found: list[Place] = table.once(
        "permanents", lambda: [p for p in in_zone(table, None) if p.object.card is not None]
    )
    return found


def side_of(place: Place) -> Side:
    """The scope of an ability of something on the table: its controller and itself."""
    controller = getattr(place.object, "controller", None)
    seat = controller if isinstance(controller, int) else place.seat
    return Side(0 if seat is None else seat, place.object.id)  # type: ignore[arg-type]


def statics(table: Table[Any, Any], name: str) -> list[tuple[Side, Ability]]:
    """The static abilities on the table that touch this stat or keyword."""
    found: list[tuple[Side, Ability]] | None = table.statics.get(name)
    if found is None:
        touching = touched(table.cards).get(name)
        found = table.statics[name] = find_statics(table, name, touching) if touching is not None else []
    return found


def touched(cards: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """The stats and keywords that cards lastingly touch, and which do: what none does need not be looked for."""
    known = TOUCHED.get(id(cards))
    if known is None or known[0] is not cards:
        if len(TOUCHED) >= CACHE:
            TOUCHED.clear()
        names = {name for card in cards.values() for name in card.lasts}
        keys = {name: frozenset(key for key, card in cards.items() if name in card.lasts) for name in names}
        known = TOUCHED[id(cards)] = (cards, keys)
    return known[1]


TOUCHED: dict[int, tuple[Mapping[str, Any], dict[str, frozenset[str]]]] = {}
CACHE = 256


def find_statics(table: Table[Any, Any], name: str, touching: frozenset[str]) -> list[tuple[Side, Ability]]:
    """Look through the cards on the table that lastingly touch this."""
    counts, cards = table.game.vocabulary.counts, table.cards
    found: list[tuple[Side, Ability]] = []
    for place in table.game.touching(table.state, touching):
        lasting = cards[str(place.object.card)].lasts[name]
        found += [(side_of(place), one) for one in lasting if counts is None or counts(table, place, one)]
    return found


def holds_now(table: Table[Any, Any], side: Side, ability: Ability) -> bool:
    """The ability's own condition is met."""
    return ability.condition is None or ability.condition(table, side)


def reaches(table: Table[Any, Any], side: Side, ability: Ability, place: Place) -> bool:
    """A static ability reaches this object now."""
    return ability.select is not None and ability.select.matches(table, side, place) and holds_now(table, side, ability)


# -- stats -----------------------------------------------------------------------------------------


def stat(table: Table[Any, Any], place: Place, name: str) -> int:
    """What lasting effects add to a stat of an object."""
    if not table.state.effects and not statics(table, name):
        return 0
    changed = sum(
        ability.modify[name](table, side)
        for side, ability in statics(table, name)
        if reaches(table, side, ability, place)
    )
    for effect in table.state.effects:
        amount = effect.change.get(name)
        if type(amount) is int and is_about(table, effect, place):
            changed += amount
    return changed


def seat_stat(table: Table[Any, Any], seat: int, name: str, **facts: Any) -> int:
    """What static abilities add to a stat of a seat; one that is qualified counts where `facts` agree."""
    changed = 0
    for side, ability in statics(table, name):
        if ability.seats is None or seat not in ability.seats(table, side) or not holds_now(table, side, ability):
            continue
        if all(facts.get(word) == value for word, value in ability.qualified.get(name, {}).items()):
            changed += ability.modify[name](table, side)
    for effect in table.state.effects:
        amount = effect.change.get(name)
        if type(amount) is int and effect.select and seat in meant(table, effect):
            changed += amount
    return changed


# -- keywords --------------------------------------------------------------------------------------


def has_keyword(table: Table[Any, Any], place: Place, word: str) -> bool:
    """Whether an object has a keyword: printed, granted by something on the table, or for a while."""
    if prints_keyword(table, place, word):
        return True
    return bool(table.state.effects or statics(table, word)) and any(True for _ in keywords(table, place, word))


def prints_keyword(table: Table[Any, Any], place: Place, word: str) -> bool:
    """Whether a keyword is printed on an object's card."""
    return any(ability.keyword == word for ability in table.card(place.object).abilities)


def keywords(table: Table[Any, Any], place: Place, word: str) -> Iterator[int]:
    """The number behind each keyword of this name that an object has (0: it has none)."""
    for ability in table.card(place.object).abilities:
        if ability.keyword == word:
            yield ability.n
    for side, ability in statics(table, word):
        if word in ability.grants and reaches(table, side, ability, place):
            yield ability.grants[word]
    for effect in table.state.effects:
        if effect.change.get("keyword") == word and is_about(table, effect, place):
            amount = effect.change.get("n", 0)
            yield amount if type(amount) is int else 0


# -- continuing effects ----------------------------------------------------------------------------


def effects_on(table: Table[Any, Any], place: Place) -> Iterator[Effect]:
    """The continuing effects whose target is this object, or whose selector fits it."""
    return (effect for effect in table.state.effects if is_about(table, effect, place))


def is_about(table: Table[Any, Any], effect: Effect, place: Place) -> bool:
    """Whether an effect is about this object: its target, or one that its selector fits."""
    return effect.target == place.object.id or bool(effect.select and fits(table, effect, place))


def fits(table: Table[Any, Any], effect: Effect, place: Place) -> bool:
    """Whether an effect that is about a kind of objects reaches this one."""
    selector = table.once(("select", effect.id), lambda: chosen_by(table, effect.select))
    return isinstance(selector, Selector) and selector.matches(table, Side(effect.controller, effect.source), place)


def meant(table: Table[Any, Any], effect: Effect) -> list[int]:
    """The seats that an effect about seats means."""
    seats = chosen_by(table, effect.select)
    return [] if isinstance(seats, Selector) else seats(table, Side(effect.controller, effect.source))


def chosen_by(table: Table[Any, Any], select: Any) -> Selector | Seats:
    """The compiled selector of an effect, made once for each way in which it is written."""
    key = (table.game.key, encode(select))
    found = SELECTORS.get(key)
    if found is None:
        if len(SELECTORS) >= CACHE:
            SELECTORS.pop(next(iter(SELECTORS)))
        found = compile_select(table.game.vocabulary, select)[0]
        assert found is not None, "what a state selects was checked as it was read"
        SELECTORS[key] = found
    return found


def compile_select(vocabulary: Any, select: Any) -> tuple[Selector | Seats | None, list[Fault]]:
    """The selector that an effect is written with, or what is wrong with it."""
    from .parse import Parser  # noqa: PLC0415 - the parser builds on this module

    parser = Parser(vocabulary)
    try:
        of_seats = isinstance(select, dict) and "player" in select
        made: Any = compile_seats(parser, select, "") if of_seats else compile_selector(parser, select, "", chosen=True)
    except Refused:
        made = None
    return (None if parser.faults else made), parser.faults


SELECTORS: dict[tuple[str, bytes], Selector | Seats] = {}


def add_effect(  # noqa: PLR0913 - the fields of a continuing effect
    table: Table[Any, Any],
    scope: Scope,
    target: Ref | None,
    change: dict[str, Any],
    until: str,
    *,
    card: str,
    rule: str | None,
    select: dict[str, Any] | None = None,
) -> Effect:
    """A continuing effect begins, on an object or on whatever `select` fits; tells `modify`."""
    until = stored(table, until)
    effect = Effect(
        id=table.fresh_id(), source=scope.source, card=card, controller=scope.player,
        target=None if target is None else target["object"], select=select or UNSET, change=change, until=until,
    )  # fmt: skip
    table.state.effects = [*table.state.effects, effect]
    table.emit("modify", rule, effect=effect.id, target=target, change=change, until=until)
    return effect


def expire(table: Table[Any, Any], moment: str, rule: str | None = None, player: int | None = None) -> None:
    """The effects that last until this moment end; `player` limits it to those of that seat."""
    drop(
        table,
        [e for e in table.state.effects if ends_at(table, e.until, moment) and player in (None, e.controller)],
        rule,
    )


def ends_at(table: Table[Any, Any], until: str, moment: str) -> bool:
    """Whether a duration ends at this moment; `turn_7` ends with the end of turn 7."""
    if moment == "end_of_turn" and until.startswith("turn_"):
        return until[5:].isdigit() and int(until[5:]) <= table.state.turn
    return until == moment


def stored(table: Table[Any, Any], until: str) -> str:
    """A duration as the state keeps it: so many turns are counted from this one."""
    word, _, number = until.partition(":")
    return f"turn_{table.state.turn + int(number) - 1}" if word == "turns" else until


def expire_gone(table: Table[Any, Any], rule: str | None = None) -> None:
    """The effects end whose target has left, or whose source has where they last as long as it is there."""
    ended = [effect for effect in table.state.effects if is_gone(table, effect)]
    drop(table, ended, rule)


def is_gone(table: Table[Any, Any], effect: Effect) -> bool:
    """Nothing is left that the effect could be about."""
    if effect.target is not None and not table.exists(effect.target):
        return True
    return effect.until == "while_source" and effect.source is not None and not table.exists(effect.source)


def drop(table: Table[Any, Any], ended: Iterable[Effect], rule: str | None) -> None:
    """Take effects off and tell it; the count of an ability's uses ends in silence."""
    for effect in ended:
        table.state.effects = [other for other in table.state.effects if other is not effect]
        if "used" not in effect.change:
            target = None if effect.target is None else {"object": effect.target}
            told = {"effect": effect.id, "target": target, "change": effect.change, "until": effect.until}
            table.emit("expire", rule, **told)
