"""The action types in the digest's order, their gates, and the decisions (section 5 of the digest)."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.agreement import ANSWERS, AnswerDraw, Concede, OfferDraw
from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.choices import PayOptional, answer_action, choice
from oracle.kernel.decisions import Action, ActionType, Facts, Kept, Pending, Requirement, requires
from oracle.kernel.gates import objects_exist
from oracle.kernel.stack.actions import least, pass_action, pick_action
from oracle.kernel.stack.declaring import declaration_of, declaring, open_slot
from oracle.kernel.stack.declaring import cancel as take_back
from oracle.kernel.stack.priority import pass_on
from oracle.kernel.stack.priority import pending as priority_pending
from oracle.kernel.stack.requirements import can_be_taken_back, declaration_is_complete, holds_priority
from oracle.kernel.stack.slots import pick_of
from oracle.kernel.state import Count, Key, ObjectId
from oracle.kernel.table import CardName

from . import activating, attacking, blocking, leaving, playing, setup
from .building import card_of, cost_of, parts_of
from .energy import payment_fits
from .playing import Payment
from .seats import active, seat_of
from .state import Build, Magika, Stat
from .targeting import barrier, meant

Ref = dict[str, int]


class ChooseOption(Action, tag="choose_option", kw_only=True, frozen=True):
    """Choose one of the options of a sentence, the first of them being 1."""

    i: Count


class ChooseTarget(Action, tag="choose_target", kw_only=True, frozen=True):
    """Choose a target for a slot of what is being activated."""

    slot: Key
    ref: Ref


class ChooseStat(Action, tag="choose_stat", kw_only=True, frozen=True):
    """Choose the Defense that Effect damage reduces."""

    stat: Stat


class ChooseCostObject(Action, tag="choose_cost_object", kw_only=True, frozen=True):
    """Choose a card to pay with."""

    ref: ObjectId


class Confirm(Action, tag="confirm", kw_only=True, frozen=True):
    """Go through with what was put together, and say how it is paid."""

    payment: Payment | UnsetType = UNSET


class Cancel(Action, tag="cancel", kw_only=True, frozen=True):
    """Take back what is being put together."""


class OrderTrigger(Action, tag="order_trigger", kw_only=True, frozen=True):
    """Say which of several own triggers goes on the stack next."""

    trigger: ObjectId


class SearchPick(Action, tag="search_pick", kw_only=True, frozen=True):
    """Take a card that was Searched for; without one nothing is found."""

    card: ObjectId | Key | UnsetType = UNSET


class PickObject(Action, tag="pick_object", kw_only=True, frozen=True):
    """Pick a card that an Effect asks for."""

    ref: ObjectId


class BlinkOrder(Action, tag="blink_order", kw_only=True, frozen=True):
    """Say which Blinked card comes back next."""

    card: ObjectId


class ChooseHost(Action, tag="choose_host", kw_only=True, frozen=True):
    """Choose the Summon that an Equipment is put on."""

    summon: ObjectId


# -- gates -----------------------------------------------------------------------------------------


@requires(code="game_over", gate=True)
def game_is_on(table: Magika, _action: Action) -> Kept:
    """The game is not over."""
    return table.state.result is None


@requires(code="wrong_decision", gate=True)
def seat_acts(table: Magika, action: Action) -> Kept:
    """A player acts, while no outcome of chance is waited for."""
    return action.player != "chance" and table.question is None


@requires("MM-3.6", "MM-3.7", code="not_before_the_start", gate=True)
def play_has_begun(table: Magika, _action: Action) -> Kept:
    """Play begins once all are ready and it is decided who goes first."""
    return table.state.phase != "setup"


@cache
def decided_at(*moments: str) -> Requirement:
    """The action is one that the pending decision offers."""

    def test(table: Magika, _action: Action) -> Kept:
        return table.moment in moments or {"decision": table.moment}

    return Requirement(test, (), "wrong_decision", reads=(), name="decided_at", text="The action is one that the pending decision offers.")


@requires(code="not_your_decision", reads=())
def decision_is_own(table: Magika, action: Action) -> Kept:
    """The player is the one who decides."""
    return table.decides(action.player) or {"player": table.decider}


ON = (game_is_on, seat_acts)
BEGUN = (*ON, play_has_begun)


def ruled(moments: tuple[str, ...], objects: tuple[str, ...], *requirements: Requirement) -> tuple[Requirement, ...]:
    """The gates, the requirements of the rules, then who decides what."""
    exist = (objects_exist(None, *objects),) if objects else ()
    return (*BEGUN, *exist, *requirements, decided_at(*moments), decision_is_own)


WORD = ("priority",)
DECLARING = ("priority", "attack_declaration")
PRIORITY = frozenset(WORD)
BUILD = frozenset({"build"})


# -- builds ----------------------------------------------------------------------------------------


def slot_is(*kinds: str) -> Any:
    """Whether the choice that a build waits for is of one of these kinds."""

    def test(table: Magika, _action: Action) -> Kept:
        frame = declaring(table)
        slot = open_slot(table, frame) if frame is not None and frame.card is not None else None
        return (slot is not None and slot.kind in kinds) or {"decision": table.moment}

    return Requirement(test, (), "wrong_decision", gate=True, name="slot_is", text="The build waits for this choice.")


def picks(table: Magika, kinds: tuple[str, ...]) -> tuple[Any, ...]:
    """What the open slot of a build offers, if it is of one of these kinds."""
    frame = declaring(table)
    slot = open_slot(table, frame) if frame is not None and frame.card is not None else None
    pending = choice(table)
    return (pending.picks or ()) if pending is not None and slot is not None and slot.kind in kinds else ()


def slots(table: Magika, _draft: Any) -> tuple[str, ...]:
    """The name of the slot that is open."""
    frame = declaring(table)
    slot = open_slot(table, frame) if frame is not None and frame.card is not None else None
    return (slot.name,) if slot is not None and slot.kind == "target" else ()


def refs(table: Magika, _draft: Any) -> list[Any]:
    """The targets that may be chosen, as references."""
    return [{"object": pick} if isinstance(pick, int) else pick for pick in picks(table, ("target",))]


@requires("MM-R80", "MM-17.4", "MM-16.16", "MM-21.3", "MM-21.20", code="target_not_allowed", reads=("slot", "ref"))
def target_is_allowed(table: Magika, action: ChooseTarget) -> Kept:
    """The target is one that the Effect may have."""
    frame = declaring(table)
    assert frame is not None
    if action.slot not in slots(table, action):
        return {"rules": ("MM-R80",)}
    if any(pick == pick_of(action.ref) and type(pick) is type(pick_of(action.ref)) for pick in picks(table, ("target",))):
        return True
    return {"rules": why_not(table, frame, action)}


def why_not(table: Magika, frame: Any, action: ChooseTarget) -> tuple[str, ...]:
    """The clause that a wrong target breaks."""
    slot = open_slot(table, frame)
    assert slot is not None
    ability = card_of(table, frame).abilities[parts_of(table, frame)[slot.of]]
    target = next(t for t in ability.targets if t.name == slot.name)
    if action.ref in meant(table, frame, slot.of, target):
        return (barrier(table, frame, slot.of, target, action.ref) or "MM-R80",)
    return ("MM-17.4",) if "ability" in action.ref and target.document.get("choose") == "activated_effect" else ("MM-R80",)


@requires("MM-17.10", code="one_negation_one_effect", reads=("slot", "ref"))
def negation_has_one_target(table: Magika, _action: ChooseTarget) -> Kept:
    """A Negation affects one Effect."""
    frame = declaring(table)
    full = frame is not None and open_slot(table, frame) is None and any(negates(card_of(table, frame), n) for n in parts_of(table, frame))
    return False if full else None


def negates(card: Any, number: int) -> bool:
    """Whether an ability Negates something."""
    return any("negate" in step for step in card.abilities[number].document.get("do", []) if isinstance(step, dict))


def target_waits(table: Magika, _action: Action) -> Kept:
    """The build waits for a target, or is a Negation that has one."""
    frame = declaring(table)
    slot = open_slot(table, frame) if frame is not None and frame.card is not None else None
    if frame is not None and slot is None and frame.card is not None:
        return any(negates(card_of(table, frame), n) for n in parts_of(table, frame)) or {"decision": table.moment}
    return (slot is not None and slot.kind == "target") or {"decision": table.moment}


target_is_waited_for = Requirement(target_waits, (), "wrong_decision", gate=True, name="target_is_waited_for", text="The build waits for a target.")
negation_has_one_target.stops = True


def pick(record: type[Action], field: str, kind: str, rule: str, moments: tuple[str, ...] = ("build",), label: Any = None, **ways: Any) -> ActionType:
    """An action that makes the pick of a slot."""
    gates = (*BEGUN, slot_is(kind), decision_is_own)
    return pick_action(record, field, gates, (rule,) if rule else (), decisions=frozenset(moments), kinds=frozenset({kind}), label=label, **ways)


def choose_target(table: Magika, action: ChooseTarget) -> None:
    """A target is chosen."""
    take(table, action, pick_of(action.ref))


def take(table: Magika, action: Action, value: Any) -> None:
    """Hand a pick to the frame that asked."""
    from oracle.kernel.choices import Choose, choose  # noqa: PLC0415 - the kernel's own action under another name

    choose(table, Choose(player=action.player, pick=value))


def target_label(table: Magika, action: ChooseTarget) -> tuple[str, Facts]:
    """What the button says."""
    ref = action.ref
    if "player" in ref:
        return "target_player", {"player": table.state.players[ref["player"]].name or ref["player"]}
    number = ref.get("source", ref.get("object", ref.get("entry")))
    thing = table.find(number) if number is not None else None
    return "target", {"card": table.name(thing) if thing is not None else CardName(str(number))}


def card_label(word: str, field: str) -> Any:
    """A button that names a card."""

    def say(table: Magika, action: Any) -> tuple[str, Facts]:
        value = getattr(action, field)
        thing = table.find(value) if type(value) is int else None
        return word, {"card": table.name(thing) if thing is not None else CardName(str(value))}

    return say


@requires("MM-R23", code="payment_does_not_fit", reads=())
def payment_covers(table: Magika, action: Confirm) -> Kept:
    """A payment that is named covers the cost exactly."""
    frame = declaring(table)
    if frame is None or getattr(action, "payment", UNSET) is UNSET:
        return None
    cost, unshifted = cost_of(table, frame)
    return payment_fits(table, frame.player, action.payment, cost, unshifted)  # type: ignore[arg-type]


def confirm(table: Magika, action: Confirm) -> None:
    """The build is final."""
    frame: Any = declaring(table)
    frame.confirmed = True
    if isinstance(frame, Build) and action.payment is not UNSET:
        frame.payment = dict(action.payment)  # type: ignore[arg-type]


# -- choices while something resolves --------------------------------------------------------------


def picking(record: type[Action], field: str, moment: str, rule: str, label: Any = None) -> ActionType:
    """An action that answers a decision of this type with its parameter."""
    return pick_action(
        record, field, (*BEGUN, decided_gate(moment), decision_is_own), (rule,), decisions=frozenset({moment}), label=label, objects=(field,) if field != "card" or moment != "search_pick" else (),
    )  # fmt: skip


@cache
def decided_gate(moment: str) -> Requirement:
    """This decision is pending."""

    def test(table: Magika, _action: Action) -> Kept:
        return table.moment == moment or {"decision": table.moment}

    return Requirement(test, (), "wrong_decision", gate=True, name="decided_gate", text="This decision is pending.")


@requires("MM-20.1", "MM-20.5", "MM-R90", code="not_found", reads=("card",))
def card_is_found(table: Magika, action: SearchPick) -> Kept:
    """The card fits what is Searched for, in a zone that is; nothing is found only by the option."""
    pending = choice(table)
    assert pending is not None
    if action.card is UNSET:
        return pending.min == 0 or {"rules": ("MM-20.1", "MM-R90")}
    return any(type(one) is type(action.card) and one == action.card for one in pending.picks or ()) or {"rules": ("MM-20.1", "MM-20.5")}


def found(table: Magika, _draft: Any) -> list[Any]:
    """What can be taken."""
    pending = choice(table)
    if pending is None or table.moment != "search_pick":
        return []
    return [*(pending.picks or ()), *((UNSET,) if pending.min == 0 else ())]


def search_pick(table: Magika, action: SearchPick) -> None:
    """A card is taken, or none."""
    if action.card is not UNSET:
        take(table, action, action.card)
        return
    frame = table.state.agenda[-1]
    ends = table.game.steps[type(frame)].ends
    assert ends is not None
    ends(table, frame)


def search_label(table: Magika, action: SearchPick) -> tuple[str, Facts]:
    """What the button says."""
    if action.card is UNSET:
        return "find_nothing", {}
    thing = table.find(action.card) if isinstance(action.card, int) else None
    return "find", {"card": table.name(thing) if thing is not None else CardName(str(action.card))}


# -- the table -------------------------------------------------------------------------------------


def play(record: type[Action], kinds: tuple[str, ...]) -> ActionType:
    """Playing a card that stays on the Mantle."""
    return ActionType(
        record,
        ruled(WORD, ("card",), playing.card_is_in_own_hand, playing.is_played_as(*kinds), playing.phase_is_own, playing.energy_is_there, playing.cost_sentence_can_be_paid),
        playing.begin_play, moments=PRIORITY, objects=("card",), label=playing.label(f"play_{kinds[0]}"),
        domains=(("card", playing.hand_of(*kinds)),), rules=("MM-13.8",) if kinds == ("rune",) else (),
    )  # fmt: skip


ATTACK_EXISTS = Requirement(blocking.attack_is_there, (), "unknown_object", gate=True, who=False, reads=("attack",))
ATTACK_IS_NEXT = Requirement(blocking.attack_is_next, (), "wrong_decision", reads=("attack",))
TELL, REVEAL = chance_actions("MM-R96", game_is_on)
USES = (activating.sentence_is_not_negated, activating.card_is_no_link, activating.normal_on_own_turn, activating.fast_enough)
PAYS = (activating.card_can_tap, activating.unshifted_is_there, activating.energy_is_there, activating.cards_can_be_paid, activating.choices_are_there)

ACTIONS = (
    ActionType(setup.Mulligan, (*ON, setup.mulligan_is_left, setup.hand_is_undecided), setup.decide_hand, moments=frozenset({"mulligan"})),
    ActionType(setup.Keep, (*ON, setup.hand_is_undecided), setup.decide_hand, moments=frozenset({"mulligan"})),
    play(playing.PlayArtifact, ("artifact",)),
    play(playing.PlaySummon, ("summon",)),
    play(playing.PlayRune, ("rune",)),
    ActionType(
        playing.PlayEquipment,
        ruled(WORD, ("card", "host"), playing.card_is_in_own_hand, playing.is_played_as("equipment"), playing.phase_is_own, playing.energy_is_there, playing.cost_sentence_can_be_paid, playing.host_can_bear_it),
        playing.begin_play, moments=PRIORITY, objects=("card", "host"), label=playing.label("play_equipment"),
        domains=(("card", playing.hand_of("equipment")), ("host", playing.possible_hosts)), apart=frozenset({"host"}), rules=("MM-15.1",),
    ),
    ActionType(
        playing.ChainSummon,
        ruled(
            WORD, ("card", "base"), playing.card_is_in_own_hand, playing.phase_is_own, playing.card_has_a_chain_value, playing.none_yet_this_turn,
            playing.chain_energy_is_there, playing.cost_sentence_can_be_paid, playing.base_is_a_chain_card,
            playing.base_is_not_new, playing.values_fit, playing.something_is_shared,
        ),
        playing.begin_play, moments=PRIORITY, objects=("card", "base"), label=playing.label("chain_summon"),
        domains=(("card", playing.chain_cards), ("base", playing.bases)), rules=("MM-16.4",),
    ),
    ActionType(
        activating.PlayChant,
        ruled(
            WORD, ("card",), playing.card_is_in_own_hand, playing.is_played_as("chant"), activating.normal_on_own_turn,
            activating.quick_chant_by_option, activating.fast_enough, activating.energy_is_there,
            activating.choices_are_there,
        ),
        activating.begin_build, moments=PRIORITY, objects=("card",), label=activating.label("play_chant"),
        domains=(("card", activating.chants),),
    ),
    ActionType(
        activating.Activate,
        ruled(WORD, ("card",), activating.card_is_on_own_mantle, activating.sentence_can_be_activated, *USES, *PAYS),
        activating.begin_build, moments=PRIORITY, objects=("card",), label=activating.label("activate"),
        domains=(("card", activating.own_cards), ("ability", activating.abilities_of), ("source", activating.sources_of)),
    ),
    ActionType(
        activating.Sacrifice,
        ruled(WORD, ("card",), activating.card_can_be_sacrificed, *USES, *PAYS),
        activating.begin_build, moments=PRIORITY, objects=("card",), label=activating.label("sacrifice"),
        domains=(("card", activating.sacrificeable), ("ability", activating.sacrifice_numbers)),
    ),
    pick(ChooseOption, "i", "option", "MM-21.36", label=lambda _table, action: ("choose_option", {"i": action.i})),
    ActionType(
        ChooseTarget, (*BEGUN, target_is_waited_for, negation_has_one_target, target_is_allowed, decision_is_own), choose_target, moments=BUILD,
        domains=(("slot", slots), ("ref", refs)), label=target_label,
    ),
    pick(ChooseStat, "stat", "stat", "", label=lambda _table, action: (f"choose_{action.stat}", {})),
    pick(ChooseCostObject, "ref", "cost", "MM-21.34", label=card_label("choose_cost_object", "ref"), objects=("ref",)),
    ActionType(Confirm, (*BEGUN, decided_gate("build"), declaration_is_complete("MM-R80"), payment_covers, decision_is_own), confirm, moments=BUILD),
    ActionType(Cancel, (*BEGUN, decided_gate("build"), can_be_taken_back("MM-R81"), decision_is_own), lambda table, _: take_back(table), moments=BUILD),
    ActionType(
        attacking.DeclareAttack,
        ruled(
            DECLARING, ("attacker",), attacking.battle_is_on, attacking.turn_is_own, attacking.attacker_is_a_summon,
            attacking.attacker_is_own, attacking.attacker_is_untapped, attacking.attacker_is_no_link,
            attacking.attacker_is_not_barred, attacking.target_is_an_opponent, attacking.offense_is_named,
            attacking.target_summon_is_named, attacking.target_summon_is_absent,
        ),
        attacking.declare_attack, moments=frozenset(DECLARING), objects=("attacker", "target_summon"), label=attacking.label,
        domains=(("attacker", attacking.attackers), ("target", attacking.targets), ("stat", attacking.offenses), ("target_summon", attacking.target_summons)),
    ),
    ActionType(
        attacking.DeclareExtraAttack,
        (
            *BEGUN, decided_gate("extra_attack"), attacking.target_is_an_opponent, attacking.offense_is_named,
            attacking.target_summon_is_named, attacking.target_summon_is_absent, decision_is_own,
        ),
        attacking.declare_extra, moments=frozenset({"extra_attack"}), objects=("target_summon",), label=attacking.extra_label,
        domains=(("target", attacking.targets), ("stat", attacking.offenses), ("target_summon", attacking.target_summons)), rules=("MM-21.4",),
    ),
    ActionType(
        attacking.FinishDeclaration,
        (*BEGUN, decided_at("attack_declaration", "extra_attack"), attacking.no_extra_attack_is_due, attacking.an_attack_is_declared, decision_is_own),
        attacking.finish_declaration, moments=frozenset({"attack_declaration"}),
    ),
    ActionType(
        blocking.Block,
        ruled(
            ("block",), ("blocker",), ATTACK_EXISTS,
            blocking.attack_is_at_the_player, blocking.player_is_an_opponent, blocking.attack_is_undecided,
            blocking.blocker_is_a_summon, blocking.blocker_is_own, blocking.blocker_is_no_link, blocking.blocker_is_untapped,
            blocking.blocker_has_blocks_left, blocking.blocker_is_elusive_too, ATTACK_IS_NEXT,
        ),
        blocking.block, moments=frozenset({"block"}), objects=("blocker",), label=blocking.label,
        domains=(("attack", blocking.open_attack), ("blocker", blocking.blockers)),
    ),
    ActionType(
        blocking.NoBlock,
        ruled(
            ("block",), (), ATTACK_EXISTS,
            blocking.attack_is_at_the_player, ATTACK_IS_NEXT,
        ),
        blocking.let_through, moments=frozenset({"block"}), label=blocking.let_label, domains=(("attack", blocking.open_attack),),
    ),
    pass_action(*BEGUN, decided_at("priority"), decision_is_own),
    picking(OrderTrigger, "trigger", "order_trigger", "MM-R72", lambda table, action: order_label(table, action)),
    answer_action(PayOptional, (*BEGUN, decided_gate("pay_optional"), decision_is_own), ()),
    ActionType(
        SearchPick, (*BEGUN, decided_gate("search_pick"), card_is_found, decision_is_own), search_pick, moments=frozenset({"search_pick"}),
        domains=(("card", found),), label=search_label,
    ),
    picking(PickObject, "ref", "pick_object", "MM-R80", card_label("pick_object", "ref")),
    picking(BlinkOrder, "card", "blink_order", "MM-R87", card_label("blink_order", "card")),
    picking(ChooseHost, "summon", "choose_host", "MM-13.9", card_label("choose_host", "summon")),
    TELL,
    REVEAL,
    ActionType(Concede, (*ON, play_has_begun, leaving.player_is_in), leaving.concede, aside=True),
    ActionType(OfferDraw, (*ON, play_has_begun, leaving.may_offer), leaving.offer_draw, aside=True),
    ActionType(
        AnswerDraw, (*ON, play_has_begun, leaving.may_answer), leaving.answer_draw, aside=True, domains=ANSWERS,
        label=lambda _table, a: ("accept_draw" if a.accept else "decline_draw", {}),
    ),
)  # fmt: skip


def order_label(table: Magika, action: OrderTrigger) -> tuple[str, Facts]:
    """What the button says."""
    batch: Any = table.state.agenda[-1]
    trigger = next((one for one in getattr(batch, "batch", []) if one.id == action.trigger), None)
    return "order_trigger", {"card": table.name(trigger.card) if trigger is not None else CardName("?")}


# -- decisions -------------------------------------------------------------------------------------


def decide(table: Magika) -> Pending:
    """Attacks of a declaration under way, else the word of whoever holds priority."""
    if table.state.step == "declaring":
        extra = attacking.battle_of(table).extra
        if extra is not None:
            return Pending(active(table), "extra_attack", "MM-21.4", source=extra.attacker)
        return Pending(active(table), "attack_declaration", "MM-6.4")
    found = priority_pending(table)
    assert found is not None
    return found


def default(table: Magika, pending: Pending) -> Action | None:
    """The action that changes least."""
    seat: Any = pending.player
    if pending.type == "mulligan":
        return setup.Keep(player=seat)
    if pending.type == "attack_declaration":
        return attacking.FinishDeclaration(player=seat)
    if pending.type == "block":
        attack = blocking.open_blocks(table)[0]
        return blocking.NoBlock(player=seat, attack=attack.id)
    if pending.type == "pay_optional":
        return PayOptional(player=seat, accept=False)
    if pending.type == "build":
        frame = declaring(table)
        return Cancel(player=seat) if frame is not None and not frame.locked and frame.trigger is None else None
    if pending.type == "search_pick" and pending.min == 0:
        return SearchPick(player=seat)
    return least(table, pending) if pending.type == "priority" else None


__all__ = ["ACTIONS", "decide", "declaration_of", "default", "holds_priority", "pass_on", "seat_of"]
