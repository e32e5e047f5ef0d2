"""Chants and activated Effects: when, from where, at what cost, and how they come to the stack (MM-14, MM-17, MM-21.23 to MM-21.46; rulings R20, R25, R59, R62, R75)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.declaring import can_be_completed, declare, open_slot
from oracle.kernel.stack.entries import entry_came, lay, references, tell_play
from oracle.kernel.stack.records import Declare, Priority
from oracle.kernel.stack.slots import picks_of
from oracle.kernel.stack.windows import top
from oracle.kernel.state import Count, ObjectId
from oracle.kernel.table import Place

from .building import aims_of, card_of, cost_of, costs_of, dead_parts, discards_of, other_cards, parts_of
from .energy import SHIFTED, gain, pool_of, printed, read_cost
from .keywords import Sentence, is_link, mantle, negated, on_mantle, permanent, sentences
from .mantle import discard, discard_all
from .playing import Payment, card_in_hand, covered, kind_of, pay_all, pay_card, rule_of
from .seats import note_act, seat_of
from .state import Activation, Build, Magika
from .targeting import barrier, meant

NORMAL, QUICK = 1, 2


class PlayChant(Action, tag="play_chant", kw_only=True, frozen=True):
    """Activate a Chant from the hand."""

    card: ObjectId
    payment: Payment | UnsetType = UNSET


class Activate(Action, tag="activate", kw_only=True, frozen=True):
    """Activate a sentence of a card on the Mantle; `source` is the Equipment on which it is printed."""

    card: ObjectId
    ability: Count
    source: ObjectId | UnsetType = UNSET
    payment: Payment | UnsetType = UNSET


class Sacrifice(Action, tag="sacrifice", kw_only=True, frozen=True):
    """Discard a card from the hand or the Mantle for its Effect."""

    card: ObjectId
    ability: Count
    payment: Payment | UnsetType = UNSET


# -- the sentence ----------------------------------------------------------------------------------


def speed_of(quick: bool) -> int:  # noqa: FBT001 - a speed has two values
    """Quick Effects are faster than Normal ones."""
    return QUICK if quick else NORMAL


def is_shift(ability: Any) -> bool:
    """Whether a sentence turns Unshifted into other Energy."""
    return any("unshifted" in cost for cost in ability.costs)


@carries("MM-21.43", "MM-21.46", otherwise=False)
def shifts_are_quick(ability: Any) -> bool:
    """Every Effect with Shift is Quick."""
    return is_shift(ability)


def is_quick(ability: Any) -> bool:
    """Whether a sentence is a Quick Effect."""
    return ability.speed == "quick" or shifts_are_quick(ability)


def place_of(table: Magika, action: Any) -> Place | None:
    """Where the card of the action is."""
    place: Place | None = table.place(action.card)
    return place


def sentence_of(table: Magika, action: Any) -> Sentence | None:
    """The activated sentence of the action, used by that card on the own Mantle."""
    place = place_of(table, action)
    if place is None or place.zone != "mantle" or place.seat != action.player:
        return None
    source = getattr(action, "source", UNSET)
    wanted = action.card if source is UNSET else source
    found = (s for s in sentences(table, place) if s.source == wanted and s.number == action.ability)
    return next((s for s in found if s.ability.kind == "activated" and not sacrifices(s.ability)), None)


def sacrifices(ability: Any) -> bool:
    """Whether a sentence discards its card as a cost."""
    return any("sacrifice" in cost for cost in ability.costs)


def sacrifice_of(table: Magika, action: Any) -> Sentence | None:
    """The Sacrifice sentence of a card in the own hand or on the own Mantle."""
    place = place_of(table, action)
    if place is None or place.seat != action.player or place.zone not in ("hand", "mantle"):
        return None
    card = table.card(place.object)
    if action.ability >= len(card.abilities) or card.first_of(action.ability) != action.ability:
        return None
    ability = card.abilities[action.ability]
    return Sentence(action.card, card, action.ability, ability) if sacrifices(ability) else None


def sentence_used(table: Magika, action: Any) -> Sentence | None:
    """The sentence of either kind of action."""
    if getattr(action, "source", UNSET) is UNSET:
        return sacrifice_of(table, action) or sentence_of(table, action)
    return sentence_of(table, action) or sacrifice_of(table, action)


def opened(table: Magika, action: Any) -> Build | None:
    """The build that an action opens."""
    named = getattr(action, "payment", UNSET)
    paid = {} if named is UNSET else dict(named)
    card = None if isinstance(action, (Activate, Sacrifice)) else card_in_hand(table, action)
    if card is not None and card.type == "chant":
        return Build(player=seat_of(action), kind="chant", source=action.card, card=card.key, speed=chant_speed(card), payment=paid)
    sentence = sentence_used(table, action) if hasattr(action, "ability") else None
    if sentence is None:
        return None
    return Build(
        player=seat_of(action), kind="ability", source=action.card, card=sentence.card.key, ability=sentence.number,
        speed=speed_of(is_quick(sentence.ability)), payment=paid, printed=sentence.source,
    )  # fmt: skip


def chant_speed(card: Any) -> int:
    """A Chant is Quick if every sentence of it is (MM-R20)."""
    return speed_of(all(is_quick(ability) for ability in card.abilities))


def own_speed(table: Magika, action: Any) -> int | None:
    """The speed of what is activated; `None` where it is nothing that can be."""
    frame = opened(table, action)
    return None if frame is None else frame.speed


# -- when ------------------------------------------------------------------------------------------


@requires("MM-17.7", code="not_your_turn", reads=("card", "ability", "source"))
def normal_on_own_turn(table: Magika, action: Any) -> Kept:
    """A Normal Effect is activated in the own turn."""
    speed = own_speed(table, action)
    return None if speed != NORMAL else action.player == table.state.active or {"active": table.state.active}


@requires("MM-R20", code="chant_in_own_turn", reads=("card",))
def quick_chant_by_option(table: Magika, action: Any) -> Kept:
    """By the option Quick Chants are for the own turn only."""
    if table.state.options.quick_chants_off_turn or own_speed(table, action) != QUICK:
        return None
    return action.player == table.state.active


@requires("MM-17.8", "MM-R75", code="too_slow", reads=("card", "ability", "source"))
def fast_enough(table: Magika, action: Any) -> Kept:
    """An Effect answers one that is no faster, and never itself, but for Chain."""
    speed, entry = own_speed(table, action), top(table)
    if speed is None or entry is None:
        return None
    if answers_itself(table, action):
        return {"speed": speed, "top": entry.speed}
    return speed >= entry.speed or {"speed": speed, "top": entry.speed, "rules": ("MM-17.8",)}


def answers_itself(table: Magika, action: Any) -> bool:
    """Whether an activation of the same sentence of the same card waits already."""
    sentence = sentence_used(table, action) if hasattr(action, "ability") else None
    if sentence is None or may_answer_itself(sentence):
        return False
    return any(e.kind == "activated" and e.source == action.card and e.printed == sentence.source and sentence.number in whole(e, sentence) for e in table.state.stack)


def whole(entry: Activation, sentence: Sentence) -> list[int]:
    """The abilities of an entry by the first of their sentence."""
    return [sentence.card.first_of(number) for number in entry.abilities]


@carries("MM-21.33", otherwise=False)
def may_answer_itself(sentence: Sentence) -> bool:
    """Chain may be paid again before the earlier activation resolves."""
    return any("chain" in cost for cost in sentence.ability.costs)


# -- from where ------------------------------------------------------------------------------------


@requires("MM-5.8", "MM-5.9", code="not_on_your_mantle", reads=("card",))
def card_is_on_own_mantle(table: Magika, action: Activate) -> Kept:
    """A card does nothing before it is on the Mantle, and its owner activates it there."""
    place = place_of(table, action)
    if place is not None and place.zone == "mantle" and place.seat == action.player:
        return True
    held = place is not None and place.zone == "hand" and place.seat == action.player
    return {"rules": ("MM-5.8",) if held else ("MM-5.9",)}


@requires("MM-R77", code="nothing_to_activate", reads=("card", "ability", "source"), given=True, stops=True)
def sentence_can_be_activated(table: Magika, action: Activate) -> Kept:
    """The sentence is one that its player activates."""
    place = place_of(table, action)
    if place is None or place.zone != "mantle" or place.seat != action.player:
        return None
    return sentence_of(table, action) is not None


@requires("MM-R78", code="sentence_negated", reads=("card", "ability", "source"))
def sentence_is_not_negated(table: Magika, action: Any) -> Kept:
    """The sentence is not Negated in this turn."""
    sentence, place = sentence_used(table, action), on_mantle(table, action.card)
    if sentence is None or place is None:
        return None
    return not negated(place.object, sentence.source, sentence.number)


@requires("MM-16.17", code="link_does_nothing", reads=("card",))
def card_is_no_link(table: Magika, action: Any) -> Kept:
    """A Link does not activate anything."""
    place = on_mantle(table, action.card)
    return None if place is None or place.seat != action.player else not is_link(place.object)


@requires("MM-21.29", code="nothing_to_sacrifice", reads=("card", "ability"), given=True, stops=True)
def card_can_be_sacrificed(table: Magika, action: Sacrifice) -> Kept:
    """The card is in the own hand or on the own Mantle, and has this Sacrifice."""
    return sacrifice_of(table, action) is not None


# -- costs -----------------------------------------------------------------------------------------


@requires("MM-21.23", "MM-12.16", code="card_tapped", reads=("card", "ability", "source"))
def card_can_tap(table: Magika, action: Any) -> Kept:
    """What taps for its Effect is untapped; a Summon is Tapped in the turn in which it is Summoned."""
    sentence, place = sentence_used(table, action), on_mantle(table, action.card)
    if sentence is None or place is None or not any("tap" in cost for cost in sentence.ability.costs):
        return None
    thing = permanent(place)
    return not thing.tapped or {"card": table.name(thing), "rules": ("MM-21.23", "MM-12.16") if thing.summon_tap else ("MM-21.23",)}


@requires("MM-21.41", "MM-21.44", "MM-9.5", code="not_enough_unshifted", reads=("card", "ability", "source"))
def unshifted_is_there(table: Magika, action: Any) -> Kept:
    """Shift takes Unshifted Energy; Energy that was Shifted is not Shifted again."""
    frame = opened(table, action)
    if frame is None:
        return None
    unshifted = sum(cost.get("unshifted", 0) for cost in costs_of(table, frame))
    pool = pool_of(table, frame.player)
    if not unshifted or pool["U"] >= unshifted:
        return None if not unshifted else True
    held = sum(pool[letter] for letter in SHIFTED)
    again = ("MM-9.5",) if pool["U"] + held >= unshifted else ()
    return {"cost": unshifted, "left": pool["U"], "rules": (shift_rule(sentence_used(table, action)), *again)}


def shift_rule(sentence: Sentence | None) -> str:
    """Which of the two ways to write Shift a sentence is: a number of one colour, or a string."""
    steps = sentence.ability.document.get("do", []) if sentence is not None else []
    gains = [step["gain"] for step in steps if isinstance(step, dict) and "gain" in step]
    energy = gains[0].get("energy", "") if gains and isinstance(gains[0], dict) else gains[0] if gains else ""
    return "MM-21.41" if len(read_cost(str(energy)) or {}) == 1 and "N" not in (read_cost(str(energy)) or {}) else "MM-21.44"


@requires("MM-14.8", "MM-21.24", "MM-21.32", "MM-21.29", "MM-R21", "MM-R23", code="not_enough_energy", reads=("card", "ability", "source"))
def energy_is_there(table: Magika, action: Any) -> Kept:
    """The Energy of an activation can be paid, as it is named if it is."""
    frame = opened(table, action)
    if frame is None:
        return None
    cost, unshifted = cost_of(table, frame)
    found = covered(table, action, cost, min(unshifted, pool_of(table, frame.player)["U"]), paying_rules(table, frame))
    named = getattr(action, "payment", UNSET) is not UNSET
    return found if isinstance(found, dict) or cost or named else None


def paying_rules(table: Magika, frame: Build) -> tuple[str, ...]:
    """The clauses behind the Energy of an activation."""
    if frame.kind == "chant":
        return ("MM-14.8",)
    words = {word for cost in costs_of(table, frame) for word in cost}
    known = {"energy": "MM-21.24", "chain": "MM-21.32", "sacrifice": "MM-21.29"}
    return tuple(rule for word, rule in known.items() if word in words) or ("MM-21.24",)


@requires("MM-21.34", code="cost_not_payable", reads=("card", "ability", "source"))
def cards_can_be_paid(table: Magika, action: Any) -> Kept:
    """The hand holds the cards that the Effect costs."""
    frame = opened(table, action)
    if frame is None or not discards_of(table, frame):
        return None
    return len(other_cards(table, frame)) >= discards_of(table, frame)


@requires("MM-R80", "MM-21.20", code="no_legal_choice", reads=("card", "ability", "source"))
def choices_are_there(table: Magika, action: Any) -> Kept:
    """Every target that the Effect needs can be chosen."""
    frame = opened(table, action)
    if frame is None or open_slot(table, frame) is None:
        return None
    if discards_of(table, frame) > len(other_cards(table, frame)):
        return None
    key = ("choices", frame.kind, frame.player, frame.card, frame.ability, depends_on(frame, table))
    if table.once(key, lambda: can_be_completed(table, frame)):
        return True
    return {"rules": ("MM-21.20",) if only_shields(table, frame) else ("MM-R80",)}


def depends_on(frame: Build, table: Magika) -> int | None:
    """What else the answer hangs on: identical cards are asked about once, unless they speak of themselves."""
    text = str(card_of(table, frame).record.abilities)
    return frame.source if "'other'" in text or "'self': True" in text or "discard" in text else None


def only_shields(table: Magika, frame: Build) -> bool:
    """Whether nothing but Spell Shield stands in the way of the first target."""
    card = card_of(table, frame)
    for of, number in enumerate(parts_of(table, frame)):
        for target in card.abilities[number].targets:
            found = [barrier(table, frame, of, target, ref) for ref in meant(table, frame, of, target)]
            if "MM-21.20" in found and None not in found:
                return True
    return False


# -- candidates ------------------------------------------------------------------------------------


def chants(table: Magika, draft: Any) -> list[int]:
    """The Chants of the hand."""
    hand = table.state.players[draft.player].hand
    return [thing.id for thing in hand if thing.card is not None and kind_of(table.card(thing)) == "chant"]  # type: ignore[misc]


def own_cards(table: Magika, draft: Any) -> list[int]:
    """The own cards on the Mantle that have something to activate."""
    return [p.object.id for p in mantle(table) if p.seat == draft.player and usable(table, p)]  # type: ignore[misc]


def usable(table: Magika, place: Place) -> list[Sentence]:
    """The sentences of a card that its player activates."""
    return [s for s in sentences(table, place) if s.ability.kind == "activated" and not sacrifices(s.ability)]


def abilities_of(table: Magika, draft: Any) -> list[int]:
    """The numbers of what a card can activate."""
    place = on_mantle(table, draft.card)
    return sorted({s.number for s in usable(table, place)}) if place is not None else []


def sources_of(table: Magika, draft: Any) -> list[Any]:
    """On which card the sentence is printed: itself, or an Equipment."""
    place = on_mantle(table, draft.card)
    found = usable(table, place) if place is not None else []
    return [UNSET if s.source == draft.card else s.source for s in found if s.number == draft.ability]


def sacrificeable(table: Magika, draft: Any) -> list[int]:
    """The own cards in hand and on the Mantle with a Sacrifice."""
    player = table.state.players[draft.player]
    things = [*player.hand, *player.mantle]
    return [thing.id for thing in things if thing.card is not None and any(map(sacrifices, table.card(thing).abilities))]  # type: ignore[misc]


def sacrifice_numbers(table: Magika, draft: Any) -> list[int]:
    """The numbers of a card's Sacrifices."""
    thing = table.find(draft.card)
    if thing is None:
        return []
    card = table.card(thing)
    return [numbers[0] for numbers in card.sentences.values() if sacrifices(card.abilities[numbers[0]])]


