"""Play that goes where it has not been: a policy that prefers what was never done, and the list of what is left."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

import oracle
from oracle.kernel.agreement import AnswerDraw, Concede
from oracle.kernel.hidden import is_unknown
from tests.laws.matches import GameT, Moment, setup, starts, values_of, variants
from tests.laws.mutations import LEFT_OUT, domain, fields_of, mutations

STEPS = 300
DRAFTED = 0.1
TRIES = 3


def wanted(game: GameT) -> set[tuple[str, str]]:
    """Everything that play can reach: actions, events, decisions, codes, cards and their modes."""
    kinds = game.describe()["action_types"]
    codes = {requirement["code"] for kind in kinds for requirement in kind["requirements"]}
    moments = {moment for kind in game.actions for moment in kind.moments if kind.actor == "seat"}
    dealt = {
        key
        for s in game.builtin_sets
        for deck in s.decks.values()
        for name in deck.sections
        for key in deck.cards(name)
    }
    modes = {f"{card.key}/{mode}" for card in game.cards() if card.key in dealt for mode in modes_of(card)}
    return {
        *(("action", kind.name) for kind in game.actions),
        *(("event", name) for name in game.events),
        *(("decision", name) for name in moments),
        *(("code", name) for name in (*codes, "unknown_action")),
        *(("card", key) for key in dealt),
        *(("mode", name) for name in modes),
    }


def modes_of(card: Any) -> list[str]:
    """The alternatives that a card offers."""
    return sorted({ability.mode for ability in card.abilities if ability.mode is not None})


def thin(chair: dict[str, Any], most: int, rng: random.Random) -> dict[str, Any]:
    """A seat whose deck has only so many of its cards in each section."""
    sections: dict[str, list[dict[str, Any]]] = {}
    for name, lines in chair["deck"]["sections"].items():
        left = most
        sections[name] = []
        for line in rng.sample(lines, len(lines)):
            sections[name] += [{**line, "count": min(left, line["count"])}] if left else []
            left -= min(left, line["count"])
    return {**chair, "deck": {**chair["deck"], "sections": sections}}


def ends_by_word(action: Any) -> bool:
    """Whether a match would end here and now, by nothing but a word."""
    return isinstance(action, Concede) or (isinstance(action, AnswerDraw) and action.accept)


class Explorer:
    """Counts what was met, and picks the action whose parts were met least."""

    def __init__(self, game: GameT) -> None:
        self.game = game
        self.met: Counter[tuple[str, str]] = Counter()
        self.done: Counter[Any] = Counter()
        self.wanted = wanted(game)
        self.rng = random.Random(f"{game.key}/explorer")

    @property
    def missing(self) -> list[str]:
        """What was never met."""
        return sorted(f"{kind} {name}" for kind, name in self.wanted if not self.met[kind, name])

    def parts(self, state: Any, action: Any) -> list[Any]:
        """What an action is made of: its type, and its type with each card and word that it names."""
        document = msgspec.to_builtins(action)
        places = self.game.places(state)
        name = document.pop("type")
        document.pop("player")
        said = [
            (key, places[v].object.card if type(v) is int and v in places else str(v)) for key, v in document.items()
        ]
        return [name, *((name, *part) for part in said)]

    def choose(self, state: Any, legal: list[Any]) -> Any:
        """Every other time the action with the part that was done least; what ends a match by word hardly ever."""
        quiet = [a for a in legal if not ends_by_word(a)] if self.rng.random() < 0.995 else legal
        if self.rng.random() < 0.5:
            return self.rng.choice(quiet or legal)
        sized = [
            (min(self.done[part] for part in self.parts(state, a)), self.rng.random(), i) for i, a in enumerate(quiet)
        ]
        return quiet[min(sized)[2]] if sized else self.rng.choice(legal)

    def note(self, moment: Moment) -> set[tuple[str, str]]:
        """Count what a step showed; what was new in it."""
        game = self.game
        shown = {("action", game.type_of[type(moment.action)].name)}
        shown |= {("decision", d.type) for d in (game.decision(moment.state), game.decision(moment.after)) if d}
        shown |= {("event", event["type"]) for event in moment.events}
        shown |= {("card", event["card"]) for event in moment.events if event.get("card")}
        shown |= {("mode", f"{e['card']}/{e['mode']}") for e in moment.events if e.get("card") and e.get("mode")}
        for zone in game.object_zones:
            if zone.field:
                shown |= {("card", t.card) for _, things in zone.lists(moment.after) for t in things if t.card}
        for part in self.parts(moment.state, moment.action):
            self.done[part] += 1
        return self.count(shown)

    def count(self, shown: set[tuple[str, str]]) -> set[tuple[str, str]]:
        """Count what was shown; what was new in it."""
        new = {one for one in shown & self.wanted if not self.met[one]}
        self.met.update(shown)
        return new

    def refusals(self, moment: Moment) -> Iterator[tuple[dict[str, Any], list[Any], set[tuple[str, str]]]]:
        """A few actions beside the legal ones, with the reasons that stand in their way and what is new in those."""
        beside = mutations(self.game, moment.state, self.rng.choice(moment.legal), self.rng, TRIES)
        for document in [*beside, *self.aimed(moment.state)]:
            try:
                found = self.game.check(moment.state, self.game.action(document))
            except (oracle.MalformedAction, oracle.Undetermined):
                continue
            yield document, found, self.count({("code", violation.code) for violation in found})

    def aimed(self, state: Any) -> Iterator[dict[str, Any]]:
        """Actions of the deciding seat that might be refused for a reason never met."""
        missing = {name for kind, name in self.wanted if kind == "code" and not self.met[kind, name]}
        decision = self.game.decision(state)
        if not missing or decision is None:
            return
        kinds = [
            kind for kind in self.game.actions if missing & {requirement.code for requirement in kind.requirements}
        ]
        for kind in self.rng.choices(kinds, k=TRIES) if kinds else []:
            said = {
                f.encode_name: self.rng.choice(domain(self.game, state, kind, f) or [LEFT_OUT]) for f in fields_of(kind)
            }
            named = {name: value for name, value in said.items() if value is not LEFT_OUT}
            yield {"type": kind.name, "player": decision.player, **named}

    def moments(self, number: int) -> Iterator[Moment]:
        """One match: options, decks and chance by its number; every third one is followed from one seat's view."""
        game = self.game
        mode = "manual" if number % 3 else "seeded"
        begun = game.start(self.setup(number, mode))
        state = begun.state
        self.count({("event", event["type"]) for event in begun.events})
        followed = number % 3 == 2
        for step in range(STEPS):
            if followed and step == 10:
                state = game.view(state, number % len(state.players))
            legal = [*self.reveals(state), *game.legal_actions(state)] if followed else game.legal_actions(state)
            if not legal:
                return
            action = self.choose(state, legal)
            outcome = game.apply(state, action)
            yield Moment(state, legal, action, outcome.state, outcome.events)
            state = outcome.state
            if state.result is not None:
                self.count({("code", v.code) for v in game.check(state, action)})

    def options(self) -> dict[str, Any]:
        """Options that are often other than the default where there are few values, and now and then elsewhere."""
        mixed = {}
        for name, option in self.game.rulebook.options.items():
            if self.rng.random() < (0.1 if option.type == "integer" else 0.4):
                mixed[name] = self.rng.choice(values_of(option))
        if "draft" in self.game.rulebook.options:
            mixed["draft"] = self.rng.random() < DRAFTED  # A draft is long, and always the same.
        return mixed

    def setup(self, number: int, mode: str) -> dict[str, Any]:
        """A setup by number; every other one has as few cards as it can, where the options let it."""
        for _ in range(20):
            options = self.options()
            try:
                whole = setup(self.game, f"explore-{number}", mode, options)
                break
            except LookupError:
                continue
        if number % 4 in (1, 2):
            for more in variants(self.game):
                thinned = {
                    **whole,
                    "options": {**options, **more},
                    "players": [thin(chair, 6, self.rng) for chair in whole["players"]],
                }
                if starts(self.game, thinned):
                    return thinned
        return whole

    def reveals(self, state: Any) -> list[Any]:
        """What hidden cards in hands could turn out to be, one guess a seat."""
        guesses = []
        for seat, player in enumerate(state.players):
            if any(is_unknown(thing) for thing in player.hand) and self.rng.random() < 0.5:
                cards = sorted(self.game.cards_of(state))
                guesses.append(oracle.Reveal(player="chance", card=self.rng.choice(cards), hand=seat))
        return [guess for guess in guesses if not self.game.check(state, guess)]
