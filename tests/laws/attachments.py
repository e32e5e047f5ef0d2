"""What another seat sees of Equipment, Tokens, Cost and Degrade: a step, and the same without what is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.games.mantle_magika.costs import discards_in
from oracle.games.mantle_magika.keywords import attached, has
from oracle.games.mantle_magika.records import STATS
from oracle.games.mantle_magika.stats import offense
from oracle.kernel.table import Place
from tests.laws.scenes import Scene, seat_of


def strikes(scene: Scene) -> Iterator[tuple[Place, str, int]]:
    """Attacks that did their attacker's Offense to another seat: the attacker, Light or Dark, how much."""
    battle = scene.moment.state.battle
    for event in scene.events("damage", "MM-6.6"):
        place = scene.place(event["source"])
        if place is None or battle is None:
            continue
        for kind in {attack.stat for attack in battle.attacks if attack.attacker == event["source"]}:
            if event["amount"] == offense(scene.table, place, kind):
                yield place, kind, event["amount"]


def without(scene: Scene, numbers: set[Any]) -> Any:
    """The table of the step without these objects and lasting effects."""
    state = scene.game.copy(scene.moment.state)
    for player in state.players:
        player.mantle = [thing for thing in player.mantle if thing.id not in numbers]
    state.effects = [effect for effect in state.effects if effect.id not in numbers]
    return scene.game.table(state)


def is_weaker(scene: Scene) -> bool:
    """A card that had Degraded did less to another seat than it would have done."""
    lost = [e for e in scene.moment.state.effects if e.source == e.target and e.change.keys() == set(STATS)
            and all(type(n) is int and n < 0 for n in e.change.values())]  # fmt: skip
    for place, kind, amount in strikes(scene) if lost else ():
        own = {effect.id for effect in lost if effect.target == place.object.id}
        if own and scene.bears(place, "degrade") and offense(without(scene, own), place, kind) > amount:
            return True
    return False


def worn(scene: Scene, place: Place) -> set[Any]:
    """The Equipment of a Summon."""
    found = attached(scene.table, place.object.id)
    return {p.object.id for p in found if getattr(p.object, "attach_kind", None) == "equip"}


def hits_with_equipment(scene: Scene) -> bool:
    """A Summon did to another seat what it does with its Equipment only."""
    return any(
        offense(without(scene, own), place, kind) != amount
        for place, kind, amount in strikes(scene)
        if (own := worn(scene, place))
    )


def has_from_equipment(scene: Scene) -> bool:
    """True Strike or Speed that only Equipment gives worked on another seat."""
    struck = [("true_strike", event["source"]) for event in scene.events("damage", "MM-21.2")]
    speed = scene.game.type_of[type(scene.moment.action)].name == "declare_extra_attack"
    again = [("speed", event["object"]) for event in scene.events("attack")] if speed else []
    for word, number in (*struck, *again):
        place = scene.place(number)
        if place is not None and (own := worn(scene, place)) and not has(without(scene, own), place, word):
            return True
    return False


def is_paid(scene: Scene) -> bool:
    """Another seat saw a card come to the Mantle and the cards that its Cost asks for go to the Crypt."""
    if type(scene.player) is not int:
        return False
    seen = scene.game.events_for(scene.moment.events, (scene.player + 1) % len(scene.moment.state.players))
    discarded = sum(event["type"] == "move" and event["rule"] == "MM-21.34" for event in seen)
    cards = scene.game.cards_of(scene.moment.state)
    costs = {discards_in(cards[event["card"]].price) for event in seen if event["type"] == "play" and event.get("card")}
    return discarded > 0 and discarded in costs


def is_gone(scene: Scene) -> bool:
    """A Token that another seat's card damaged was discarded, and is in no pile."""
    hit = {event["target"].get("object") for event in scene.events("damage")
           if scene.owner(event.get("source")) != scene.owner(event["target"].get("object"))}  # fmt: skip
    gone = [scene.place(event["object"]) for event in scene.events("destroy") if event["object"] in hit]
    told = {number for event in scene.moment.events for number in (event.get("now"), event.get("object"))}
    return any(
        place is not None and getattr(place.object, "is_token", False) and not untold(scene, place, told)
        for place in gone
    )


def untold(scene: Scene, place: Place, told: set[Any]) -> list[Any]:
    """The cards that came into the piles of a card's owner without a word."""
    before, after = (state.players[seat_of(place) or 0] for state in (scene.moment.state, scene.moment.after))
    known = {thing.id for zone in ("crypt", "removal") for thing in getattr(before, zone)}
    return [t for zone in ("crypt", "removal") for t in getattr(after, zone) if t.id not in known | told]
