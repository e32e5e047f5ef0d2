"""Positions of plenty: made-up hands and tables over all cards, those of scenarios among them, and much to pay with.

What shipped decks bring together only once in many matches is met here within a few steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import oracle
from oracle.games.mantle_magika.state import Negated, Permanent, Return
from oracle.games.mantle_magika.stats import SHOWN
from oracle.scenarios import load
from tests.laws.matches import GameT
from tests.laws.plenty_of_tiles import tiles
from tests.running import ROOT

MANTLE, HAND, PILE = 5, 9, 20
SPRING = {
    "key": "spring", "name": "Spring", "type": "artifact", "subtype": "nonbasic", "colors": ["teal"], "cost": "1",
    "chain": 1, "abilities": [{"cost": [{"energy": "1"}], "do": [{"draw": 1}]}],
}  # fmt: skip
OFTEN = 0.2
WISHES = 2
ENERGY = dict.fromkeys("UNRBGYPT", 12)


TOLL = {
    "key": "toll", "name": "Toll", "type": "summon", "colors": ["teal"], "alignment": "neutral",
    "summon_type": "Banner", "cost": "1", "stats": [1, 1, 1, 1], "play_cost": [{"discard": 4}], "abilities": [],
}  # fmt: skip


@cache
def made_up(key: str) -> dict[str, Any]:
    """The cards that scenarios of a game define, the first of each name, as far as they can be played together."""
    found: dict[str, Any] = {"spring": SPRING, "toll": TOLL, **{f"banner-{word}": banner(word) for word in SHOWN}}
    for path in sorted((ROOT / "tests/scenarios" / key).glob("*.yaml")):
        for scenario in load(path) if path.name != "defaults.yaml" else []:
            found = {**(scenario.given.get("cards", {}) if scenario.kind == "given" else {}), **found}
    return found


def banner(word: str) -> dict[str, Any]:
    """A Summon that bears a keyword."""
    return {
        "key": f"banner-{word}", "name": word, "type": "summon", "colors": ["balanced"], "alignment": "neutral",
        "summon_type": "Banner", "cost": "1", "stats": [2, 2, 2, 2], "chain": 1, "abilities": [{"kw": word}],
    }  # fmt: skip


def magika(game: GameT, rng: random.Random, options: dict[str, Any], mode: str, wished: list[str]) -> Any:
    """Two to four seats of Mantle Magika in the middle of a match, with much Energy; each has two cards wished for."""
    inline = {name: {"key": name, **card} for name, card in made_up(game.key).items()}
    cards = {**{card.key: card.document for card in game.cards()}, **inline}
    stays = [key for key, card in cards.items() if card["type"] != "chant" and card.get("subtype") != "equipment"]
    banners = [key for key in stays if key.startswith("banner-")]

    def some(keys: list[str], count: int) -> list[str]:
        wanted = [key for key in wished if key in keys]
        return [*rng.choices(keys, k=count), *rng.sample(wanted, min(WISHES, len(wanted)))]

    players = [
        {
            "name": f"P{seat}", "health": 25, "energy": ENERGY, "turns_taken": 3, "deck": some([*cards], PILE),
            "hand": [*some([*cards], rng.randint(1, HAND)), "toll"], "crypt": some([*cards], 5),
            "removal": some([*cards], 3),
            "mantle": [*some(stays, MANTLE), *some(banners, MANTLE), "spring", "spring"],
        }
        for seat in range(rng.randint(*game.seats))
    ]  # fmt: skip
    chance = {"mode": mode, "seed": "plenty"} if mode == "seeded" else {"mode": mode}
    phase = rng.choice(("main", "battle", "battle", "end"))
    state = game.load(
        {
            "game": game.key, "options": options, "cards": inline, "turn": 9, "active": 0, "phase": phase,
            "players": players, "chance": chance,
        }
    )  # fmt: skip
    for seat, player in enumerate(state.players):
        for thing in player.mantle:
            thing.tapped = rng.random() < OFTEN
            thing.is_token = cards[thing.card]["type"] == "summon" and rng.random() < OFTEN
            thing.negated = [Negated(source=thing.id, ability=0)] if rng.random() < OFTEN else []
        lay_under(player.mantle, cards)
        arm(state, player.mantle, cards, rng, wished)
        state.delayed += [Return(object=thing.id, player=seat, created_serial=3) for thing in player.removal]
    return state


def lay_under(mantle: list[Any], cards: dict[str, Any]) -> None:
    """The last card lies under another Chain card as its Link; what the one before it says is Negated."""
    mantle[-2].negated = [Negated(source=mantle[-2].id, ability=0)]
    chained = [thing for thing in mantle if cards[thing.card].get("chain") and thing is not mantle[-2]]
    if len(chained) > 1:
        chained[-1].attached_to, chained[-1].attach_kind = chained[0].id, "link"


def arm(state: Any, mantle: list[Any], cards: dict[str, Any], rng: random.Random, wished: list[str]) -> None:
    """A Summon bears an Equipment, one that is wished for if any is, so that none is seen bare-handed only."""
    known = [key for key, card in cards.items() if card.get("subtype") == "equipment"]
    worn = [key for key in known if key in wished] or known
    hosts = [thing for thing in mantle if cards[thing.card]["type"] == "summon" and thing.attached_to is None]
    if hosts:
        card, host = rng.choice(worn), rng.choice(hosts).id
        mantle.append(Permanent(id=state.next_id, card=card, attached_to=host, attach_kind="equip"))
        state.next_id += 1


PLENTY: dict[str, Callable[..., Any]] = {"mantle-magika": magika, "muhq": tiles}


def plenty(game: GameT, rng: random.Random, options: dict[str, Any], mode: str, wished: list[str]) -> Any:
    """A position of plenty, or `None` where a game needs none or these options cannot be."""
    make = PLENTY.get(game.key)
    try:
        return None if make is None else make(game, rng, options, mode, wished)
    except oracle.InvalidState:
        return None
