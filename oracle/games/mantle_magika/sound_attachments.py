"""What no attachment can be (MM-13.9, MM-15, MM-16; invariant 7 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault

from .state import Magika


def attachments_hold(table: Magika) -> Iterator[Fault]:
    """What is attached lies with a host that is there: Equipment with a Summon, a Link with an own card."""
    hosts = {thing.id: (seat, thing) for seat, player in enumerate(table.state.players) for thing in player.mantle}
    for seat, player in enumerate(table.state.players):
        for i, thing in enumerate(player.mantle):
            yield from attachment_faults(table, hosts, seat, thing, f"/players/{seat}/mantle/{i}")


def attachment_faults(table: Magika, hosts: dict[Any, Any], seat: int, thing: Any, at: str) -> Iterator[Fault]:
    """One card's attachment."""
    equipment = thing.card is not None and table.card(thing).is_equipment
    if (thing.attached_to is None) != (thing.attach_kind is None):
        yield fault("attachment", f"{at}/attach_kind", "What is attached says to what and how.")
    elif thing.attached_to is None:
        if equipment:
            yield fault("equipment_alone", f"{at}/attached_to", "An Equipment is on the Mantle with a Summon only.")
    elif thing.attached_to not in hosts or circles(hosts, thing):
        yield fault("no_host", f"{at}/attached_to", "The card to which this is attached is not on the Mantle.")
    elif equipment != (thing.attach_kind == "equip"):
        yield fault("attachment", f"{at}/attach_kind", "An Equipment is equipped, a Chain card is linked.")
    elif thing.card is not None and hosts[thing.attached_to][1].card is not None:
        yield from host_faults(table, hosts, seat, thing, at)


def circles(hosts: dict[Any, Any], thing: Any) -> bool:
    """Whether attachments lead back to where they began."""
    seen = set()
    while thing is not None and thing.attached_to is not None:
        if thing.id in seen:
            return True
        seen.add(thing.id)
        thing = hosts.get(thing.attached_to, (0, None))[1]
    return False


def host_faults(table: Magika, hosts: dict[Any, Any], seat: int, thing: Any, at: str) -> Iterator[Fault]:
    """What a card that is attached lies with: an Equipment with a Summon, a Link alone under a Chain card that fits."""
    owner, host = hosts[thing.attached_to]
    card, upper = table.card(thing), table.card(host)
    at = f"{at}/attached_to"
    if thing.attach_kind == "equip":
        if upper.type != "summon":
            yield fault("attachment", at, "An Equipment is on a Summon.")
        return
    if owner != seat:
        yield fault("attachment", at, "A Link lies under a card of its owner.")
    if not card.chain or upper.chain - card.chain not in (0, 1):
        yield fault("attachment", at, "A Link is a Chain card under one of the same Chain Value, or of one more.")
    if sum(other.attached_to == host.id and other.attach_kind == "link" for _, other in hosts.values()) > 1:
        yield fault("attachment", at, "One card is the Link of another.")
