"""Every keyword is borne and faced in play that goes where it has not been.

Borne: a card that bears it was in play while its seat decided or was attacked. Faced, keyword by keyword
(`tests.laws.keywords.WITNESSES`): an event by the keyword's own clause at another seat, a refusal of another
seat's action by that clause, an Attack that only the keyword makes, or a decision of another seat while the
sentence that the keyword begins waited on the stack; for the rest, that the bearer attacked, blocked, was
damaged or aimed at by another seat. A keyword that rules carry out is not faced once its rule falls silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest

import oracle
from oracle.games.mantle_magika.keywords import attached
from oracle.kernel.coverage import carriers_of
from tests.laws.explorer import Explorer, ends_by_word
from tests.laws.keywords import SILENCED, WITNESSES, borne, faced, said_by
from tests.laws.matches import GameT, Moment
from tests.laws.scenes import Scene, seat_of
from tests.test_silence import silenced

MATCHES = range(21, 240)  # Behind the first twenty all matches begin in plenty, where there is plenty.
FIGHTS = ("attack", "declare_attack", "declare_extra_attack", "block")
AIMED = {"hexproof", "spell_shield"}  # These are faced by what aims at them.
OFTEN = 0.6
with_keywords = pytest.mark.parametrize(
    "game", [game for game in oracle.games() if game.vocabulary.keywords], ids=lambda game: game.key
)


class Seeker(Explorer):
    """An explorer that often uses cards that bear what was not faced yet, and lets cards fight."""

    def __init__(self, game: GameT) -> None:
        super().__init__(game)
        self.known: dict[Any, set[str]] = {}
        self.shown: dict[str, tuple[Any, list[Any]]] = {}  # Where a keyword was first faced: a match up to there.
        self.match: list[Moment] = []
        self.unborne, self.unfaced = set(WITNESSES[game.key]), set(WITNESSES[game.key])

    @property
    def unseen_cards(self) -> list[str]:
        """The cards to begin with: banners with the keywords, and shipped cards with sentences, not faced yet."""
        shipped = [card.key for card in self.game.cards() if said_by(self.game, card) & self.unfaced]
        return [*(f"banner-{word}" for word in sorted(self.unfaced)), *shipped]

    def choose(self, state: Any, legal: list[Any]) -> Any:
        """Every other time what names a bearer, or a fight."""
        table, often = self.game.table(state), self.rng.random() < OFTEN
        kept = [a for a in legal if not ends_by_word(a) and not spares(table, a)] if often else []
        wished = [a for a in kept if any(self.words(table, n) & self.unfaced for n in named(a))]
        fights = [a for a in kept if self.game.type_of[type(a)].name in FIGHTS]
        pool = wished if wished and self.rng.random() < OFTEN else fights
        return self.rng.choice(pool) if pool else super().choose(state, legal)

    def words(self, table: Any, value: Any) -> set[str]:
        """The keywords of the card that a value names, and of what is attached to it."""
        number = value.get("object") if isinstance(value, dict) else value
        place = table.place(number) if type(number) is int else None
        if place is None:
            return set()
        return self.words_of(table, place.object.card).union(
            *(self.words_of(table, each.object.card) for each in worn_by(table, place.object.id))
        )

    def words_of(self, table: Any, key: Any) -> set[str]:
        """The keywords of a card."""
        if key is not None and key not in self.known:
            card = table.cards[key]
            aims = AIMED if any(ability.targets for ability in card.abilities) else set()
            self.known[key] = {a.keyword for a in card.abilities if a.keyword} | said_by(self.game, card) | aims
        return self.known.get(key, set())

    def see(self, moment: Moment) -> None:
        """Note what a step shows."""
        self.note(moment)
        self.match = [*self.match, moment] if self.match and self.match[-1].after is moment.state else [moment]
        scene = scene_of(self.game, moment, self.unfaced)
        self.unborne -= borne(scene) if self.unborne else set()
        new = faced(scene) & self.unfaced
        self.shown.update(dict.fromkeys(new, (self.match[0].state, [each.action for each in self.match])))
        self.unfaced -= new


def scene_of(game: GameT, moment: Moment, sought: set[str]) -> Scene:
    """A step with what is asked of it."""
    decision = game.decision(moment.state)
    player = decision.player if decision is not None else None
    return Scene(game, moment, game.table(moment.state), player, cited(game, moment, sought))


def shown_silently(game: GameT, word: str, state: Any, actions: list[Any]) -> bool:
    """Whether the same actions show a keyword although its rule is silent; what can no longer be done ends it."""
    rule = SILENCED[game.key][word]
    with ExitStack() as silence:
        for carrier in carriers_of(game):
            if rule in carrier.rules and carrier.kind in ("function", "requirement"):
                silence.enter_context(silenced(carrier, rule))
        for action in actions:
            try:
                outcome = game.apply(state, action)
            except oracle.OracleError:
                return False
            moment = Moment(state, [action], action, outcome.state, outcome.events)
            if WITNESSES[game.key][word](scene_of(game, moment, {word})):
                return True
            state = outcome.state
    return False


def worn_by(table: Any, number: int) -> list[Any]:
    """What is attached to an object, in the game in which things are."""
    return [*attached(table, number)] if table.game.key == "mantle-magika" else []


def named(action: Any) -> list[Any]:
    """The values of an action's parameters."""
    return [value for name, value in msgspec.to_builtins(action).items() if name != "player"]