def label(word: str) -> Any:
    """A button that names the card and what it costs."""

    def say(table: Magika, action: Any) -> tuple[str, Facts]:
        frame = opened(table, action)
        assert frame is not None
        cost, unshifted = cost_of(table, frame)
        shown = printed(cost) if cost or not unshifted else f"{unshifted} U"
        return word, {"card": table.name(table.find(action.card)), "cost": shown}

    return say


# -- putting on the stack --------------------------------------------------------------------------


def begin_build(table: Magika, action: Any) -> None:
    """An activation is put together; one without choices is complete at once."""
    note_act(table)
    frame = opened(table, action)
    assert frame is not None
    declare(table, frame)


def entry_of(table: Magika, frame: Declare, kind: str) -> Activation:
    """The entry that a complete build makes."""
    parts = parts_of(table, frame)
    return Activation(
        kind=kind, card=frame.card, controller=frame.player, source=frame.source, speed=frame.speed, abilities=parts,
        targets=aims_of(table, frame), negated=dead_parts(table, frame), printed=getattr(frame, "printed", None),
    )  # fmt: skip


def complete_chant(table: Magika, frame: Declare) -> None:
    """A Chant is paid and waits on the stack."""
    assert isinstance(frame, Build)
    entry = entry_of(table, frame, "chant")
    pay_all(table, frame, rule_of(card_of(table, frame)))
    pay_cards(table, frame)
    activate_chant(table, frame, entry, "hand")


