"""What an activation takes: tapping, Energy, cards, targets (MM-21.23, MM-21.24, MM-21.32, MM-21.41)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from oracle.kernel.decisions import Kept, requires
from oracle.kernel.effects.ability import Ability
from oracle.kernel.stack.declaring import can_be_completed, open_slot
from oracle.kernel.stack.records import Declare

from .activating import opening, sentence_used
from .building import card_of, cost_of, costs_of
from .costs import costs_in, price_is_there
from .covering import covered
from .energy import LETTERS, SHIFTED, pool_of, read_cost
from .keywords import on_mantle, permanent
from .playing import rule_of
from .state import Build, Magika


@requires("MM-21.23", "MM-12.16", code="card_tapped", reads=("card", "ability", "source"))
def card_can_tap(table: Magika, action: Any) -> Kept:
    """What taps for its Effect is untapped; a Summon is Tapped in the turn in which it is Summoned."""
    sentence, place = sentence_used(table, action), on_mantle(table, action.card)
    if sentence is None or place is None or not any("tap" in cost for cost in sentence.ability.costs):
        return None
    thing = permanent(place)
    return not thing.tapped or {
        "card": table.name(thing),
        "rules": ("MM-21.23", "MM-12.16") if thing.summon_tap else ("MM-21.23",),
    }


@requires("MM-21.41", "MM-21.44", "MM-9.5", code="not_enough_unshifted", reads=("card", "ability", "source"))
def unshifted_is_there(table: Magika, action: Any) -> Kept:
    """Shift takes Unshifted Energy; Energy that was Shifted is not Shifted again."""
    frame = opening(table, action)
    if frame is None:
        return None
    unshifted = sum(cost.get("unshifted", 0) for cost in costs_of(table, frame))
    pool = pool_of(table, frame.player)
    if not unshifted or pool["U"] >= unshifted:
        return None if not unshifted else True
    held = sum(pool[letter] for letter in SHIFTED)
    again = ("MM-9.5",) if pool["U"] + held >= unshifted else ()
    return {"cost": unshifted, "left": pool["U"], "rules": (shift_rule(ability_of(table, frame)), *again)}


def shift_rule(ability: Ability) -> str:
    """Which of the two ways to write Shift a sentence is: a number of one colour, or a string."""
    steps = ability.document.get("do", [])
    gains = [step["gain"] for step in steps if isinstance(step, dict) and "gain" in step]
    energy = gains[0].get("energy", "") if gains and isinstance(gains[0], dict) else gains[0] if gains else ""
    product = read_cost(str(energy)) or {}
    return "MM-21.41" if len(product) == 1 and "N" not in product else "MM-21.44"


@requires(
    "MM-14.8",
    "MM-21.24",
    "MM-21.32",
    "MM-21.29",
    "MM-21.41",
    "MM-21.44",
    "MM-R21",
    "MM-R23",
    code="not_enough_energy",
    reads=("card", "ability", "source"),
)
def energy_is_there(table: Magika, action: Any) -> Kept:
    """The Energy of an activation can be paid, as it is named if it is."""
    frame = opening(table, action)
    if frame is None:
        return None
    cost, unshifted = cost_of(table, frame)
    found = covered(table, action, cost, unshifted, paying_rules(table, frame))
    named = getattr(action, "payment", UNSET) is not UNSET
    return found if isinstance(found, dict) or cost or named else None


def paying_rules(table: Magika, frame: Declare) -> tuple[str, ...]:
    """The clauses behind the Energy of a play or an activation."""
    if frame.kind in ("play", "chant"):
        return (rule_of(card_of(table, frame)), *(("MM-R65",) if isinstance(frame, Build) and frame.chain else ()))
    words = {word for cost in costs_of(table, frame) for word in cost}
    known = {"energy": "MM-21.24", "chain": "MM-21.32", "sacrifice": "MM-21.29"}
    found = tuple(rule for word, rule in known.items() if word in words)
    return found or ((shift_rule(ability_of(table, frame)) if "unshifted" in words else "MM-21.24"),)


def ability_of(table: Magika, frame: Declare) -> Ability:
    """The first ability of the sentence that is activated."""
    return card_of(table, frame).abilities[frame.ability or 0]


@requires("MM-R29", code="cost_not_payable", reads=("card", "ability", "source"))
def cards_can_be_paid(table: Magika, action: Any) -> Kept:
    """Everything that the Effect costs besides Energy can be paid."""
    frame = opening(table, action)
    if frame is None or not has_price(table, frame):
        return None
    return price_is_there(table, frame) or {"card": table.name(str(frame.card))}


def has_price(table: Magika, frame: Build) -> bool:
    """Whether cards are chosen to pay with, or something is done as a price."""
    return any(cost.step or cost.word == "discard" for cost in costs_in(table, frame))


@requires("MM-R80", "MM-21.20", code="no_legal_choice", reads=("card", "ability", "source"))
def choices_are_there(table: Magika, action: Any) -> Kept:
    """Every target that the Effect needs can be chosen."""
    frame = opening(table, action)
    if frame is None or open_slot(table, frame) is None:
        return None
    if has_price(table, frame) and not price_is_there(table, frame):
        return None
    key = ("choices", frame.kind, frame.player, frame.card, frame.ability, depends_on(frame, table))
    if table.once(key, lambda: can_be_completed(table, frame)):
        return True
    return {"rules": ("MM-21.20",) if only_shields(table, frame) else ("MM-R80",)}


def depends_on(frame: Build, table: Magika) -> int | None:
    """What else the answer hangs on: identical cards are asked about once, unless they speak of themselves."""
    text = str(card_of(table, frame).record.abilities)
    return frame.source if "'other'" in text or "'self': True" in text or "discard" in text else None


def only_shields(table: Magika, frame: Declare) -> bool:
    """Whether nothing but what Spell Shields add stands in the way: with ample Energy all choices are there."""
    rich: Magika = table.once(("ample", frame.player), lambda: ample(table, frame.player))
    return can_be_completed(rich, frame)


def ample(table: Magika, seat: int) -> Magika:
    """The table as it would be if this seat had Energy for every surcharge."""
    state = table.game.copy(table.state)
    player = state.players[seat]
    player.energy = replace(player.energy, **dict.fromkeys(LETTERS, AMPLE))
    found: Magika = table.game.table(state)
    return found


AMPLE = 1_000_000
