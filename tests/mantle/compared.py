"""A match played at random, and everything in it that is also worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

import msgspec

import oracle
from tests.laws.matches import BY_WORD, comes_unseen
from tests.mantle.battle import Battle
from tests.mantle.energy import paid, price
from tests.mantle.fight import Fight, picture
from tests.mantle.legal import Legal, Unread
from tests.mantle.table import STATS, Table
from tests.mantle.turns import owed, pass_the_turn

Document = dict[str, Any]
GAME = oracle.game("mantle-magika")
FIGHTING = {"declare_attack", "declare_extra_attack", "block"}
COSTS = ("energy", "chain", "sacrifice")


class Compared:
    """Compares what the engine says with what is worked out by hand, and counts it."""

    def __init__(self, cards: Mapping[str, Document]) -> None:
        self.cards = cards
        self.count: Counter[str] = Counter()

    def play(self, state: Any, chance: random.Random, most: int) -> None:
        """A random match from a state: fights are sought, and mostly let to happen."""
        for _ in range(most):
            table = Table(GAME.document(state), self.cards)
            legal = [a for a in GAME.legal_actions(state) if not isinstance(a, BY_WORD) and not comes_unseen(a)]
            if not legal:
                return
            said = [(action, msgspec.to_builtins(action)) for action in legal]
            self.check_values(state, table, chance)
            self.check_actions(msgspec.to_builtins(GAME.decision(state)), table, [one for _, one in said])
            action, spelt = pick(said, table.document, chance)
            state = GAME.apply(state, action).state
            self.check_step(table.document, spelt, GAME.document(state))

    def check_values(self, state: Any, table: Table, chance: random.Random) -> None:
        """The four stats and the keywords of a Summon on a Mantle."""
        summons = [thing for _, thing in table.mantle() if table.is_summon(thing)]
        for thing in chance.sample(summons, min(2, len(summons))):
            derived = GAME.derived(state, object=thing["id"])
            words = {word for word in derived["keywords"] if derived["keywords"][word]}

            assert {stat: derived[stat] for stat in STATS} == table.stats(thing), thing
            assert words == {word for word in WORDS if table.keyword(thing, word)}, thing
            self.count["summons"] += 1

    def check_actions(self, decision: Document, table: Table, legal: list[Document]) -> None:
        """All that a seat may do at priority or in a battle."""
        kind, seat = decision["type"], decision["player"]
        try:
            expected = by_hand(table, kind, seat)
        except Unread:
            self.count["unread"] += 1
            return
        assert table.document["step"] != "blocked" or Battle(table, seat).next_attack() is None, table.document
        if expected is not None:
            assert spelt_out(legal) == spelt_out(expected), table.document
            self.count["lists"] += 1
            self.count["actions"] += len(expected)

    # -- steps -----------------------------------------------------------------------------------

    def check_step(self, before: Document, action: Document, after: Document) -> None:
        """What a step has done, where it is one that is worked out by hand."""
        living = sum(player["status"] == "playing" for player in before["players"])
        if action["type"] == "pass" and not before["stack"] and before["priority"]["passes"] + 1 == living:
            if before["battle"] and before["step"] in ("blocked", "resolving"):
                self.check_fight(before, after)
            elif before["phase"] == "end" and before["step"] == "open":
                self.check_turn(before, after)
        self.check_declaration(before, action, after)
        self.check_payment(before, action, after)

    def check_declaration(self, before: Document, action: Document, after: Document) -> None:
        """An attacker is tapped and owes an Attack for each Speed; who stayed at home is barred."""
        table = Table(before, self.cards)
        if action["type"] == "declare_attack":
            attacker = table.thing(action["attacker"])
            assert attacker is not None
            now = Table(after, self.cards).thing(action["attacker"])
            due = sum(frame["left"] for frame in after["agenda"] if frame["step"] == "extra_attack")

            assert now == {**attacker, "tapped": True, "summon_tap": False}, before
            assert due == table.keyword(attacker, "speed"), before
            self.count["declared"] += 1
        elif action["type"] == "finish_declaration" and after["result"] is None:
            home = [thing["id"] for thing in Battle(table, before["active"]).able()]
            stays = home if table.options["attack_batching"] == "strict" else []
            assert {*after["battle"]["barred"]} == {*before["battle"]["barred"], *stays}, before

    def check_fight(self, before: Document, after: Document) -> None:
        """The Attacks that resolve until one of them sets something off."""
        table = Table(deepcopy(before), self.cards)
        fight = Fight(table)
        waiting = [attack for attack in table.document["battle"]["attacks"] if attack["status"] == "declared"]
        for attack in waiting:
            if attack["status"] == "declared" and len(table.alive()) > 1 and not fight.triggers:
                fight.resolve(attack)
                self.count["attacks"] += 1
        self.count["fights"] += 1
        self.count.update(fight.told)
        assert (after["result"] is not None) == (len(table.alive()) < 2), before
        if after["result"] is None:
            over = not fight.triggers
            assert picture(Table(after, self.cards)) == picture(table), before
            assert not over or (after["step"], after["battle"]["attacks"]) == ("open", []), before

    def check_turn(self, before: Document, after: Document) -> None:
        """What goes at the pass and what the next turn begins with."""
        table = Table(deepcopy(before), self.cards)
        seat, triggers = pass_the_turn(table)
        if any(one["player"] == seat for one in before["delayed"]) or len(table.alive()) < 2 or after["result"]:
            return
        if (seat == before["active"] and triggers) or table.players[seat]["status"] != "playing":
            return
        assert after["active"] == seat, before
        assert picture(Table(after, self.cards)) == picture(table), before
        self.count["turns"] += 1

    def check_payment(self, before: Document, action: Document, after: Document) -> None:
        """What is left when something has been paid without a word on how."""
        seat, frames = action["player"], after["agenda"]
        if seat == "chance" or any(frame["step"] in ("build", "declare") for frame in frames):
            return
        table = Table(before, self.cards)
        asked = self.asked(table, action)
        player = after["players"][seat]
        if asked is None or player["status"] != "playing" or not table.options["shift_uses_stack"]:
            return
        assert player["energy"] == paid(table.players[seat]["energy"], asked, table.options), before
        self.count["payments"] += 1

    def asked(self, table: Table, action: Document) -> Any:
        """The price of what an action plays or activates, the Spell Shields of its targets among it."""
        kind, seat = action["type"], action["player"]
        if kind == "confirm":
            frame = table.document["agenda"][-1]
            extra = owed(table, frame, seat)
            if frame["kind"] in ("chant", "play") and not frame["chain"]:
                return price(self.cards[frame["card"]].get("cost", "0")).more(extra)
            bearer = table.thing(frame["printed"])
            said = self.cards[bearer["card"]]["abilities"] if bearer and frame["kind"] == "ability" else []
            return priced(said[frame["ability"]]).more(extra) if said else None
        hand = {card["id"]: card["card"] for card in table.players[seat]["hand"]}
        if kind.startswith("play_"):
            return price(self.cards[hand[action["card"]]].get("cost", "0"))
        if kind in ("activate", "sacrifice"):
            printed = action.get("source", action["card"])
            thing = table.thing(printed)
            return priced(self.cards[thing["card"] if thing else hand[printed]]["abilities"][action["ability"]])
        return None


WORDS = (
    "active", "true_strike", "hexproof", "speed", "survival", "elusive", "defender", "target", "armor", "spell_shield",
    "degrade",
)  # fmt: skip


def by_hand(table: Table, kind: str, seat: Any) -> list[Document] | None:
    """Everything that a seat may do at a decision; `None` where it is not worked out."""
    if kind == "priority":
        legal = Legal(table, seat)
        own = [*legal.plays(), *legal.activations(), *legal.sacrifices(), {"type": "pass", "player": seat}]
        return [*Battle(table, seat).attacks(), *own]
    if kind == "attack_declaration":
        return [*Battle(table, seat).attacks(), {"type": "finish_declaration", "player": seat}]
    if kind == "extra_attack":
        return [{"type": "declare_extra_attack", "player": seat, **aim} for aim in Battle(table, seat).aims()]
    if kind == "block":
        asked = Battle(table, seat).next_attack()
        return [] if asked is None or asked[0] != seat else [*Battle(table, seat).blocks(asked[1])]
    return None


def priced(said: Document) -> Any:
    """What a sentence costs in Energy."""
    parts = [part for part in said["cost"] if isinstance(part, dict)]
    texts = [part[word] for part in parts for word in COSTS if word in part]
    return price(*texts, unshifted=sum(part.get("unshifted", 0) for part in parts))


def spelt_out(actions: Iterable[Document]) -> list[list[tuple[str, str]]]:
    """Actions in an order of their own, to be compared."""
    return sorted(sorted((name, str(value)) for name, value in action.items()) for action in actions)


def pick(said: list[tuple[Any, Document]], document: Document, chance: random.Random) -> tuple[Any, Document]:
    """A random action, rather one that fights, and rather a pass while a fight waits."""
    fights = [one for one in said if one[1]["type"] in FIGHTING]
    passes = [one for one in said if one[1]["type"] == "pass" and document["step"] in ("declared", "blocked")]
    for wanted, share in ((passes, 0.8), (fights, 0.5)):
        if wanted and chance.random() < share:
            return chance.choice(wanted)
    return chance.choice(said)
