"""Why an Attack or a Block is refused."""

from __future__ import annotations

from typing import Any

from tests.mantle.refused import Action, Refused, Rules
from tests.mantle.seen import Found


class RefusedBattle(Refused):
    """What one seat is told when it wants to attack or to block."""

    def declare_attack(self, action: Action) -> Rules:
        """An Attack: its time, who attacks, and at whom."""
        document = self.document
        broken = self.attacker(self.find(action["attacker"])) | self.aim(action)
        if document["active"] != self.seat:
            broken.add("6.9")
        if document["phase"] != "battle" or document["stack"] or document["step"] not in ("open", "declaring"):
            broken.add("4.9")
        if document["battle"] and action["attacker"] in document["battle"]["barred"]:
            broken.add("6.4")
        return broken

    def attacker(self, found: Found) -> Rules:
        """The own untapped Summon that attacks, no Link."""
        broken = set() if self.fields(found) else {"6.2"}
        if self.printed(found)["type"] != "summon":
            broken.add("6.7")
        if found.zone == "mantle" and self.table.is_link(found.thing):
            broken.add("16.14")
        if found.zone == "mantle" and found.thing["tapped"]:
            broken |= {"6.8", "12.16"} if found.thing["summon_tap"] else {"6.8"}
        return broken

    def aim(self, action: Action) -> Rules:
        """A living opponent, one of two Offenses, and a Summon with Target where there is one."""
        target, named = action["target"], action.get("target_summon")
        broken = set() if action.get("stat") else {"6.3"}
        if target == self.seat or target not in self.table.alive():
            return broken | {"6.1"}
        drawn = [x["id"] for x in self.table.players[target]["mantle"] if self.table.keyword(x, "target")]
        if drawn and named not in drawn:
            broken.add("21.13")
        if not drawn and named is not None:
            broken.add("21.14")
        return broken

    def declare_extra_attack(self, action: Action) -> Rules:
        """An additional Attack has its own aim."""
        return self.aim(action)

    def finish_declaration(self, _action: Action) -> Rules:
        """At least one Attack, and no additional one that is due."""
        battle = self.document["battle"]
        broken = set() if battle and battle["attacks"] else {"6.4"}
        due = any(frame["step"] == "extra_attack" for frame in self.document["agenda"])
        return broken | {"21.4"} if due else broken

    def no_block(self, action: Action) -> Rules:
        """An Attack is let through by whom it is at."""
        return self.attacked(self.attack(action["attack"]))

    def block(self, action: Action) -> Rules:
        """A Block: by the seat that is attacked, with a Summon of its own."""
        attack = self.attack(action["attack"])
        found = self.find(action["blocker"])
        broken = self.attacked(attack) | self.blocker(found)
        if self.seat == self.document["active"]:
            broken.add("7.6")
        if attack["block"] not in ("undecided", "none"):
            broken.add("7.2")
        attacker = self.table.thing(attack["attacker"])
        elusive = attacker is not None and self.table.keyword(attacker, "elusive")
        if elusive and found.zone == "mantle" and not self.table.keyword(found.thing, "elusive"):
            broken.add("21.9")
        return broken

    def attack(self, number: int) -> dict[str, Any]:
        """The Attack of this number."""
        found: dict[str, Any] = next(one for one in self.document["battle"]["attacks"] if one["id"] == number)
        return found

    def attacked(self, attack: dict[str, Any]) -> Rules:
        """Who may Block it: the attacked player, and nobody where it is aimed at a Summon with Target."""
        target = attack["target"]
        if "object" not in target:
            return set() if target["player"] == self.seat else {"7.1"}
        if not self.table.options["target_attacks_blockable"]:
            return {"7.1", "R42"}
        summon = self.table.thing(target["object"])
        return set() if summon is not None and self.table.owner(summon) == self.seat else {"7.1"}

    def blocker(self, found: Found) -> Rules:
        """An own Summon on the Mantle, no Link, as the house rules have it."""
        options = self.table.options
        broken = set() if self.fields(found) else {"7.2"}
        if self.printed(found)["type"] != "summon":
            broken.add("7.5")
        if found.zone != "mantle":
            return broken
        if self.table.is_link(found.thing):
            broken.add("16.15")
        if found.thing["tapped"] and not options["tapped_can_block"]:
            broken.add("R31")
        most = options["max_blocks_per_summon"]
        done = [one["block"] for one in self.document["battle"]["attacks"]].count(found.thing["id"])
        return broken if most is None or done < most else broken | {"R32"}
