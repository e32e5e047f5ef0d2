"""What the Attacks of a battle do, told one by one: damage, excess, blows in return, and who is discarded."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.mantle.table import STATS, Table, Thing

KINDS = ("light", "dark")


class Fight:
    """A battle whose blocks are made, as it goes on while nobody answers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.triggers: list[str] = []
        self.told: Counter[str] = Counter()

    def resolve(self, attack: dict[str, Any]) -> None:
        """One Attack with all that follows from it, except the Effects that go on the stack."""
        table = self.table
        attacker, blocker = table.thing(attack["attacker"]), table.thing(attack["block"])
        target = attack["target"]
        if attacker is None or table.is_link(attacker) or self.is_lost(target):
            attack["status"] = "vanished"
            return
        attack["status"] = "resolved"
        struck: Thing | None = None
        offense = max(0, table.stats(attacker)[f"{attack['stat']}_offense"])
        if blocker is not None and not table.is_link(blocker):
            struck = blocker
            dealt = self.meet(attacker, blocker, attack["stat"], offense)
        elif isinstance(attack["block"], int) and table.options["blocker_gone"] == "stays_blocked":
            self.told["stays blocked"] += 1
            return
        elif "object" in target:
            struck = table.thing(target["object"])
            if struck is None or table.is_link(struck):
                attack["status"] = "vanished"
                return
            dealt = self.hit(struck, attack["stat"], offense)
            self.told["Target hit"] += 1
        else:
            self.told["unblocked"] += 1
            table.players[target["player"]]["health"] -= offense
            dealt = 0
        glory = self.victories(attacker) if struck is not None and dealt else []
        fallen = self.settle()
        if struck is not None and struck["id"] in fallen:
            self.triggers += glory
            self.told["Victory"] += len(glory)

    def is_lost(self, target: dict[str, Any]) -> bool:
        """Whether an Attack is at a seat that has lost."""
        return "player" in target and target["player"] not in self.table.alive()

    def meet(self, attacker: Thing, blocker: Thing, kind: str, offense: int) -> int:
        """A blocked Attack: the damage, True Strike's excess and Defender's blow, all before anything is discarded."""
        table = self.table
        before = table.stats(blocker)[f"{kind}_defense"]
        back = max(0, table.stats(blocker)[f"{kind}_offense"])
        defends = table.keyword(blocker, "defender")
        if defends and table.hexproof(attacker) and table.options["hexproof_stops_defender"]:
            self.told["Defender against Hexproof"] += 1
            defends = 0
        self.told["blocked"] += 1
        if table.keyword(attacker, "true_strike"):
            table.players[table.owner(blocker)]["health"] -= max(0, offense - before)
            self.told["True Strike"] += 1
        dealt = self.hit(blocker, kind, offense)
        if defends:
            self.told["Defender"] += 1
            self.hit(attacker, kind, back)
        return dealt

    def hit(self, thing: Thing, kind: str, amount: int) -> int:
        """Damage less Armor; how much of it came through."""
        armor = self.table.keyword(thing, "armor")
        self.told["Armor"] += bool(armor)
        through = max(0, amount - armor)
        thing["damage"][kind] += through
        return through

    # -- what follows ----------------------------------------------------------------------------

    def settle(self) -> set[int]:
        """The state check, until nothing changes: who is discarded by it."""
        gone: set[int] = set()
        while True:
            table = self.table
            self.untie()
            lost = [s for s in table.alive() if table.players[s]["health"] <= 0 or table.players[s]["draw_failed"]]
            for seat in lost:
                self.told["lost"] += 1
                table.players[seat]["status"] = "lost"
            for seat in lost:
                self.leave(seat)
            if lost and len(table.alive()) < 2:
                return gone
            dying = [thing for _, thing in table.mantle() if table.is_summon(thing) and self.falls(thing)]
            saved = [thing for thing in dying if table.keyword(thing, "survival")]
            for thing, changes in [(thing, self.saving(thing)) for thing in saved]:
                self.told["Survival"] += 1
                self.save(thing, *changes)
            dead = [thing for thing in dying if thing not in saved]
            if not dead:
                if not lost and not saved:
                    return gone
                continue
            self.told["discarded"] += len(dead)
            gone |= {thing["id"] for thing in dead}
            self.discard(dead)

    def untie(self) -> None:
        """MM-R58: who is Tapped only for having been Summoned this turn, and is Active now, untaps."""
        for _, thing in self.table.mantle():
            new = thing["summon_tap"] and thing["entered_serial"] == self.table.document["turn"]
            if new and self.table.is_summon(thing) and self.table.keyword(thing, "active"):
                thing["tapped"] = thing["summon_tap"] = False

    def falls(self, thing: Thing) -> bool:
        """Whether one of its Defenses is below 1."""
        now = self.table.stats(thing)
        return any(now[f"{kind}_defense"] < 1 for kind in KINDS)

    def saving(self, thing: Thing) -> tuple[dict[str, int], int]:
        """What each Defense lacks of 1, and which card's Survival is used for it."""
        now = self.table.stats(thing)
        lacks = {kind: 1 - now[f"{kind}_defense"] for kind in KINDS if now[f"{kind}_defense"] < 1}
        live = [s for s, n in self.table.instances(thing, "survival") if n > self.table.used(thing, s)]
        return lacks, live[0]

    def save(self, thing: Thing, lacks: dict[str, int], source: int) -> None:
        """One Survival for both Defenses: wounds are taken away first, then a lasting modifier makes up the rest."""
        for kind, lack in lacks.items():
            healed = min(lack, thing["damage"][kind])
            thing["damage"][kind] -= healed
            if lack > healed:
                change = {f"{kind}_defense": lack - healed}
                self.table.document["effects"].append({"target": thing["id"], "change": change, "until": "permanent"})
        worn = next((used for used in thing["used_survival"] if used["source"] == source), None)
        if worn is None:
            thing["used_survival"].append({"source": source, "n": 1})
        else:
            worn["n"] += 1

    def discard(self, dead: list[Thing]) -> None:
        """Discard all of them together, then what is attached to them; their Enders come."""
        for thing in dead:
            self.triggers += self.enders(thing)
        for thing in dead:
            self.move(thing)

    def move(self, thing: Thing) -> None:
        """To the Crypt with one card, or to nothing with a Token; what is attached to it follows."""
        table = self.table
        seat = table.owner(thing)
        below = table.attached(thing)
        table.players[seat]["mantle"].remove(thing)
        table.document["effects"] = [e for e in table.document["effects"] if e["target"] != thing["id"]]
        if not thing["is_token"]:
            table.players[seat]["crypt"].append({"card": thing["card"]})
        for _, other in below:
            if table.thing(other["id"]) is not None:
                self.triggers += self.enders(other)
                self.move(other)

    def leave(self, seat: int) -> None:
        """MM-R07: a seat goes with all its cards; what others attached to them is discarded."""
        table = self.table
        own = list(table.players[seat]["mantle"])
        alien = [other for thing in own for whose, other in table.attached(thing) if whose != seat]
        for other in alien:
            if table.thing(other["id"]) is not None:
                self.triggers += self.enders(other)
                self.move(other)
        table.players[seat]["mantle"].clear()
        for zone in ("hand", "crypt", "removal", "deck"):
            table.players[seat][zone] = []
        for attack in table.document["battle"]["attacks"] if table.document["battle"] else ():
            if self.is_lost(attack["target"]) and attack["status"] == "declared":
                attack["status"] = "vanished"

    def enders(self, thing: Thing) -> list[str]:
        """The live Enders of a card that is discarded now."""
        if self.table.is_link(thing) and not self.table.options["link_ender"]:
            return []
        return [f"ender {thing['card']}" for _ in self.live(thing, thing, "ender")]

    def victories(self, thing: Thing) -> list[str]:
        """The live Victories of an attacking Summon, printed on it or on what it bears."""
        found = [*self.live(thing, thing, "victory")]
        for seat, other in self.table.attached(thing, "equip"):
            if self.table.reaches(seat, thing):
                found += self.live(thing, other, "victory")
        return [f"victory {thing['card']}" for _ in found]

    def live(self, bearer: Thing, printed: Thing, event: str) -> list[int]:
        """The sentences of a card for an event that are not Negated on their bearer."""
        return [
            index
            for index, said in enumerate(self.table.abilities(printed))
            if said.get("when", {}).get("event") == event
            and not any((x["source"], x["ability"]) == (printed["id"], index) for x in bearer["negated"])
        ]


def picture(table: Table) -> dict[str, Any]:
    """The seats of a table with their cards in play, as far as a battle changes them."""
    shown: dict[str, Any] = {}
    for seat in table.seats:
        player = table.players[seat]
        shown[f"seat {seat}"] = [
            player["status"],
            player["health"],
            player["energy"],
            sorted(card["card"] for card in player["crypt"]),
        ]
        for thing in player["mantle"]:
            now = table.stats(thing) if table.is_summon(thing) else dict.fromkeys(STATS, 0)
            used = sum(one["n"] for one in thing["used_survival"])
            shown[f"{thing['card']} {thing['id']}"] = [
                *now.values(), thing["damage"]["light"], thing["damage"]["dark"], used, thing["tapped"],
                thing["attached_to"], thing["attach_kind"],
            ]  # fmt: skip
    return shown
