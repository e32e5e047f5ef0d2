"""What no state of this game can be (sections 4 and 11 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault

from .state import Phap, SetUp
from .stats import life_of, rest_of

TYPES = {
    "mage": ("mage",),
    "monsters": ("monster",),
    "blocks": ("block",),
    "hand": ("monster", "spell", "block"),
    "discard": ("monster", "spell", "block"),
    "resolving": ("monster", "spell", "block"),
}


def seats_are_allowed(table: Phap) -> Iterator[Fault]:
    """Two seats, or up to four with the option; the active one is in."""
    state = table.state
    if len(state.players) > 2 and not state.options.multiplayer:
        yield fault("seat_count", "/players", "More than two players only with the option multiplayer.")
    if state.phase != "setup" and state.active is None:
        yield fault("no_active", "/active", "Once the setup is over a seat is active.")
    settled = state.result is None and not state.agenda
    if settled and state.active is not None and state.active < len(state.players) and state.players[state.active].out:
        yield fault("active_out", "/active", "The active seat is out of the match.")


def setup_has_its_work(table: Phap) -> Iterator[Fault]:
    """In the setup the first player is still to be found, or the first turn to begin."""
    state = table.state
    if state.phase != "setup" or state.result is not None:
        return
    if not state.agenda or not isinstance(state.agenda[0], SetUp):
        yield fault("setup_work", "/agenda", "In the setup its work is still to be done.")


def cards_are_in_their_zones(table: Phap) -> Iterator[Fault]:
    """Each zone holds the types of cards that belong there."""
    for seat, player in enumerate(table.state.players):
        for zone, types in TYPES.items():
            for i, thing in enumerate(table.game.zones[zone].of(player)):
                if thing.card is None or table.card(thing).type in types:
                    continue
                at = f"/players/{seat}/{zone}" + ("" if zone == "mage" else f"/{i}")
                code = "not_a_mage" if zone == "mage" else "wrong_zone"
                yield fault(code, f"{at}/card", f"{table.card(thing).name()} does not belong there.")
        for i, key in enumerate(player.deck):
            if key is not None and table.cards[key].type == "mage":
                yield fault("wrong_zone", f"/players/{seat}/deck/{i}", "A mage is no card of a deck.")


def counters_are_in_bounds(table: Phap) -> Iterator[Fault]:
    """Life, mana, conversions and hands."""
    state = table.state
    options = state.options
    for seat, player in enumerate(state.players):
        at = f"/players/{seat}"
        if len(player.hand) > options.hand_limit:
            yield fault(
                "hand_over_limit",
                f"{at}/hand",
                f"A hand holds at most {options.hand_limit} cards; here are {len(player.hand)}.",
            )
        if player.life > options.starting_life:
            yield fault("life_over_limit", f"{at}/life", f"A life is at most {options.starting_life}.")
        if player.life <= 0 and not player.out and state.result is None and not state.agenda and state.phase != "setup":
            yield fault("life_without_result", f"{at}/life", "A seat without life has lost.")
        if player.mana < 0:
            yield fault("negative_mana", f"{at}/mana", "Mana is not below 0.")
        if not 0 <= player.converted <= options.convert_limit:
            yield fault(
                "converted_out_of_range",
                f"{at}/converted",
                f"At most {options.convert_limit} cards are converted a turn.",
            )
        if player.resolving and not state.agenda and state.result is None:
            yield fault(
                "resolving_without_agenda", f"{at}/resolving", "A card resolves only while there is work on the agenda."
            )


def table_is_settled(table: Phap) -> Iterator[Fault]:
    """No dead monster and no broken block lies on the table; nothing was summoned in the future."""
    state = table.state
    if state.result is not None:
        return
    for seat, player in enumerate(state.players):
        for i, monster in enumerate(player.monsters):
            if monster.arrived > state.turn:
                yield fault("arrived_in_future", f"/players/{seat}/monsters/{i}/arrived", f"This is turn {state.turn}.")
            if table.card(monster).type == "monster" and not state.agenda and life_of(table, monster) <= 0:
                yield fault(
                    "dead_monster", f"/players/{seat}/monsters/{i}/damage", "A monster without life is destroyed."
                )
        for i, block in enumerate(player.blocks):
            if table.card(block).type == "block" and rest_of(table, block) <= 0:
                yield fault(
                    "broken_block", f"/players/{seat}/blocks/{i}/damage", "A block that can take no more is destroyed."
                )


def decks_are_where_the_option_says(table: Phap) -> Iterator[Fault]:
    """Own decks and piles, or one for the table."""
    state = table.state
    if state.options.decks == "shared":
        for seat, player in enumerate(state.players):
            for zone in ("deck", "discard"):
                if getattr(player, zone):
                    yield fault(
                        "deck_not_shared", f"/players/{seat}/{zone}", "With a shared deck all piles are in common."
                    )
    elif state.common.deck or state.common.discard:
        yield fault("deck_not_shared", "/common", "Without the option decks: shared there is no common pile.")


INVARIANTS = (
    seats_are_allowed,
    setup_has_its_work,
    cards_are_in_their_zones,
    counters_are_in_bounds,
    table_is_settled,
    decks_are_where_the_option_says,
)
