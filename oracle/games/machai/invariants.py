"""What no state of this game can be (sections 4 and 11 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault
from oracle.kernel.stack.faults import stack_is_sound
from oracle.kernel.stack.records import GivePriority, Resolve

from .deck import SIZES
from .drawing import EXILED
from .ending import LAST_EXHAUSTION
from .speeds import SLOW
from .state import Damage, Dig, Machai, SetUp, Turn, token_of, zones_at

TYPES = {"hand": ("attack", "skill", "equipment"), "discard": ("attack", "skill", "equipment")}


def could_hold(table: Machai, _seat: int | None, zone: str, card: str) -> bool:
    """Whether a hidden card of that zone could be this one."""
    known = table.cards[card]
    return known.type != "token" and (zone != "zones" or known.prepared)


def phases_fit(table: Machai) -> Iterator[Fault]:
    """Whose turn it is, and that somebody is waited for."""
    state = table.state
    if state.phase != "setup" and state.active is None:
        yield fault("no_active", "/active", "Once the setup is over a seat is active.")
    if state.result is not None:
        return
    if not state.agenda and state.phase not in ("main", "end"):
        yield fault("no_agenda", "/agenda", f"In the phase {state.phase} something is under way.")
    elif state.agenda and not leads_on(table):
        yield fault("unworkable", "/agenda/0", "When this work is done, nothing says how the match goes on.")
    elif not state.agenda and state.priority.holder is None:
        yield fault("nobody_decides", "/priority/holder", "In this phase somebody has priority.")
    if state.stack and state.phase not in ("main", "end"):
        yield fault("stack_not_empty", "/stack", "Cards wait on the stack only in the Main Phase and the End Step.")


def priority_fits(table: Machai) -> Iterator[Fault]:
    """Over an empty stack the active player is the first to have priority, and the opponent the second."""
    state = table.state
    priority = state.priority
    if state.result is not None or state.agenda or state.stack or priority.holder is None:
        return
    if (priority.holder == state.active) != (priority.passes == 0):
        yield fault("holder_out_of_turn", "/priority", "Over an empty stack the opponent acts once the player passed.")


def leads_on(table: Machai) -> bool:
    """Whether somebody decides when all unfinished work is done: the turn goes on, or a seat has priority."""
    state = table.state
    outermost = state.agenda[0]
    if state.phase in ("main", "end"):
        return state.priority.holder is not None or isinstance(outermost, GivePriority | Resolve)
    return isinstance(outermost, SetUp if state.phase == "setup" else Turn)


def stack_fits(table: Machai) -> Iterator[Fault]:
    """Speeds never fall from the bottom of the stack to its top; only the active player's lowest entry is slow."""
    entries = table.state.stack
    for i, entry in enumerate(entries):
        if i and entry.speed < max(entries[i - 1].speed, SLOW + 1):
            yield fault("speed_falls", f"/stack/{i}/speed", "An answer is at least as fast as what it answers.")
        if entry.speed == SLOW and entry.controller != table.state.active:
            yield fault("slow_on_their_turn", f"/stack/{i}/speed", "A card of speed 1 is the active player's.")
        if not SLOW <= entry.speed <= 3:
            yield fault("no_such_speed", f"/stack/{i}/speed", "There are three speeds.")


def cards_fit_their_zones(table: Machai) -> Iterator[Fault]:
    """Each zone holds the kinds of cards that belong there."""
    for seat, player in enumerate(table.state.players):
        at = f"/players/{seat}"
        for zone, types in TYPES.items():
            for i, thing in enumerate(getattr(player, zone)):
                if thing.card is not None and table.card(thing).type not in types:
                    yield fault(
                        "wrong_zone", f"{at}/{zone}/{i}/card", f"{table.card(thing).name()} does not belong there."
                    )
        for i, place in enumerate(player.zones):
            if place.card is not None and place.card.card is not None and not table.card(place.card).prepared:
                yield fault(
                    "not_preparable", f"{at}/zones/{i}/card/card", f"{table.card(place.card).name()} lacks Prepared."
                )
        for name, pile in [("deck", player.deck), ("exile_face_down", player.exile_face_down)]:
            for i, key in enumerate(pile):
                if key is not None and table.cards[key].type == "token":
                    yield fault("wrong_zone", f"{at}/{name}/{i}", "A token is no card of a deck.")


