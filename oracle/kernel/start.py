"""Starting a match: the setup document, its decks, the first state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from . import sets, shapes
from .agenda import advance
from .answers import DeckVerdict
from .errors import Fault, InvalidSetup, Violation
from .play import Outcome, check_used_up
from .shapes import pointer
from .state import Count, Key, Seat, Text

if TYPE_CHECKING:
    from .game import Game

MAX_LINES = 500
Name80 = Annotated[str, Meta(max_length=80)]
Name2000 = Annotated[str, Meta(max_length=2000)]


class Line(Struct, kw_only=True, forbid_unknown_fields=True):
    """A line of a deck: a card, how often, and the name it had when it was written."""

    card: Key
    count: Annotated[int, Meta(ge=-10_000, le=10_000)] = 1
    name: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET


class DeckList(Struct, kw_only=True, forbid_unknown_fields=True):
    """A deck document: sections of lines, the format it is for, what it needs besides."""

    sections: dict[str, Annotated[list[Line], Meta(max_length=MAX_LINES)]]
    game: str | UnsetType = UNSET
    format: str | UnsetType = UNSET
    name: Name80 | UnsetType = UNSET
    author: Name80 | UnsetType = UNSET
    description: Name2000 | UnsetType = UNSET
    tags: Annotated[list[Text], Meta(max_length=20)] = []
    sets: list[str] = []
    options: dict[str, Any] = {}

    def cards(self, section: str = "deck") -> list[str]:
        """The cards of a section one by one, in the list's order."""
        return [line.card for line in self.sections.get(section, []) for _ in range(line.count)]


class Chair(Struct, kw_only=True, forbid_unknown_fields=True):
    """One seat of a match to be started."""

    deck: DeckList | None = None
    name: Text = ""


class ChanceSetup(Struct, kw_only=True, forbid_unknown_fields=True):
    """How chance works in the match."""

    mode: Literal["seeded", "manual"] = "seeded"
    seed: Annotated[str, Meta(min_length=1, max_length=128)] | None = None


