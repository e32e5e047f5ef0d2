"""Builds: how an activation is put together, option by option, target by target (MM-21.36 to MM-21.40)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from oracle.kernel.chance import Question
from oracle.kernel.effects.ability import Ability
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.slots import picks_of

from .costs import cost_slots, costs_in
from .damage import picks_defense
from .energy import Cost, added, energy_of
from .keywords import on_mantle
from .records import MagikaCard
from .state import Aim, Build, Magika
from .stats import KINDS
from .targeting import candidates, held, surcharge

# -- parts -----------------------------------------------------------------------------------------


def card_of(table: Magika, frame: Declare) -> MagikaCard:
    """The card whose sentences are activated."""
    return table.cards[str(frame.card)]


def groups_of(table: Magika, frame: Declare) -> list[list[int]]:
    """The sentences of a build, each with its options: all of a Chant, else the one that is activated."""
    card = card_of(table, frame)
    if frame.kind == "play":
        return []
    if frame.ability is None:
        return [
            numbers for numbers in card.sentences.values() if card.abilities[numbers[0]].kind in ("spell", "activated")
        ]
    return [card.sentences[card.abilities[frame.ability].sentence]]


def options_of(card: MagikaCard, group: Sequence[int]) -> dict[str, list[int]]:
    """The abilities of a sentence by option; one without options has none."""
    found: dict[str, list[int]] = {}
    for number in group:
        mode = card.abilities[number].mode
        if mode is not None:
            found.setdefault(mode, []).append(number)
    return found


def parts_of(table: Magika, frame: Declare) -> list[int]:
    """The abilities that are activated, as far as options are known."""
    found: list[int] = []
    for of, group in enumerate(groups_of(table, frame)):
        options = options_of(card_of(table, frame), group)
        picked = picks_of(frame, "option", of)
        found += group if not options else chosen_option(options, picked[0]) if picked else []
    return found


def chosen_option(options: Mapping[str, list[int]], pick: Any) -> list[int]:
    """The abilities of an option: by its name, by the side of a coin, by the face of a die."""
    return options.get(str(pick), [])


# -- slots -----------------------------------------------------------------------------------------


def plan(table: Magika, frame: Declare) -> Sequence[Slot]:
    """Options first, then the targets of each part with the Defense that is meant, then what is paid with."""
    card = card_of(table, frame)
    slots: list[Slot] = []
    for of, group in enumerate(groups_of(table, frame)):
        options = options_of(card, group)
        if options:
            slots.append(option_slot(card.abilities[group[0]], of, options))
            if not picks_of(frame, "option", of):
                return slots
    for of, number in enumerate(parts_of(table, frame)):
        if not is_dead(table, frame, of, card.abilities[number]):
            slots += target_slots(table, frame, of, card.abilities[number])
    return slots + cost_slots(table, frame)


def option_slot(ability: Ability, of: int, options: Mapping[str, list[int]]) -> Slot:
    """The choice of an option, by the player, a coin or a die."""
    if ability.chance == "coin":
        return Slot("option", no_offers, "coin", of=of, rule="MM-21.37", question=ask_coin)
    if ability.chance == "die":
        return Slot("option", no_offers, "die", of=of, rule="MM-21.39", question=ask_die)
    return Slot("option", lambda _table, _frame: list(options), "option", of=of, rule="MM-21.36")


def no_offers(_table: Magika, _frame: Declare) -> list[Any]:
    """Chance brings it."""
    return []


@carries("MM-21.37", "MM-21.38", otherwise=None)
def ask_coin(_table: Magika, frame: Declare) -> Question:
    """A coin is flipped: heads is the first option, tails the second."""
    return Question("coin", frame.player, ("heads", "tails"), rule="MM-21.37")


@carries("MM-21.39", "MM-21.40", otherwise=None)
def ask_die(table: Magika, frame: Declare) -> Question:
    """A die is rolled: its face is the number of the option (MM-R81)."""
    faces = table.state.options.die_faces
    return Question("die", frame.player, tuple(range(1, faces + 1)), rule="MM-21.39")


def is_dead(table: Magika, frame: Declare, of: int, ability: Ability) -> bool:
    """Whether a drawn option of a voluntary activation lacks its targets: then its sentence does nothing (MM-R81)."""
    if ability.chance is None or frame.trigger is not None:
        return False
    return any(
        not held(table, frame, of, t.name) and len(candidates(table, frame, of, t)) < t.min for t in ability.targets
    )


def target_slots(table: Magika, frame: Declare, of: int, ability: Ability) -> list[Slot]:
    """The slots of a part's targets, each followed by the Defense for Effect damage on a Summon."""
    slots: list[Slot] = []
    for target in ability.targets:
        slots.append(Slot(target.name, offers_of(of, target), "target", target.min, target.max, of, "MM-R80"))
        if (parts_of(table, frame)[of], target.name) in card_of(table, frame).damaged and picks_defense(table):
            refs = held(table, frame, of, target.name)
            slots += [
                Slot(f"{target.name}/{i}", lambda _table, _frame: list(KINDS), "stat", of=of, rule="MM-R51")
                for i, ref in enumerate(refs)
                if on_mantle(table, ref.get("object")) is not None
            ]
    return slots