def battlefields_fit(table: Machai) -> Iterator[Fault]:
    """Equipment with durability, at most one Eris Armor, nothing at 0 that would be destroyed."""
    if token_of(table) is None:
        yield fault("no_token", "/sets", "The sets of a match hold the token that collects Armor.")
    for seat, player in enumerate(table.state.players):
        at = f"/players/{seat}/battlefield"
        for i, piece in enumerate(player.battlefield):
            card = table.card(piece)
            if card.type != ("token" if piece.token else "equipment"):
                yield fault("wrong_zone", f"{at}/{i}/card", f"{card.name()} does not belong there.")
            if piece.durability == 0 and not card.survives_zero:
                yield fault("no_durability", f"{at}/{i}/durability", "A permanent without Armor is destroyed.")
            if piece.entered_seq > table.state.seq:
                yield fault("entered_in_future", f"{at}/{i}/entered_seq", f"The last moment is {table.state.seq}.")
        if sum(piece.token for piece in player.battlefield) > 1:
            yield fault("two_eris_armors", at, "A player has one Eris Armor at most.")


def zones_fit_the_level(table: Machai) -> Iterator[Fault]:
    """As many Prepared Zones as the level gives, numbered from 1; the level decks above it in full."""
    for seat, player in enumerate(table.state.players):
        at = f"/players/{seat}"
        if table.state.phase == "setup" and not player.zones:
            continue
        if [place.index for place in player.zones] != list(range(1, zones_at(player.level) + 1)):
            yield fault(
                "zone_count",
                f"{at}/zones",
                f"At level {player.level} there are the zones 1 to {zones_at(player.level)}.",
            )
        for n, cards in player.level_decks.items():
            size = SIZES[int(n)] if int(n) > player.level else 0
            if len(cards) != size:
                yield fault(
                    "level_deck_size", f"{at}/level_decks/{n}", f"Here are {len(cards)} cards; {size} belong there."
                )
        if len(player.level_decks) != len(SIZES) - 1:
            yield fault("level_deck_missing", f"{at}/level_decks", "The level decks 2, 3 and 4 are said.")


def counters_are_in_bounds(table: Machai) -> Iterator[Fault]:
    """Nobody has lost without a result; as many cards are exiled as exhaustion explains."""
    state = table.state
    allotting = any(isinstance(frame, Damage) for frame in state.agenda)
    for seat, player in enumerate(state.players):
        at = f"/players/{seat}"
        if player.life == 0 and state.result is None and not allotting and state.phase != "setup":
            yield fault("life_without_result", f"{at}/life", "A player without life has lost.")
        if player.exhaustion >= LAST_EXHAUSTION and state.result is None:
            yield fault("exhaustion_without_result", f"{at}/exhaustion", "A player exhausted six times has lost.")
        if len(player.exile_face_down) > EXILED * player.exhaustion:
            yield fault(
                "too_many_exiled", f"{at}/exile_face_down", f"At most {EXILED} cards are exiled for each exhaustion."
            )
        if state.active not in (None, seat) and (player.acted_this_turn or player.could_act):
            yield fault("acted_out_of_turn", f"{at}/acted_this_turn", "Only the active player has acted in this turn.")


def digs_fit(table: Machai) -> Iterator[Fault]:
    """Only a dead turn is followed by a dig, in the next own Draw Phase, and for half of the hand at most."""
    state = table.state
    for i, frame in enumerate(state.agenda):
        if not isinstance(frame, Dig):
            continue
        at = f"/agenda/{i}"
        if state.phase != "draw" or frame.player != state.active:
            yield fault("no_dig_now", at, "Cards are exchanged in the own Draw Phase.")
        player = state.players[frame.player]
        if not player.dead_last_turn:
            yield fault("turn_not_dead", f"{at}/player", "Cards are exchanged only after a dead turn.")
        most = max(0, (len(player.hand) - 1) // 2) if frame.dug else len(player.hand) // 2
        if frame.left > most:
            yield fault("too_many_left", f"{at}/left", f"Of this hand {most} more can be exchanged.")


INVARIANTS = (
    phases_fit,
    priority_fits,
    stack_fits,
    cards_fit_their_zones,
    battlefields_fit,
    zones_fit_the_level,
    counters_are_in_bounds,
    digs_fit,
    stack_is_sound,
)