class Setup(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a match is started from."""

    players: Annotated[list[Chair], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    chance: ChanceSetup = field(default_factory=ChanceSetup)
    first_player: Seat | None = None
    script: Annotated[list[Any], Meta(max_length=1000)] = []
    sets: list[str] = []
    cards: dict[Key, dict[str, Any]] = {}
    map: Any = None
    game: str | UnsetType = UNSET
    rules: str | UnsetType = UNSET
    turn: Count | UnsetType = UNSET


def start(game: Game[Any, Any], document: Mapping[str, Any], script: Sequence[Any] | None) -> Outcome[Any]:
    """The first state of a match; raises `InvalidSetup`."""
    setup = read(document, Setup, "")
    found = setup_faults(game, setup)
    if found:
        raise InvalidSetup(found)
    options = read_options(game, setup.options, "/options")
    state = game.state_type(
        game=game.key,
        rules=game.edition,
        options=options,
        sets=setup.sets or list(game.default_sets),
        cards=setup.cards,
        phase=game.phases[0],
        players=[player_of(game, chair) for chair in setup.players],
        next_id=1,
        **game.state_start,
    )
    state.chance.mode, state.chance.seed = setup.chance.mode, setup.chance.seed
    table = game.table(state, script if script is not None else setup.script)
    check_decks(game, setup, options)
    game.begins(table, setup)
    advance(table)
    check_used_up(table)
    return Outcome(state=state, events=table.events)


def read(document: Any, shape: Any, at: str) -> Any:
    """A record from plain data; raises `InvalidSetup` with every fault."""
    try:
        return msgspec.convert(document, shape)
    except msgspec.ValidationError as error:
        found = shapes.faults(document, shape) or [Fault(code="wrong_type", at=at, message=str(error))]
        raise InvalidSetup([Fault(code=f.code, at=at + f.at, message=f.message, data=f.data) for f in found]) from None


def read_options(game: Game[Any, Any], options: Mapping[str, Any], at: str) -> Any:
    """The options of a match, every one filled in; unknown names and values are refused."""
    return read(dict(options), game.option_type, at)


def player_of(game: Game[Any, Any], chair: Chair) -> Any:
    """The seat's record, before anything is dealt."""
    return game.player_type(name=chair.name, **game.player_start)


def setup_faults(game: Game[Any, Any], setup: Setup) -> list[Fault]:
    """Seats and sets that cannot be."""
    low, high = game.seats
    count = len(setup.players)
    found = []
    if not low <= count <= high:
        message = f"{game.name} is for {low if low == high else f'{low} to {high}'} players; here are {count}."
        found.append(Fault(code="seat_count", at="/players", message=message, data={"players": count}))
    if setup.first_player is not None and setup.first_player >= count:
        found.append(Fault(code="no_such_seat", at="/first_player", message=f"There is no seat {setup.first_player}."))
    if setup.game is not UNSET and setup.game != game.key:
        found.append(
            Fault(code="other_game", at="/game", message=f"This is a match of {setup.game}, not of {game.key}.")
        )
    if setup.chance.mode == "seeded" and setup.chance.seed is None:
        found.append(Fault(code="missing", at="/chance/seed", message="A seeded match needs a seed."))
    return found


def check_decks(game: Game[Any, Any], setup: Setup, options: Any) -> None:
    """Refuse a match whose decks may not be played, naming every clause."""
    cards = sets.cards_of(game, tuple(setup.sets or game.default_sets), setup.cards)
    found = []
    for seat, broken in game.checks_decks([chair.deck for chair in setup.players], cards, options):
        at = pointer("/players", seat) + "/deck" if seat is not None else "/players"
        deck = setup.players[seat].deck if seat is not None else None
        told = [*broken, *(bad_counts(game, deck, broken, "en") if deck is not None else ())]
        found += [Fault(code=v.code, at=at, message=v.message, data={"rule": v.rule}) for v in told]
    if found:
        raise InvalidSetup(found)


def bad_counts(game: Game[Any, Any], deck: DeckList, told: list[Violation], language: str) -> Iterator[Violation]:
    """Lines that count a card less than once, where the game's own rules say nothing of it."""
    if any(violation.code == "bad_count" for violation in told):
        return
    for name, lines in deck.sections.items():
        for i, line in enumerate(lines):
            if line.count < 1:
                facts = {"card": line.card, "count": line.count}
                message = game.texts.say("violations", "bad_count", language, facts)
                at = pointer(pointer("/sections", name), i) + "/count"
                yield Violation(code="bad_count", rule=None, message=message, data=facts, at=at)


def check_deck(game: Game[Any, Any], document: Mapping[str, Any], language: str) -> DeckVerdict:
    """The verdict on one deck under its own format and options; raises `InvalidSetup`."""
    deck: DeckList = read(document, DeckList, "")
    if deck.game is not UNSET and deck.game != game.key:
        message = f"This is a deck of {deck.game}, not of {game.key}."
        raise InvalidSetup([Fault(code="other_game", at="/game", message=message)])
    cards = sets.cards_of(game, tuple(deck.sets or game.default_sets), {})
    form = deck.format if deck.format is not UNSET else game.formats[0]
    broken, warnings = game.checks_deck(deck, cards, form, language)
    broken = [*broken, *bad_counts(game, deck, broken, language)]
    for name in deck.sections:
        if name not in game.sections and not any(told.at == pointer("/sections", name) for told in broken):
            message = game.texts.say("violations", "unknown_section", language, {"section": name})
            broken = [
                *broken,
                Violation(
                    code="unknown_section",
                    rule=None,
                    message=message,
                    data={"section": name},
                    at=pointer("/sections", name),
                ),
            ]
    verdict: Literal["legal", "illegal"] = "illegal" if broken else "legal"
    return DeckVerdict(verdict=verdict, violations=broken, warnings=warnings, format=form, rules=game.edition)
