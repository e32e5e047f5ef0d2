"""Who may attack whom by which stat, and who may block it: listed by hand from the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.mantle.table import Table, Thing

Action = dict[str, Any]


class Battle:
    """What one seat may do in the Battle Phase."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.document = table.document
        self.player = table.players[seat]

    def attacks(self) -> Iterator[Action]:
        """Every Attack that a Summon may be declared for."""
        document, battle = self.document, self.document["battle"]
        steps = ("open", "declaring")
        if document["phase"] != "battle" or document["active"] != self.seat or document["step"] not in steps:
            return
        if document["stack"]:
            return
        barred = battle["barred"] if battle else []
        for thing in self.able():
            if thing["id"] not in barred:
                for aim in self.aims():
                    yield {"type": "declare_attack", "player": self.seat, "attacker": thing["id"], **aim}

    def able(self) -> list[Thing]:
        """The own untapped Summons that are no Links."""
        summons = [thing for thing in self.player["mantle"] if self.table.is_summon(thing)]
        return [thing for thing in summons if not thing["tapped"] and not self.table.is_link(thing)]

    def aims(self) -> Iterator[Action]:
        """Whom an Attack may be declared at, by which Offense."""
        for other in self.table.alive():
            if other == self.seat:
                continue
            drawn = [x["id"] for x in self.table.players[other]["mantle"] if self.table.keyword(x, "target")]
            for stat in ("light", "dark"):
                if not drawn:
                    yield {"target": other, "stat": stat}
                for summon in drawn:
                    yield {"target": other, "stat": stat, "target_summon": summon}

    def blocks(self, attack: dict[str, Any]) -> Iterator[Action]:
        """Every answer to an Attack."""
        options = self.table.options
        attacker = self.table.thing(attack["attacker"])
        done = [one["block"] for one in self.document["battle"]["attacks"]]
        most = options["max_blocks_per_summon"]
        answer = {"player": self.seat, "attack": attack["id"]}
        yield {"type": "no_block", **answer}
        for thing in self.player["mantle"]:
            if not self.table.is_summon(thing) or self.table.is_link(thing):
                continue
            if thing["tapped"] and not options["tapped_can_block"]:
                continue
            if most is not None and done.count(thing["id"]) >= most:
                continue
            if attacker and self.table.keyword(attacker, "elusive") and not self.table.keyword(thing, "elusive"):
                continue
            yield {"type": "block", **answer, "blocker": thing["id"]}

    def next_attack(self) -> tuple[int, dict[str, Any]] | None:
        """The Attack that is asked about next and the seat that is asked: MM-R33."""
        table = self.table
        for seat in table.left_of(self.document["active"]):
            for attack in self.document["battle"]["attacks"]:
                target = attack["target"]
                at = target.get("player")
                if "object" in target and table.options["target_attacks_blockable"]:
                    summon = table.thing(target["object"])
                    at = table.owner(summon) if summon else None
                attacker = table.thing(attack["attacker"])
                if at == seat and attack["block"] == "undecided" and attacker and not table.is_link(attacker):
                    return seat, attack
        return None
