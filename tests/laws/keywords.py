"""When a keyword is borne, and when another seat faces it: what a step of a match shows of each keyword.

*Borne*: a card that bears it (printed, granted, or in a sentence of its own) lay where it works, while its seat
decided or an Attack on that seat was declared. *Faced* is more: see `WITNESSES`, one row a keyword.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from oracle.games.mantle_magika.building import targets_of
from oracle.games.mantle_magika.keywords import count
from oracle.games.mantle_magika.speeds import QUICK
from oracle.games.mantle_magika.stats import offense
from oracle.games.mantle_magika.targeting import surcharge
from oracle.kernel.stack.declaring import declaring
from oracle.kernel.table import Place
from tests.laws.attachments import has_from_equipment, hits_with_equipment, is_gone, is_paid, is_weaker
from tests.laws.matches import GameT
from tests.laws.scenes import Scene, in_play, seat_of

Sight = Callable[[Scene], bool]


# -- sentences -------------------------------------------------------------------------------------


def pays(word: str) -> Callable[[Any], bool]:
    """Sentences with this word before the colon."""
    return lambda ability: any(word in cost for cost in ability.costs)


def on(event: str) -> Callable[[Any], bool]:
    """Sentences that an event sets off."""
    return lambda ability: ability.event == event


def does(word: str) -> Callable[[Any], bool]:
    """Sentences that do this."""
    return lambda ability: f'"{word}"' in json.dumps(ability.document)


def shifts(*, several: bool) -> Callable[[Any], bool]:
    """Shift into so much of one Color, or into what a string of symbols spells."""

    def fits(ability: Any) -> bool:
        gained = [step["gain"] for step in ability.document.get("do", ()) if isinstance(step, dict) and "gain" in step]
        spelt = [one["energy"] if isinstance(one, dict) else one for one in gained]
        return pays("unshifted")(ability) and any((len(set(text)) > 1) is several for text in spelt)

    return fits


def drawn(chance: str | None) -> Callable[[Any], bool]:
    """Sentences with options, chosen or drawn."""
    return lambda ability: ability.mode is not None and ability.chance == chance


SENTENCES: dict[str, Callable[[Any], bool]] = {
    "duplicate": does("duplicate"), "blink": does("blink"), "quick_play": does("quick_play"), "tap:": pays("tap"),
    "#:": pays("energy"), "startup:": on("startup"), "ender:": on("ender"), "upkeep:": on("upkeep"),
    "victory:": on("victory"), "sacrifice:": pays("sacrifice"), "chain:": pays("chain"),
    "choose_1": drawn(None), "flip_a_coin": drawn("coin"), "roll_a_dice": drawn("die"),
    "shift_m_x": shifts(several=False), "shift_s": shifts(several=True), "negate": does("negate"),
    "search": does("search"), "discard": does("discard"), "remove": does("remove"),
}  # fmt: skip


def waits(word: str) -> Sight:
    """Another seat decided while such a sentence waited on the stack for its answer."""
    return lambda scene: any(SENTENCES[word](ability) for _, said in scene.answered() for ability in said)


# -- bare keywords ---------------------------------------------------------------------------------


def fights(word: str) -> Sight:
    """A bearer met another seat."""
    return lambda scene: any(scene.bears(place, word) for place in scene.fought())


def tells(kind: str, rule: str) -> Sight:
    """An event of this type by this clause went at another seat or its card."""

    def seen(scene: Scene) -> bool:
        for event in scene.events(kind, rule):
            target, source = event.get("target") or {}, scene.owner(event.get("source"))
            if source is not None and source != target.get("player", scene.owner(target.get("object"))):
                return True
        return False

    return seen


def refused(rule: str) -> Sight:
    """An action of another seat about a bearer was refused by this clause."""
    return lambda scene: rule in scene.cited


def attacks_at_once(word: str, since: str) -> Sight:
    """A bearer attacked another seat in the turn in which it came."""

    def seen(scene: Scene) -> bool:
        found = [scene.place(event.get("object", event.get("attacker"))) for event in scene.events("attack")]
        turn = scene.moment.state.turn
        return any(p is not None and getattr(p.object, since) == turn and scene.bears(p, word) for p in found)

    return seen


def attacks_again(scene: Scene) -> bool:
    """A bearer made the additional Attack."""
    extra = scene.game.type_of[type(scene.moment.action)].name == "declare_extra_attack"
    return extra and any(scene.bears(scene.place(event["object"]), "speed") for event in scene.events("attack"))


def survives(scene: Scene) -> bool:
    """Damage by another seat's card would have discarded it."""
    hit = {e["target"].get("object") for e in scene.events("damage") if scene.owner(e.get("source")) is not None
           and scene.owner(e["source"]) != scene.owner(e["target"].get("object"))}  # fmt: skip
    return any(event["object"] in hit for event in scene.events("survive"))


def is_named(scene: Scene) -> bool:
    """An Attack on its owner went at it, and could not have gone past it."""
    aimed = [scene.place(event["target"].get("object")) for event in scene.events("attack")]
    return "MM-21.13" in scene.cited and any(scene.bears(place, "target") for place in aimed)


def reduces(scene: Scene) -> bool:
    """A blocked Attack of another seat did less by just what its Armor takes off."""
    for event in scene.events("damage", "MM-7.3"):
        attacker, place = scene.place(event["source"]), scene.place(event["target"]["object"])
        if attacker is not None and place is not None:
            armor = count(scene.table, place, "armor")
            if armor and event["amount"] == offense(scene.table, attacker, event["stat"]) - armor:
                return True
    return False


