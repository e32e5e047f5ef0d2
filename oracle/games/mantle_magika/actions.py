"""The action types in the digest's order, their gates, and the decisions (section 5 of the digest)."""

from __future__ import annotations

from dataclasses import replace

from oracle.kernel.agreement import ANSWERS, AnswerDraw, Concede, OfferDraw
from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.choices import PayOptional, answer_action
from oracle.kernel.decisions import Action, ActionType
from oracle.kernel.stack.actions import pass_action
from oracle.kernel.stack.declaring import cancel as take_back
from oracle.kernel.stack.requirements import can_be_taken_back, declaration_is_complete

from . import activating, affording, chaining, leaving, playing, setup, timing
from .answering import (
    BlinkOrder,
    ChooseHost,
    OrderTrigger,
    PickObject,
    SearchPick,
    card_is_found,
    found,
    order_label,
    picking,
    search_label,
    search_pick,
)
from .battle_actions import BATTLE
from .choosing import (
    Cancel,
    ChooseCostObject,
    ChooseOption,
    ChooseStat,
    ChooseTarget,
    Confirm,
    card_label,
    choose_option,
    choose_target,
    confirm,
    negation_has_one_target,
    option_is_offered,
    option_label,
    options,
    payment_covers,
    pick,
    refs,
    slot_is,
    slots,
    stat_is_waited_for,
    target_is_allowed,
    target_is_waited_for,
    target_label,
)
from .gates import (
    ASIDE,
    BEGUN,
    ON,
    decided_at,
    decided_gate,
    decision_is_own,
    game_is_on,
    own_decision,
    play_has_begun,
    ruled,
    target_exists,
)

WORD = ("priority",)
PRIORITY = frozenset(WORD)
BUILD = frozenset({"build"})
negation_has_one_target.stops = True


# -- the table -------------------------------------------------------------------------------------


def play(record: type[Action], kinds: tuple[str, ...]) -> ActionType:
    """Playing a card that stays on the Mantle."""
    return ActionType(
        record,
        ruled(
            WORD,
            ("card",),
            playing.card_is_in_own_hand,
            playing.is_played_as(*kinds),
            playing.phase_is_own,
            playing.energy_is_there,
            playing.sentence_energy_is_there,
            playing.cost_sentence_can_be_paid,
        ),
        playing.begin_play,
        moments=PRIORITY,
        objects=("card",),
        label=playing.label(f"play_{kinds[0]}"),
        domains=(("card", playing.hand_of(*kinds)),),
        rules=("MM-13.8",) if kinds == ("rune",) else (),
    )