@carries("MM-10.3")
def activate_chant(table: Magika, frame: Declare, entry: Activation, zone: str) -> None:
    """A Chant is activated from the hand."""
    seat = frame.player
    thing = table.find(frame.source or 0, zone, seat)
    getattr(table.state.players[seat], zone).remove(thing)
    table.moved()
    entry.source = None
    lay(table, entry)
    tell_play(table, thing, entry, (seat, zone))
    entry_came(table)


def complete_quick_chant(table: Magika, frame: Declare) -> None:
    """A Chant that is Quick Played waits on the stack, unpaid."""
    place = table.place(frame.source or 0)
    if place is not None:
        activate_chant(table, frame, entry_of(table, frame, "chant"), place.zone)


def pay_cards(table: Magika, frame: Build) -> None:
    """Cards of the hand are paid."""
    for pick in picks_of(frame, "cost"):
        pay_card(table, frame.player, pick)


def complete_ability(table: Magika, frame: Declare) -> None:
    """An activation is paid and waits on the stack; Shift may happen at once by the option."""
    assert isinstance(frame, Build)
    entry = entry_of(table, frame, "activated")
    words = costs_of(table, frame)
    pay_all(table, frame, paying_rules(table, frame)[0])
    pay_cards(table, frame)
    if any("tap" in cost for cost in words):
        tap_for_it(table, frame)
    if any("sacrifice" in cost for cost in words):
        sacrifice(table, frame)
    told = {"player": frame.player, "object": frame.source, "card": frame.card, "ability": frame.ability}
    if is_shift(card_of(table, frame).abilities[frame.ability or 0]) and shifts_at_once(table):
        table.emit("activate", "MM-R25", **told, targets=[])
        shift_now(table, frame)
        return
    lay(table, entry)
    table.emit("activate", "MM-17.5", **told, targets=references(entry))
    entry_came(table)