def costs_more(scene: Scene) -> bool:
    """Another seat paid more for an Effect that is aimed at a bearer."""
    if any(scene.events("pay", "MM-21.20")):
        return True
    frame: Any = declaring(scene.table)
    if scene.game.type_of[type(scene.moment.action)].name != "confirm" or frame is None:
        return False
    return surcharge(scene.table, frame.player, targets_of(scene.table, frame)) > 0 and any(scene.events("pay"))


def of_speed(*, quick: bool) -> Sight:
    """Another seat decided while an Effect of this speed waited; a Quick one in that seat's own turn."""

    def seen(scene: Scene) -> bool:
        found = [entry for entry, _ in scene.answered() if entry.kind != "trigger" and (entry.speed == QUICK) is quick]
        return bool(found) and (not quick or scene.moment.state.active == scene.player)

    return seen


def played(word: str) -> Sight:
    """Another seat decided while a bearer waited on the stack; a Prepared one came from its Prepared Zone."""

    def seen(scene: Scene) -> bool:
        cards = scene.game.cards_of(scene.moment.state)
        found = [e for e, _ in scene.answered() if any(a.keyword == word for a in cards[e.card].abilities)]
        return any(word != "prepared" or entry.came_from == "zone" for entry in found)

    return seen


WITNESSES: dict[str, dict[str, Sight]] = {
    "mantle-magika": {
        "active": attacks_at_once("active", "entered_serial"), "true_strike": tells("damage", "MM-21.2"),
        "hexproof": refused("MM-21.3"), "speed": attacks_again, "survival": survives, "elusive": refused("MM-21.9"),
        "defender": tells("damage", "MM-21.11"), "target": is_named, "armor": reduces, "spell_shield": costs_more,
        "degrade": is_weaker, "cost:": is_paid, "equip": hits_with_equipment, "equipped": has_from_equipment,
        "link": refused("MM-16.16"), "token": is_gone,
        "quick": of_speed(quick=True), "normal": of_speed(quick=False), **{word: waits(word) for word in SENTENCES},
    },
    "machai": {word: played(word) for word in ("quick", "counter", "prepared")},
    "thay-phap": {"swift": attacks_at_once("swift", "arrived")},
    "muhq": {word: fights(word) for word in ("swim", "crew", "taunt", "armor", "solid", "anchored", "bound")},
}  # fmt: skip

# The rule that carries a keyword out: without it the keyword's witness sees nothing.
SILENCED = {
    "mantle-magika": {
        "active": "MM-21.1", "true_strike": "MM-21.2", "hexproof": "MM-21.3", "speed": "MM-21.4", "survival": "MM-21.6",
        "elusive": "MM-21.9", "defender": "MM-21.11", "target": "MM-21.13", "armor": "MM-21.15",
        "spell_shield": "MM-21.20", "degrade": "MM-21.21", "cost:": "MM-21.34", "equip": "MM-13.11",
        "equipped": "MM-13.10", "link": "MM-16.16", "token": "MM-18.2", "startup:": "MM-21.25", "ender:": "MM-21.26",
        "upkeep:": "MM-21.27", "victory:": "MM-21.28",
    },
}  # fmt: skip


# -- borne -----------------------------------------------------------------------------------------


def attacked(scene: Scene) -> set[Any]:
    """The seats at which an Attack was declared in this step."""
    found = [event.get("target") for event in scene.events("attack")]
    return {one.get("player", scene.owner(one.get("object"))) for one in found if isinstance(one, dict)}


def borne(scene: Scene) -> set[str]:
    """The keywords of the cards in play whose seats decide or are attacked."""
    seats, zones = {scene.player, *attacked(scene)}, in_play(scene.game)
    words = WITNESSES[scene.game.key]
    found: set[str] = set()
    for place in scene.game.places(scene.moment.state).values():
        if place.object.card is None or seat_of(place) not in seats:
            continue
        if place.zone in zones:
            found |= {word for word in scene.game.vocabulary.keywords if word not in found and scene.bears(place, word)}
        if "tap:" in words and place.zone in ("mantle", "hand", "stack"):
            found |= printed(scene, place)
    return found


def said_by(game: GameT, card: Any) -> set[str]:
    """The keywords that begin a card's sentences or stand in them, and its kind."""
    if game.key != "mantle-magika":
        return set()
    found = {word for word, fits in SENTENCES.items() if any(fits(ability) for ability in card.abilities)}
    found |= {"equip", "equipped"} if card.is_equipment else set()
    return found | ({"cost:"} if card.price else set())


def printed(scene: Scene, place: Place) -> set[str]:
    """What the sentences of a card of Mantle Magika say, and what it is."""
    card, thing = scene.table.card(place.object), place.object
    found = said_by(scene.game, card)
    found -= {"equip", "equipped"}
    kind = getattr(thing, "attach_kind", None)
    found |= {"equip", "equipped"} if kind == "equip" else {"link"} if kind == "link" else set()
    found |= {"token"} if getattr(thing, "is_token", False) else set()
    return found | {
        "quick" if a.speed == "quick" else "normal" for a in card.abilities if a.kind in ("activated", "spell")
    }


def faced(scene: Scene) -> set[str]:
    """The keywords that another seat faces in this step."""
    return {word for word, seen in WITNESSES[scene.game.key].items() if seen(scene)}