TELL, REVEAL = chance_actions("MM-R96", game_is_on)
USES = (activating.sentence_is_not_negated, timing.normal_on_own_turn, timing.fast_enough)
PAYS = (
    affording.card_can_tap,
    affording.unshifted_is_there,
    affording.energy_is_there,
    affording.cards_can_be_paid,
    affording.choices_are_there,
)
ACTIONS = (
    ActionType(
        setup.Mulligan,
        (*ON, setup.mulligan_is_left, setup.hand_is_undecided),
        setup.decide_hand,
        moments=frozenset({"mulligan"}),
    ),
    ActionType(setup.Keep, (*ON, setup.hand_is_undecided), setup.decide_hand, moments=frozenset({"mulligan"})),
    play(playing.PlayArtifact, ("artifact",)),
    play(playing.PlaySummon, ("summon",)),
    play(playing.PlayRune, ("rune",)),
    ActionType(
        playing.PlayEquipment,
        ruled(
            WORD,
            ("card", "host"),
            playing.card_is_in_own_hand,
            playing.is_played_as("equipment"),
            playing.phase_is_own,
            playing.energy_is_there,
            playing.sentence_energy_is_there,
            playing.cost_sentence_can_be_paid,
            playing.host_can_bear_it,
        ),
        playing.begin_play,
        moments=PRIORITY,
        objects=("card", "host"),
        label=playing.label("play_equipment"),
        domains=(("card", playing.hand_of("equipment")), ("host", playing.possible_hosts)),
        apart=frozenset({"host"}),
        rules=("MM-15.1",),
    ),
    ActionType(
        chaining.ChainSummon,
        ruled(
            WORD,
            ("card", "base"),
            playing.phase_is_own,
            chaining.card_has_a_chain_value,
            chaining.none_yet_this_turn,
            chaining.chain_energy_is_there,
            playing.sentence_energy_is_there,
            playing.cost_sentence_can_be_paid,
            chaining.base_is_a_chain_card,
            chaining.base_is_not_new,
            chaining.values_fit,
            chaining.something_is_shared,
        ),
        playing.begin_play,
        moments=PRIORITY,
        objects=("card", "base"),
        label=playing.label("chain_summon"),
        domains=(("card", chaining.chain_cards), ("base", chaining.bases)),
        rules=("MM-16.4",),
    ),
    ActionType(
        activating.PlayChant,
        ruled(
            WORD,
            ("card",),
            playing.card_is_in_own_hand,
            playing.is_played_as("chant"),
            timing.normal_on_own_turn,
            timing.quick_chant_by_option,
            timing.fast_enough,
            affording.energy_is_there,
            affording.choices_are_there,
        ),
        activating.begin_build,
        moments=PRIORITY,
        objects=("card",),
        label=activating.label("play_chant"),
        domains=(("card", activating.chants),),
    ),
    ActionType(
        activating.Activate,
        ruled(
            WORD,
            ("card", "source"),
            activating.card_is_on_own_mantle,
            activating.card_is_no_link,
            activating.sentence_can_be_activated,
            *USES,
            *PAYS,
        ),
        activating.begin_build,
        moments=PRIORITY,
        objects=("card",),
        label=activating.label("activate"),
        domains=(
            ("card", activating.own_cards),
            ("ability", activating.abilities_of),
            ("source", activating.sources_of),
        ),
    ),
    ActionType(
        activating.Sacrifice,
        ruled(
            WORD,
            ("card",),
            activating.card_is_at_hand,
            activating.card_is_no_link,
            activating.card_has_a_sacrifice,
            *USES,
            *PAYS,
        ),
        activating.begin_build,
        moments=PRIORITY,
        objects=("card",),
        label=activating.label("sacrifice"),
        domains=(("card", activating.sacrificeable), ("ability", activating.sacrifice_numbers)),
    ),
    ActionType(
        ChooseOption,
        (*BEGUN, slot_is("option"), decision_is_own, option_is_offered),
        choose_option,
        moments=BUILD,
        domains=(("i", options),),
        label=option_label,
    ),
    ActionType(
        ChooseTarget,
        (*BEGUN, target_is_waited_for, target_exists, negation_has_one_target, target_is_allowed, decision_is_own),
        choose_target,
        moments=BUILD,
        domains=(("slot", slots), ("ref", refs)),
        label=target_label,
    ),
    replace(
        pick(
            ChooseStat,
            "stat",
            "stat",
            (),
            ("build", "choose_stat"),
            gate=stat_is_waited_for,
            label=lambda _table, action: (f"choose_{action.stat}", {}),
        ),
        rules=("MM-R51",),
    ),
    pick(
        ChooseCostObject, "ref", "cost", ("MM-21.34", "MM-R29"), label=card_label("pay_with", "ref"), objects=("ref",)
    ),
    ActionType(
        Confirm,
        (
            *BEGUN,
            decided_gate("build"),
            declaration_is_complete("MM-R80", "MM-21.36", "MM-R51", "MM-21.34", "MM-R29"),
            payment_covers,
            decision_is_own,
        ),
        confirm,
        moments=BUILD,
    ),
    ActionType(
        Cancel,
        (*BEGUN, decided_gate("build"), can_be_taken_back("MM-R81"), decision_is_own),
        lambda table, _: take_back(table),
        moments=BUILD,
    ),
    *BATTLE,
    replace(pass_action(*BEGUN, decided_at("priority"), decision_is_own), rules=("MM-R76",)),
    picking(OrderTrigger, "trigger", "order_trigger", ("MM-R72",), order_label),
    replace(answer_action(PayOptional, (*BEGUN, decided_gate("pay_optional"), decision_is_own), ()), rules=("MM-R29",)),
    ActionType(
        SearchPick,
        (*BEGUN, decided_gate("search_pick"), own_decision, card_is_found),
        search_pick,
        objects=("card",),
        moments=frozenset({"search_pick"}),
        domains=(("card", found),),
        label=search_label,
    ),
    picking(PickObject, "ref", "pick_object", ("MM-R80",), card_label("pick_object", "ref")),
    picking(BlinkOrder, "card", "blink_order", ("MM-R87",), card_label("blink_order", "card")),
    picking(ChooseHost, "summon", "choose_host", ("MM-R87", "MM-R92"), card_label("choose_host", "summon")),
    TELL,
    REVEAL,
    ActionType(Concede, (*ASIDE, play_has_begun, leaving.player_is_in), leaving.concede, aside=True),
    ActionType(OfferDraw, (*ASIDE, play_has_begun, leaving.may_offer), leaving.offer_draw, aside=True),
    ActionType(
        AnswerDraw,
        (*ASIDE, play_has_begun, leaving.may_answer),
        leaving.answer_draw,
        aside=True,
        domains=ANSWERS,
        label=lambda _table, a: ("accept_draw" if a.accept else "decline_draw", {}),
    ),
)
