"""Running abilities: the frame that resolves one, its targets, the queueing of what a card does."""

from __future__ import annotations

from typing import Any

from ..agenda import Step, pop
from ..decisions import Pending
from ..table import Table
from .ability import Ability, ChooseTarget, Do, Target


def ability_of(table: Table[Any, Any], frame: Do | ChooseTarget) -> Ability:
    """The compiled ability that a frame is about."""
    found: Ability = table.cards[frame.card].abilities[frame.ability]
    return found


def run_do(table: Table[Any, Any], frame: Do) -> None:
    """Choose the targets that are still open, then do the next step; at the end take the frame off."""
    ability = ability_of(table, frame)
    if frame.block == 0 and frame.at == 0 and open_target(table, frame, ability):
        return
    steps = ability.blocks[frame.block]
    if frame.at >= len(steps):
        pop(table)
        return
    if frame.at == 0 and frame.block == 0 and ability.kind == "triggered":
        tell_trigger(table, frame, ability)
    step = steps[frame.at]
    frame.at += 1
    table.spend(1, frame.card)
    if table.game.settles is not None:
        table.push(table.game.settles())
    step(table, frame)


def tell_trigger(table: Table[Any, Any], frame: Do, ability: Ability) -> None:
    """Tell that an ability was triggered, in games that tell it."""
    if "trigger" in table.game.events and ability.event is not None:
        rules = table.game.vocabulary.events[ability.event]
        targets = [ref for refs in frame.bound.values() for ref in refs]
        table.emit(
            "trigger", rules[0] if rules else None, player=frame.player, object=frame.source, card=frame.card,
            ability=frame.ability, targets=targets,
        )  # fmt: skip


def open_target(table: Table[Any, Any], frame: Do, ability: Ability) -> bool:
    """Ask for the first target that nobody has chosen yet, if there is one."""
    for i, target in enumerate(ability.targets):
        if target.name not in frame.bound:
            table.push(ChooseTarget(player=frame.player, source=frame.source, card=frame.card, ability=frame.ability, target=i))
            return True
    return False


# -- targets chosen while an ability resolves --------------------------------------------------------


def candidates(table: Table[Any, Any], frame: ChooseTarget, target: Target) -> list[Any]:
    """Who may be chosen now; objects by their ids."""
    scope = table.state.agenda[-2]
    return [ref["object"] for ref in target.choose(table, scope) if ref["object"] not in frame.chosen]


def ask_target(table: Table[Any, Any], frame: ChooseTarget) -> Pending | None:
    """The choice, where there is one: none without candidates, none where all must be taken."""
    target = ability_of(table, frame).targets[frame.target]
    found = candidates(table, frame, target)
    left = target.max - len(frame.chosen)
    least = max(0, target.min - len(frame.chosen))
    if not found or left <= 0 or len(found) <= least:
        return None
    return Pending(
        frame.player, "target", table.game.conventions.target, source=frame.source,
        min=least, max=left, chosen=tuple(frame.chosen), picks=tuple(found),
    )  # fmt: skip


def run_target(table: Table[Any, Any], frame: ChooseTarget) -> None:
    """Nothing is left to choose: bind what there is, or skip an ability that lacks its target."""
    target = ability_of(table, frame).targets[frame.target]
    found = candidates(table, frame, target)
    rule = table.game.conventions.target
    if len(frame.chosen) + len(found) < target.min:
        pop(table)
        pop(table)
        table.emit("fizzle", rule, what="trigger", object=frame.source, reason="no_target")
        return
    if found and len(found) <= target.min - len(frame.chosen):
        for pick in found:
            table.emit("choose", rule, player=frame.player, decision="target", pick=pick, forced=True)
            frame.chosen = [*frame.chosen, pick]
    bind(table, frame)


def take_target(table: Table[Any, Any], frame: ChooseTarget, pick: Any) -> None:
    """A target is chosen."""
    frame.chosen = [*frame.chosen, pick]
    if len(frame.chosen) >= ability_of(table, frame).targets[frame.target].max:
        bind(table, frame)


def bind(table: Table[Any, Any], frame: ChooseTarget) -> None:
    """Give the ability's frame its targets."""
    pop(table)
    name = ability_of(table, frame).targets[frame.target].name
    below = table.state.agenda[-1]
    below.bound = {**below.bound, name: [{"object": pick} for pick in frame.chosen]}


STEPS = (Step(Do, run=run_do), Step(ChooseTarget, run=run_target, asks=ask_target, takes=take_target, ends=bind))


def effects_of(
    table: Table[Any, Any], event: str, player: int, source: int | None, card: str, mode: str | None = None, slot: str = "abilities"
) -> list[Do]:
    """The frames of a card's abilities that this event of its own sets off, in printed order."""
    frames = []
    for i, ability in enumerate(table.cards[card].abilities):
        if ability.event == event and ability.slot == slot and ability.mode in (None, mode):
            frames.append(Do(player=player, source=source, card=card, ability=i))
    return frames