def offers_of(of: int, target: Any) -> Any:
    """What a slot offers."""
    return lambda table, frame: candidates(table, frame, of, target)


# -- costs -----------------------------------------------------------------------------------------


def costs_of(table: Magika, frame: Declare) -> list[dict[str, Any]]:
    """The words of what is paid, but for the steps that are done as a price."""
    return [cost.document for cost in costs_in(table, frame) if not cost.step]


def cost_of(table: Magika, frame: Declare) -> tuple[Cost, int]:
    """The Energy that a build costs with what is chosen so far, and the Unshifted Energy besides."""
    costs = costs_of(table, frame)
    energy = added(*(energy_of(cost) for cost in costs))
    if frame.kind == "chant" or (frame.kind == "play" and pays_energy(table, frame)):
        energy = added(energy, card_of(table, frame).cost)
    extra = surcharge(table, frame.player, targets_of(table, frame))
    return added(energy, {"N": extra}) if extra else energy, sum(cost.get("unshifted", 0) for cost in costs)


def pays_energy(table: Magika, frame: Declare) -> bool:
    """Whether the Energy Cost is paid: not for a Chain Summon, unless the option says so (MM-R65)."""
    chain = isinstance(frame, Build) and frame.chain
    return not chain or chain_pays(table)


@carries("MM-R65", otherwise=True)
def chain_pays(table: Magika) -> bool:
    """A Chain Summon costs no Energy, unless the option says so."""
    return table.state.options.chain_summon_pays_energy


def targets_of(table: Magika, frame: Declare) -> list[dict[str, Any]]:
    """All targets chosen so far."""
    card = card_of(table, frame)
    parts = parts_of(table, frame)
    return [
        ref
        for of, number in enumerate(parts)
        for target in card.abilities[number].targets
        for ref in held(table, frame, of, target.name)
    ]


def aims_of(table: Magika, frame: Declare) -> list[Aim]:
    """The targets of a complete build, with the Defense that is meant."""
    found: list[Aim] = []
    card = card_of(table, frame)
    for of, number in enumerate(parts_of(table, frame)):
        for target in card.abilities[number].targets:
            for i, ref in enumerate(held(table, frame, of, target.name)):
                stat: list[Any] = picks_of(frame, f"{target.name}/{i}", of)
                found.append(Aim(slot=target.name, of=of, stat=stat[0] if stat else UNSET, **ref))
    return found


def dead_parts(table: Magika, frame: Declare) -> list[int]:
    """The parts that will do nothing, for want of targets."""
    card = card_of(table, frame)
    return [of for of, number in enumerate(parts_of(table, frame)) if is_dead(table, frame, of, card.abilities[number])]