@carries("MM-8.2", "MM-21.23")
def tap_for_it(table: Magika, frame: Build) -> None:
    """The card is Tapped for its Effect."""
    place = on_mantle(table, frame.source)
    assert place is not None
    thing = permanent(place)
    thing.tapped = True
    table.emit("tap", "MM-21.23", object=thing.id, card=thing.card)


@carries("MM-21.29", "MM-21.30", "MM-21.31")
def sacrifice(table: Magika, frame: Build) -> None:
    """The card is discarded from the hand or the Mantle as the cost."""
    place = table.place(frame.source or 0)
    assert place is not None
    if place.zone == "mantle":
        discard_all(table, [place], "MM-21.29")
    else:
        discard(table, place, rule="MM-21.29", reason="sacrifice")


@carries("MM-R25", otherwise=False)
def shifts_at_once(table: Magika) -> bool:
    """Shift uses the stack, unless the option says otherwise."""
    return not table.state.options.shift_uses_stack


def shift_now(table: Magika, frame: Build) -> None:
    """What Shift gains comes at once; its player keeps priority."""
    for number in parts_of(table, frame):
        for step in card_of(table, frame).abilities[number].document.get("do", []):
            if "gain" in step:
                written = step["gain"] if isinstance(step["gain"], dict) else {"energy": step["gain"]}
                cost = read_cost(written["energy"]) or {}
                gain(table, frame.player, {k: n * written.get("times", 1) for k, n in cost.items()}, "MM-9.4")
    table.state.priority = Priority(holder=frame.player)


def complete_trigger(table: Magika, frame: Declare) -> None:
    """A trigger whose choices are made waits on the stack; what Spell Shield adds is paid."""
    trigger = frame.trigger
    assert trigger is not None
    cost, _ = cost_of(table, frame)
    if cost:
        pay_all(table, Build(**{name: getattr(frame, name) for name in COPIED}), "MM-21.20")
    entry = entry_of(table, frame, "trigger")
    entry.source, entry.that = trigger.source, trigger.that
    entry.speed = speed_of(is_quick(card_of(table, frame).abilities[trigger.ability]))
    lay(table, entry)
    told = {"player": trigger.player, "object": trigger.source, "card": trigger.card, "ability": trigger.ability}
    table.emit("trigger", "MM-R71", **told, targets=references(entry))


COPIED = ("player", "kind", "source", "card", "ability", "speed", "picks", "ended", "trigger")
