"""Which state a call is about, and whether what the call names is in it."""

from __future__ import annotations

from typing import Any

import oracle
from app.decks.references import with_decks
from app.wire import errors
from app.wire.problems import Complaint, Problem
from app.wire.schemas import refused


def position(game: Any, asked: dict[str, Any]) -> Any:
    """The state of the request: as sent, or where its match leads; the one that `expect` means."""
    one_of(asked, "state", "match")
    state = asked["state"] if "state" in asked else followed(game, asked["match"])
    if "expect" in asked:
        expected(game.digest(state), asked)
    return state


def one_of(asked: dict[str, Any], first: str, second: str) -> None:
    """Refuse a request that has both of two fields, or neither."""
    if (first in asked) == (second in asked):
        code, where = ("ambiguous", second) if first in asked else ("missing_field", first)
        raise refused([Complaint(code, f"Send either {first!r} or {second!r}.", f"/{where}")], 1)


def expected(digest: str, asked: dict[str, Any]) -> None:
    """Refuse a request about another state than the client thinks."""
    if asked.get("expect", digest) != digest:
        detail = f"The digest is {digest}, not {asked['expect']}."
        told = Complaint("digest_mismatch", detail, "/expect")
        raise Problem("digest-mismatch", detail, [told], {"digest": digest})


def followed(game: Any, match: dict[str, Any]) -> Any:
    """The state that a match leads to."""
    replay = replayed(game, setup(game, match["start"], "/match/start"), match, "/match")
    if replay.verdict != "legal":
        raise Problem(
            "match-not-legal",
            f"Action {replay.index} of the match is not legal.",
            [Complaint("illegal_action", each.message, f"/match/actions/{replay.index}") for each in replay.violations],
            {"index": replay.index, "violations": replay.violations},
        )
    return replay.state


def replayed(game: Any, start: Any, match: dict[str, Any], at: str) -> Any:
    """The replay of a match; the faults of its setup get pointers into the request."""
    try:
        return game.replay(start, actions(game, match["actions"], at), match.get("script"))
    except oracle.InvalidSetup as error:
        raise refused(errors.complaints(error.faults, "invalid-setup", f"{at}/start"), 50) from None


def setup(game: Any, start: dict[str, Any], at: str) -> dict[str, Any]:
    """A setup that can be told twice, its decks written out: seeded chance needs its seed."""
    chance = start.get("chance", {})
    if chance.get("mode") != "manual" and not chance.get("seed"):
        detail = "The seed of the match is missing."
        told = Complaint("missing_field", detail, f"{at}/chance/seed")
        raise Problem("seed-missing", detail, [told])
    return with_decks(start, game, at)


def actions(game: Any, documents: list[Any], at: str) -> list[Any]:
    """The actions of a match; each that is none is told with its place."""
    read: list[Any] = []
    found: list[Complaint] = []
    for index, document in enumerate(documents):
        try:
            read.append(game.action(document))
        except oracle.MalformedAction as error:
            found += errors.complaints(error.faults, "malformed-action", f"{at}/actions/{index}")
    if found:
        raise refused(found, 50)
    return read


def seated(state: Any, seat: int | str, at: str) -> int | str:
    """The seat, if somebody sits there."""
    absent = no_such_seat(state, seat, at, "invalid-request")
    if absent is not None:
        raise refused([absent], 1)
    return seat


def named_seats(state: Any, by_name: dict[str, Any], at: str) -> dict[int, Any]:
    """What a request says of seats by their numbers, which stand there as names."""
    absent = [no_such_seat(state, int(seat), f"{at}/{seat}", "invalid-request") for seat in by_name]
    if any(absent):
        raise refused([each for each in absent if each is not None], 50)
    return {int(seat): value for seat, value in by_name.items()}


def no_such_seat(state: Any, seat: int | str, at: str, problem: str) -> Complaint | None:
    """The complaint about a seat where nobody sits."""
    count = len(state.players)
    if not isinstance(seat, int) or seat < count:
        return None
    detail = f"There is no seat {seat}; the seats are 0 to {count - 1}."
    return Complaint("no_such_seat", detail, at, {"seats": count}, problem)


def acting(state: Any, asked: dict[str, Any]) -> list[Any]:
    """The actions of a call that takes one or several; each is some seat's, or chance's."""
    one_of(asked, "action", "actions")
    found = {f"/actions/{index}": each for index, each in enumerate(asked.get("actions", []))}
    found |= {"/action": asked["action"]} if "action" in asked else {}
    absent = [no_such_seat(state, each.player, f"{at}/player", "malformed-action") for at, each in found.items()]
    if any(absent):
        raise refused([each for each in absent if each is not None], 50)
    return list(found.values())
