"""Golden playthroughs: everything the API says at every step; `python -m tests.laws.golden` records them anew.

A file holds one whole match from its setup, and *glimpses*: single positions in which something is
said that the match did not show, with what is legal there, what is refused and why, and what one
action brings about.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

import oracle
from oracle.scenarios import load
from tests.laws.explorer import Explorer
from tests.laws.matches import GameT, Moment, setup, walk
from tests.running import ROOT

FOLDER = ROOT / "tests/golden"
SEEDS = range(60)
OF_MOST_SEATS = {"mantle-magika"}  # a match of as many seats as can be is recorded too
FEWER = 6  # such matches are long
MATCHES = 30
WORDS = ("action", "event", "code")


def wanted(game: GameT) -> set[tuple[str, str]]:
    """What must appear in a game's file: every action type, event type and violation code."""
    return {one for one in Explorer(game).wanted if one[0] in WORDS}


def plain(value: Any) -> Any:
    """As it stands in a file."""
    return msgspec.to_builtins(value)


def said(game: GameT, state: Any) -> dict[str, Any]:
    """What is said of a state: the decision, and what is legal with labels and clauses."""
    return {"decision": plain(game.decision(state)), "legal": plain(game.listed(state))}


def step(game: GameT, state: Any, action: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """What is said of a state, and what an action brings about; the state after it."""
    outcome = game.apply(state, game.action(action))
    told = {
        **said(game, state),
        "action": action,
        "events": plain(outcome.events),
        "digest": game.digest(outcome.state),
    }
    return told, outcome.state


def match(game: GameT, document: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """A whole match, step by step."""
    begun = game.start(document)
    state, steps = begun.state, []
    for action in actions:
        told, state = step(game, state, action)
        steps.append(told)
    return {
        "setup": document,
        "events": plain(begun.events),
        "digest": game.digest(begun.state),
        "steps": steps,
        "end": {**said(game, state), "result": plain(state.result)},
    }


def glimpse(
    game: GameT, document: dict[str, Any], actions: list[dict[str, Any]], refused: list[dict[str, Any]]
) -> dict[str, Any]:
    """One position: what is said of it, what each of the actions brings about, why the others are refused."""
    state = game.load(document)
    return {
        "state": document,
        **said(game, state),
        "taken": [
            {
                word: told
                for word, told in step(game, state, action)[0].items()
                if word in ("action", "events", "digest")
            }
            for action in actions
        ],
        "refused": [{"action": action, "verdict": plain(game.judge(state, game.action(action)))} for action in refused],
    }


def again(game: GameT, recorded: dict[str, Any]) -> dict[str, Any]:
    """The same recorded anew from its own beginning and actions."""
    if "setup" in recorded:
        return match(game, recorded["setup"], [told["action"] for told in recorded["steps"]])
    taken = [told["action"] for told in recorded["taken"]]
    return glimpse(game, recorded["state"], taken, [told["action"] for told in recorded["refused"]])


def shown(recorded: dict[str, Any]) -> set[tuple[str, str]]:
    """The action types, event types and codes that a recording shows."""
    told = [*recorded.get("steps", ()), *recorded.get("taken", ())]
    events = [*recorded.get("events", ()), *(event for part in told for event in part["events"])]
    verdicts = [part["verdict"] for part in recorded.get("refused", ())]
    return {
        *(("action", part["action"]["type"]) for part in told),
        *(("event", event["type"]) for event in events),
        *(("code", violation["code"]) for verdict in verdicts for violation in verdict["violations"]),
    }


def shortest_matches(game: GameT) -> list[dict[str, Any]]:
    """The shortest of some random matches that a rule of the game ends; of a game with maps one on each."""
    boards = [{"map": name.partition("@")[0]} for name in game.shipped_maps()] or [{}]
    seats = game.seats if game.key in OF_MOST_SEATS else game.seats[:1]
    return [shortest_match(game, board, count) for board in boards for count in seats]


def shortest_match(game: GameT, board: dict[str, str], seats: int) -> dict[str, Any]:
    """The shortest of so many seats on one map."""
    found: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    most = 2000
    for seed in SEEDS[:FEWER] if game.key in OF_MOST_SEATS else SEEDS:
        document = {**setup(game, seed, options={}, seats=seats), **board}
        steps = list(walk(game, document, seed, most=most))
        last = steps[-1].after.result
        if last is not None and last.reason not in ("concede", "agreed_draw"):
            found.append((document, [plain(moment.action) for moment in steps]))
            most = len(steps) - 1
    return match(game, *found[-1])


def glimpses(game: GameT, missing: set[tuple[str, str]]) -> list[dict[str, Any]]:
    """Positions that show what is missing, from play that looks for it and then from scenarios."""
    found = [*from_play(game, missing)]
    return found + ([*from_scenarios(game, missing)] if missing else [])


def from_play(game: GameT, missing: set[tuple[str, str]]) -> Any:
    """Positions met in play."""
    explorer = Explorer(game)
    for number in range(MATCHES):
        for moment in explorer.moments(number):
            if not missing:
                return
            explorer.note(moment)
            refused = [
                document
                for document, found, _ in explorer.refusals(moment)
                if {("code", v.code) for v in found} & missing
            ]
            if refused or news(game, moment, missing):
                yield from kept(game, moment.state, [plain(moment.action)], refused, missing)
            if moment.after.result is not None:
                yield from kept(game, moment.after, [], [plain(moment.action)], missing)


def news(game: GameT, moment: Moment, missing: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """What a step of play shows of what is missing."""
    told = {("event", event["type"]) for event in moment.events}
    return missing & {("action", game.type_of[type(moment.action)].name), *told}


def from_scenarios(game: GameT, missing: set[tuple[str, str]]) -> Any:
    """Positions of scenarios with each of their actions."""
    from oracle.scenarios import position, running, steps  # noqa: PLC0415 - the runner's parts, only where play shows too little

    for path in sorted((ROOT / "tests/scenarios" / game.key).glob("*.yaml")):
        for scenario in load(path) if path.name != "defaults.yaml" else []:
            if scenario.kind != "given" or not missing:
                continue
            try:
                play = running.begin(game, scenario.given, position.names_of(game, scenario.given), [])
                for step in scenario.when:
                    if "chance" not in step:
                        yield from of_a_step(game, play, step, missing)
                    steps.take(play, [step])
            except (oracle.OracleError, AssertionError, LookupError):
                continue


def of_a_step(game: GameT, play: Any, step: dict[str, Any], missing: set[tuple[str, str]]) -> Any:
    """The position before a step of a scenario; where all pass until something is resolved, before each pass."""
    from oracle.scenarios import steps  # noqa: PLC0415 - as above

    document = steps.action_document(play, {name: value for name, value in step.items() if name != "until"})
    action, state = game.action(document), play.state
    if game.check(state, action):
        yield from kept(game, state, [], [plain(action)], missing)
        return
    yield from kept(game, state, [plain(action)], [], missing)
    for _ in range(8 if "until" in step else 0):
        state = game.apply(state, action).state
        decision = game.decision(state)
        if decision is None or decision.type != "priority":
            return
        action = game.action({**document, "player": decision.player})
        yield from kept(game, state, [plain(action)], [], missing)


def kept(
    game: GameT, state: Any, actions: list[dict[str, Any]], refused: list[dict[str, Any]], missing: set[tuple[str, str]]
) -> Any:
    """The glimpse of a position where it shows something missing."""
    try:
        made = glimpse(game, plain(state), actions, refused[:3])
    except oracle.OracleError:
        return
    new = shown(made) & missing
    if new:
        missing -= new
        yield made


def record(game: GameT) -> list[dict[str, Any]]:
    """Whole matches, and glimpses of what they do not show."""
    whole = shortest_matches(game)
    return [*whole, *glimpses(game, wanted(game) - set().union(*map(shown, whole)))]


def renewed(game: GameT) -> list[dict[str, Any]]:
    """What is there, said anew, with glimpses of what it lacks; all of it anew where it can no longer be played."""
    path = FOLDER / f"{game.key}.json"
    if not path.exists():
        return record(game)
    try:
        parts = [again(game, part) for part in json.loads(path.read_text("utf-8"))]
    except oracle.OracleError:
        return record(game)
    missing = wanted(game) - set().union(*(shown(part) for part in parts))
    return parts + (glimpses(game, missing) if missing else [])


def write() -> None:
    """Record every game, one match or glimpse a line."""
    FOLDER.mkdir(exist_ok=True)
    for game in oracle.games():
        parts = [json.dumps(part, ensure_ascii=False, separators=(",", ":"), sort_keys=True) for part in renewed(game)]
        (FOLDER / f"{game.key}.json").write_text("[\n" + ",\n".join(parts) + "\n]\n", "utf-8")


if __name__ == "__main__":
    write()
