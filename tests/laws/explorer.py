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
from tests.laws.plenty import plenty

STEPS = 300
DRAFTED = 0.1
STARTS = 20
TRIES = 3
NEAR = 0.7
HURRIED = 0.3  # so often nothing more is done in plenty than must be: so turns pass


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


def modes_waiting(game: GameT, state: Any) -> set[str]:
    """The alternatives of what waits on a stack."""
    cards, waiting = game.cards_of(state), [entry for entry in getattr(state, "stack", ()) if entry.card is not None]
    modes = [(entry.card, cards[entry.card].abilities[i].mode) for entry in waiting for i in entry.abilities]
    return {f"{card}/{mode}" for card, mode in modes if mode is not None}


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

    @property
    def unseen_cards(self) -> list[str]:
        """The cards that something was never met of."""
        return sorted(
            {n.partition("/")[0] for kind, n in self.wanted if kind in ("card", "mode") and not self.met[kind, n]}
        )

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
        shown |= {("mode", name) for name in modes_waiting(game, moment.after)}
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
        for document in [*beside, *self.aimed(moment)]:
            try:
                found = self.game.check(moment.state, self.game.action(document))
            except (oracle.MalformedAction, oracle.Undetermined):
                continue
            yield document, found, self.count({("code", violation.code) for violation in found})

    def aimed(self, moment: Moment) -> Iterator[dict[str, Any]]:
        """Actions of the deciding seat that might be refused for a reason never met, like those that are legal."""
        state = moment.state
        missing = {name for kind, name in self.wanted if kind == "code" and not self.met[kind, name]}
        decision = self.game.decision(state)
        if not missing or decision is None:
            return
        kinds = [
            kind
            for code in sorted(missing)
            for kind in self.game.actions
            if code in {r.code for r in kind.requirements}
        ]
        if not kinds:
            return
        legal = [msgspec.to_builtins(action) for action in moment.legal]
        fitting = [kind for kind in kinds if decision.type in kind.moments]
        near = fitting and self.rng.random() < NEAR
        for kind in self.rng.choices(fitting if near else kinds, k=3 * TRIES if near else TRIES):
            said = {f.encode_name: self.guess(state, kind, f, legal) for f in fields_of(kind)}
            named = {name: value for name, value in said.items() if value is not LEFT_OUT}
            yield {"type": kind.name, "player": "chance" if kind.actor == "chance" else decision.player, **named}

    def guess(self, state: Any, kind: Any, field: Any, legal: list[dict[str, Any]]) -> Any:
        """A value for a parameter: one that a legal action has, or any."""
        near = [action[field.encode_name] for action in legal if field.encode_name in action]
        if near and self.rng.random() < NEAR:
            return self.rng.choice(near)
        return self.rng.choice(domain(self.game, state, kind, field) or [LEFT_OUT])

    def moments(self, number: int) -> Iterator[Moment]:
        """One match: options, decks and chance by its number; every third one is followed from one seat's view.

        Every other one, and after some all of them, begins in plenty, where there is such a beginning.
        """
        game = self.game
        mode = "manual" if number % 3 else "seeded"
        rich = (
            plenty(game, self.rng, self.options(), mode, self.unseen_cards) if number % 2 or number > STARTS else None
        )
        state = self.begun(number, mode) if rich is None else rich
        followed = number % 3 == 2
        for step in range(STEPS if rich is None else STEPS // 2):
            if followed and step == 10:
                state = game.view(state, number % len(state.players))
            legal = [*self.reveals(state), *game.legal_actions(state)] if followed else game.legal_actions(state)
            if not legal:
                return
            hurried = rich is not None and self.rng.random() < HURRIED
            action = (self.least(state) if hurried else None) or self.choose(state, legal)
            outcome = game.apply(state, action)
            yield Moment(state, legal, action, outcome.state, outcome.events)
            state = outcome.state
            if state.result is not None:
                self.count({("code", v.code) for v in game.check(state, action)})

    def least(self, state: Any) -> Any:
        """The action that changes least, if the rules let one pass."""
        decision = self.game.decision(state)
        return None if decision is None or decision.default is None else self.game.action(decision.default)

    def begun(self, number: int, mode: str) -> Any:
        """The first state of a match."""
        begun = self.game.start(self.setup(number, mode))
        self.count({("event", event["type"]) for event in begun.events})
        return begun.state

    def options(self) -> dict[str, Any]:
        """Options that are often other than the default where there are few values, and now and then elsewhere.

        Those that a reason never met hangs on are other than the default most of the time.
        """
        mixed, aim = {}, self.rules_unmet()
        for name, option in self.game.rulebook.options.items():
            rare = option.type == "integer" and option.default is not None
            if option.ruling in aim and self.rng.random() < NEAR:
                mixed[name] = self.rng.choice([value for value in values_of(option) if value != option.default])
            elif self.rng.random() < (0.1 if rare else 0.4):
                mixed[name] = self.rng.choice(values_of(option))
        if "draft" in self.game.rulebook.options:
            mixed["draft"] = self.rng.random() < DRAFTED  # A draft is long, and always the same.
        return mixed

    def rules_unmet(self) -> set[str]:
        """The rules whose breach was never met."""
        return {
            rule
            for kind in self.game.actions
            for requirement in kind.requirements
            if not self.met["code", requirement.code]
            for rule in requirement.rules
        }

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
