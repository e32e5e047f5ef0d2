"""A match played at random in which seats ask for what they may not do, and are told why."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from tests.laws.matches import BY_WORD, comes_unseen
from tests.mantle.asking import Asking
from tests.mantle.compared import GAME, pick
from tests.mantle.hidden_hands import told_apart
from tests.mantle.legal import Unread
from tests.mantle.refused_battle import RefusedBattle
from tests.mantle.refused_builds import RefusedBuilds
from tests.mantle.refused_words import RefusedWords
from tests.mantle.table import Table

Document = dict[str, Any]
LOOKS = 0.1
PUT_TOGETHER = {"play_chant", "activate", "sacrifice", "choose_target", "choose_option"}
BATTLE = {"declare_attack", "declare_extra_attack", "finish_declaration", "block", "no_block"}
PERMANENT = {"play_artifact", "play_summon", "play_rune", "play_equipment"}
AT_PRIORITY = {*PERMANENT, "chain_summon", "play_chant", "activate", "sacrifice", "declare_attack", "pass"}
ELSEWHERE = {"block": "wrong_decision", "no_block": "wrong_decision"}  # of another Attack; else a card of another type
WORDS = {"mulligan", "keep", "concede", "offer_draw", "answer_draw", "search_pick"}


class Disagreement(NamedTuple):
    """An action that the rules and the engine refuse for different clauses."""

    action: Document
    expected: list[str]
    found: list[str]
    document: Document

    def __str__(self) -> str:
        """One line of the table of disagreements, with what the action names."""
        told, found = set(self.expected), set(self.found)
        return f"{self.action}: missing {sorted(told - found)}, too much {sorted(found - told)}\n  {self.scene()}"

    def scene(self) -> Document:
        """What of the position the action is about."""
        numbers = {str(value) for value in (*self.action.values(), *self.action.get("ref", {}).values())}
        known = {name: self.document[name] for name in ("active", "phase", "step", "stack", "battle")}
        cards = self.document.get("cards", {})
        for seat, player in enumerate(self.document["players"]):
            known[f"energy {seat}"] = {letter: n for letter, n in player["energy"].items() if n}
            for zone in ("hand", "mantle", "crypt", "removal"):
                for thing in player[zone]:
                    if str(thing["id"]) in numbers:
                        known[f"{zone} {seat}"] = {**thing, "card": cards.get(thing["card"], thing["card"])}
        return known


class Refusals:
    """Asks for what is refused, compares why, and counts it."""

    def __init__(self, cards: Mapping[str, Document]) -> None:
        self.cards = cards
        self.count: Counter[str] = Counter()
        self.wrong: list[Disagreement] = []
        self.leaks: list[tuple[Document, Document]] = []

    def play(self, state: Any, chance: random.Random, most: int, each: int) -> None:
        """A random match from a state; so many questions at each step."""
        for _ in range(most):
            legal = [a for a in GAME.legal_actions(state) if not isinstance(a, BY_WORD) and not comes_unseen(a)]
            if not legal:
                return
            table = Table(GAME.document(state), self.cards)
            said = [(action, msgspec.to_builtins(action)) for action in legal]
            decision, spelt = msgspec.to_builtins(GAME.decision(state)), [one for _, one in said]
            for action in self.questions(decision, table, spelt, chance, each):
                self.ask(state, table, action, due=is_due(decision, spelt, action))
            self.look(state, table, chance)
            state = GAME.apply(state, go_on(said, table.document, chance)).state

    def questions(
        self, decision: Document, table: Table, legal: list[Document], chance: random.Random, each: int
    ) -> Iterator[Document]:
        """Actions of the seat that decides and of the others."""
        for _ in range(each if decision["player"] != "chance" else 0):
            other = chance.choice(table.seats)
            seat = decision["player"] if chance.random() < 0.6 else other
            action = Asking(table, seat, chance).anything(decision, legal)
            if action is not None:
                yield action

    def look(self, state: Any, table: Table, chance: random.Random) -> None:
        """Now and then: questions about a card that the seat does not see."""
        if chance.random() < LOOKS:
            asked, leaks = told_apart(state, table, chance)
            self.count["hidden"] += asked
            self.leaks += [(action, table.document) for action in leaks]

    def ask(self, state: Any, table: Table, action: Document, *, due: bool) -> None:
        """What is told about one action; nothing but the rules holds up one that is due."""
        try:
            expected = sorted(f"MM-{rule}" for rule in why(table, action))
        except Unread:
            self.count["unread"] += 1
            return
        broken = GAME.check(state, GAME.action(action))
        found = sorted({one.rule for one in broken if one.rule is not None})
        if due and not found:
            found = [one.code for one in broken if one.code != ELSEWHERE.get(action["type"], "malformed")]
        self.count[action["type"]] += bool(broken)
        self.count["legal"] += not broken
        self.count["clauses"] += len(expected)
        if found != expected:
            self.wrong.append(Disagreement(action, expected, found, table.document))


def is_due(decision: Document, legal: list[Document], action: Document) -> bool:
    """Whether it is for this seat to do something of this type now."""
    kinds = AT_PRIORITY if decision["type"] == "priority" else {one["type"] for one in legal}
    return bool(action["player"] == decision["player"] and action["type"] in kinds)


def why(table: Table, action: Document) -> set[str]:
    """The clauses that an action breaks."""
    kind, seat = action["type"], action["player"]
    if table.document["phase"] == "setup" and kind not in ("mulligan", "keep"):
        return {"3.6", "3.7"}
    if kind == "pass":
        return set()
    if kind in BATTLE:
        told: set[str] = getattr(RefusedBattle(table, seat), kind)(action)
    elif kind in WORDS:
        told = getattr(RefusedWords(table, seat), kind)(action)
    else:
        told = getattr(RefusedBuilds(table, seat), "play" if kind in PERMANENT else kind)(action)
    return told


def go_on(said: list[tuple[Any, Document]], document: Document, chance: random.Random) -> Any:
    """A random legal action, rather one that puts something together or fights."""
    parts = [one for one in said if one[1]["type"] in PUT_TOGETHER]
    return chance.choice(parts)[0] if parts and chance.random() < 0.4 else pick(said, document, chance)[0]
