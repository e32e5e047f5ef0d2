"""Running abilities: the frame that resolves one, its targets, the queueing of what a card does."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Pending
from oracle.kernel.meter import width
from oracle.kernel.table import Table

from . import asking
from .ability import Ability, ChooseTarget, Do, Run, Selector, Side, Target
from .asking import pick_of, refer
from .using import note_use, spent

# A step may reach every object there is: for each so many of them it counts once more.
CROWD = 16


def ability_of(table: Table[Any, Any], frame: Do | ChooseTarget) -> Ability:
    """The compiled ability that a frame is about."""
    found: Ability = table.cards[frame.card].abilities[frame.ability]
    return found


def run_do(table: Table[Any, Any], frame: Do) -> None:
    """Choose the targets that are still open, then do the steps until other work comes before the next.

    At the end take the frame off.
    """
    ability: Ability = table.cards[frame.card].abilities[frame.ability]
    if frame.block == 0 and frame.at == 0 and not begins(table, frame, ability):
        return
    steps = ability.blocks[frame.block]
    agenda = table.state.agenda
    while frame.at < len(steps):
        step = steps[frame.at]
        frame.at += 1
        table.spend(1 + width(table.state) // CROWD, (frame.card, frame.ability))
        run_step(table, frame, step)
        if not agenda or agenda[-1] is not frame:
            return
    agenda.pop()
    if frame.block:
        end(table, frame)


def run_step(table: Table[Any, Any], frame: Do, step: Run) -> None:
    """Do one step, then settle: at once where a game can and nothing else is to be done first."""
    game, agenda = table.game, table.state.agenda
    if game.settles is None:
        step(table, frame)
    elif game.settles_now is None:
        table.push(game.settles())
        step(table, frame)
    else:
        step(table, frame)
        if agenda and agenda[-1] is frame:
            game.settles_now(table)
        elif table.state.result is None:
            behind = next((i + 1 for i, other in enumerate(agenda) if other is frame), len(agenda))
            agenda.insert(behind, game.settles())


def end(table: Table[Any, Any], frame: Do) -> None:
    """The steps of a branch are done: what it found out is known to the steps behind it."""
    settles = None if table.game.settles is None else type(table.game.settles())
    below = next((other for other in reversed(table.state.agenda) if type(other) is not settles), None)
    if isinstance(below, Do) and (below.card, below.ability) == (frame.card, frame.ability):
        below.that = frame.that


def begins(table: Table[Any, Any], frame: Do, ability: Ability) -> bool:
    """Whether an ability may begin: it is wanted, its condition holds, its targets are chosen and still there."""
    if (ability.condition is not None or ability.limit) and not still_holds(table, frame, ability):
        pop(table)
        return False
    if ability.may is not None:
        point = ability.points[ability.may]
        if point.name not in frame.bound:
            asking.asks(table, frame, ability.may, point)
            return False
        if frame.bound[point.name] != [True]:
            pop(table)
            return False
    if ability.targets and (open_target(table, frame, ability) or targets_are_gone(table, frame, ability)):
        return False
    if ability.kind == "triggered":
        if ability.limit:
            note_use(table, frame, ability)
        tell_trigger(table, frame, ability)
    return True


def still_holds(table: Table[Any, Any], frame: Do, ability: Ability) -> bool:
    """Whether the condition holds now, and the ability was not used up while it waited; one that is used may go on."""
    if ability.kind == "triggered" and spent(table, frame.source, frame.card, frame.ability, ability):
        return False
    waited = ability.kind in ("triggered", "spell")
    return not waited or ability.condition is None or ability.condition(table, frame)


def tell_trigger(table: Table[Any, Any], frame: Do, ability: Ability) -> None:
    """Tell that an ability was triggered, in games that tell it; what lay on the stack was told before."""
    stack = table.game.stack
    if stack is not None and stack.triggers.on_stack:
        return
    if "trigger" in table.game.events and ability.event is not None:
        rules = table.game.vocabulary.events[ability.event]
        bound = frame.bound
        targets = [r for name, refs in bound.items() for r in refs if not name.startswith("_")] if bound else []
        told = {
            "type": "trigger", "player": frame.player, "object": frame.source, "card": frame.card,
            "ability": frame.ability, "targets": targets, "rule": rules[0] if rules else None,
        }  # fmt: skip
        table.events.append(told)


# -- targets ---------------------------------------------------------------------------------------


def open_target(table: Table[Any, Any], frame: Do, ability: Ability) -> bool:
    """Ask for the first target that nobody has chosen yet, if there is one."""
    for i, target in enumerate(ability.targets):
        if target.name not in frame.bound:
            table.push(
                ChooseTarget(player=frame.player, source=frame.source, card=frame.card, ability=frame.ability, target=i)
            )
            return True
    return False


def targets_are_gone(table: Table[Any, Any], frame: Do, ability: Ability) -> bool:
    """Look at the targets again: what is no target any more falls away; with all of them the ability does."""
    if not table.game.vocabulary.rechecks:
        return False
    chosen = left = 0
    for target in ability.targets:
        before = frame.bound[target.name]
        after = still_allowed(table, frame, target, before) if before else []
        chosen, left = chosen + len(before), left + len(after)
        if len(after) < len(before):
            frame.bound = {**frame.bound, target.name: after}
    if not chosen or left:
        return False
    fizzle(table, frame, ability, "target_gone")
    return True


def still_allowed(table: Table[Any, Any], frame: Do, target: Target, chosen: list[Any]) -> list[Any]:
    """Those of the chosen that could be chosen now; only they are looked at where each can be judged by itself."""
    choose = target.choose
    if not isinstance(choose, Selector) or choose.keep is not None:
        allowed = choose(table, frame)
        return [ref for ref in chosen if ref in allowed]
    places = [table.place(ref["object"]) if set(ref) == {"object"} else None for ref in chosen]
    return [
        ref
        for ref, place in zip(chosen, places, strict=True)
        if place is not None and choose.matches(table, frame, place)
    ]


def fizzle(table: Table[Any, Any], frame: Do, ability: Ability, reason: str) -> None:
    """The ability does nothing: take its frame off and tell it."""
    pop(table)
    what = "trigger" if ability.kind == "triggered" else "effect"
    table.emit("fizzle", table.game.conventions.target, what=what, object=frame.source, reason=reason)


def candidates(table: Table[Any, Any], frame: ChooseTarget, target: Target) -> list[Any]:
    """Who may be chosen now; objects by their ids."""
    found = [pick_of(ref) for ref in target.choose(table, table.state.agenda[-2])]
    return [pick for pick in found if pick not in frame.chosen]


def ask_target(table: Table[Any, Any], frame: ChooseTarget) -> Pending | None:
    """The choice, where there is one: none without candidates, none where all must be taken."""
    target = ability_of(table, frame).targets[frame.target]
    found = candidates(table, frame, target)
    left = target.max - len(frame.chosen)
    least = max(0, target.min - len(frame.chosen))
    if not found or left <= 0 or len(found) < least or (len(found) == least and not table.game.vocabulary.is_put):
        return None
    return Pending(
        frame.player, table.game.vocabulary.decisions.get("target", "target"), table.game.conventions.target,
        source=frame.source, min=least, max=left, chosen=tuple(frame.chosen), picks=tuple(found),
    )  # fmt: skip


def run_target(table: Table[Any, Any], frame: ChooseTarget) -> None:
    """Nothing is left to choose: bind what there is, or skip an ability that lacks its target."""
    ability = ability_of(table, frame)
    target = ability.targets[frame.target]
    found = candidates(table, frame, target)
    if len(frame.chosen) + len(found) < target.min:
        pop(table)
        fizzle(table, table.state.agenda[-1], ability, "no_target")
        return
    if found and len(found) <= target.min - len(frame.chosen):
        for pick in found:
            told = {"player": frame.player, "decision": table.game.vocabulary.decisions.get("target", "target")}
            table.emit("choose", table.game.conventions.target, **told, pick=pick, forced=True)
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
    below: Any = table.state.agenda[-1]
    below.bound = {**below.bound, name: [refer(pick) for pick in frame.chosen]}


STEPS = (
    Step(Do, run=run_do),
    Step(ChooseTarget, run=run_target, asks=ask_target, takes=take_target, ends=bind),
    *asking.STEPS,
)


# -- what an event of its own makes a card do ------------------------------------------------------


def effects_of(
    table: Table[Any, Any],
    event: str,
    player: int,
    source: int | None,
    card: str,
    mode: str | None = None,
    slot: str = "abilities",
) -> list[Do]:
    """The frames of a card's abilities that this event of its own sets off, in printed order."""
    frames = []
    for i, ability in enumerate(table.cards[card].abilities):
        if ability.event != event or ability.slot != slot or ability.mode not in (None, mode):
            continue
        if ability.kind != "triggered" or ability.subject is None or not ability.subject.own:
            continue
        if ability.condition is not None and not ability.condition(table, Side(player, source)):
            continue
        if not ability.limit or not spent(table, source, card, i, ability):
            frames.append(Do(player=player, source=source, card=card, ability=i))
    return frames