def spares(table: Any, action: Any) -> bool:
    """Whether an attack is at a card of the own side."""
    aimed = [table.place(n) for n in (getattr(action, "target", None),) if table.game.key == "muhq" and type(n) is int]
    return any(place is not None and seat_of(place) == action.player for place in aimed)


def attempts(game: GameT, moment: Moment) -> Iterator[dict[str, Any]]:
    """What another seat might try at a bearer that keeps it off: aim at it, block it, attack past it."""
    decision = game.decision(moment.state)
    if game.key != "mantle-magika" or decision is None or type(decision.player) is not int:
        return
    action = msgspec.to_builtins(moment.action)
    if action.pop("target_summon", None) is not None:
        yield action
    first = next((a for a in moment.legal if game.type_of[type(a)].name in ("choose_target", "no_block")), None)
    if first is None:
        return
    for seat, player in enumerate(moment.state.players):
        for thing in player.mantle:
            if hasattr(first, "slot") and seat != decision.player:
                ref = {"object": thing.id}
                yield {"type": "choose_target", "player": decision.player, "slot": first.slot, "ref": ref}
            elif hasattr(first, "attack") and seat == decision.player:
                yield {"type": "block", "player": seat, "attack": first.attack, "blocker": thing.id}


def cited(game: GameT, moment: Moment, left: set[str]) -> set[str]:
    """The clauses by which the attempts are refused, while a keyword waits for one."""
    if not left & {"hexproof", "elusive", "link", "target"}:
        return set()
    found = [game.check(moment.state, game.action(one)) for one in attempts(game, moment)]
    return {str(violation.rule) for each in found for violation in each}


@with_keywords
def test_every_keyword_has_its_witness(game: GameT) -> None:
    assert set(game.vocabulary.keywords) <= set(WITNESSES[game.key])


@pytest.mark.slow
@with_keywords
def test_every_keyword_is_borne_and_faced_and_not_once_it_is_silent(game: GameT, tell: Callable[[str], None]) -> None:
    seeker = Seeker(game)
    steps = 0

    for number in MATCHES:
        for moment in seeker.moments(number):
            seeker.see(moment)
            steps += 1
        if not seeker.unborne and not seeker.unfaced:
            break

    tell(f"{game.key}: {len(WITNESSES[game.key])} keywords to bear and to face, {steps} steps")
    assert (sorted(seeker.unborne), sorted(seeker.unfaced)) == ([], [])
    silent = SILENCED.get(game.key, {})
    assert [word for word in silent if shown_silently(game, word, *seeker.shown[word])] == []
