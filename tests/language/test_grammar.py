"""The grammar is strict: every slip is a fault with its pointer, found before a card is played."""

from __future__ import annotations

import pytest

import oracle
from tests.language.garden import GARDEN
from tests.language.playing import faults_of


@pytest.mark.parametrize(
    ("abilities", "faults"),
    [
        ("[{do: [{drow: 1}]}]", [("unknown_word", "/abilities/0/do/0/drow")]),
        ("[{do: []}]", [("too_few", "/abilities/0/do")]),
        ("[{do: [{draw: one}]}]", [("wrong_type", "/abilities/0/do/0/draw")]),
        ("[{do: [{draw: true}]}]", [("wrong_type", "/abilities/0/do/0/draw")]),
        ("[{do: [{draw: 1, mend: 1}]}]", [("wrong_type", "/abilities/0/do/0")]),
        ("[{do: [{draw: 100000}]}]", [("out_of_range", "/abilities/0/do/0/draw")]),
        ("[{do: [{damage: {to: self}}]}]", [("missing", "/abilities/0/do/0/damage/amount")]),
        ("[{do: [{damage: {to: nobody, amount: 1}}]}]", [("undeclared_target", "/abilities/0/do/0/damage/to")]),
        ("[{do: [{damage: {to: self, amount: 1, size: 2}}]}]", [("unknown_word", "/abilities/0/do/0/damage/size")]),
        ("[{do: [{damage: [1]}]}]", [("wrong_type", "/abilities/0/do/0/damage")]),
        ("[{wenn: {event: enter}, do: [{draw: 1}]}]", [("unknown_word", "/abilities/0/wenn")]),
        ("[{when: {event: entry}, do: [{draw: 1}]}]", [("unknown_event", "/abilities/0/when/event")]),
        ("[{when: {}, do: [{draw: 1}]}]", [("missing", "/abilities/0/when/event")]),
        ("[{when: {event: dusk, subject: {type: plant}}, do: [{draw: 1}]}]",
            [("not_watched", "/abilities/0/when/subject")]),
        ("[{when: {event: enter, subject: other}, do: [{draw: 1}]}]",
            [("unknown_subject", "/abilities/0/when/subject")]),
        ("[{when: {event: enter}}]", [("missing", "/abilities/0/do")]),
        ("[{kw: bark, n: 0}]", [("out_of_range", "/abilities/0/n")]),
        ("[{kw: bork}]", [("unknown_keyword", "/abilities/0/kw")]),
        ("[{kw: bark, do: [{draw: 1}]}]", [("not_here", "/abilities/0/do")]),
        ("[{select: {type: plant}}]", [("missing", "/abilities/0/modify")]),
        ("[{select: {type: bush}, modify: {height: 1}}]", [("unknown_type", "/abilities/0/select/type")]),
        ("[{select: {type: plant}, modify: {depth: 1}}]", [("unknown_word", "/abilities/0/modify/depth")]),
        ("[{select: {type: plant}, modify: {rain: 1}}]", [("unknown_word", "/abilities/0/modify/rain")]),
        ("[{select: {player: you}, modify: {height: 1}}]", [("unknown_word", "/abilities/0/modify/height")]),
        ("[{select: {player: you}, grant: [swift]}]", [("not_here", "/abilities/0/grant")]),
        ("[{select: {player: me}, modify: {rain: 1}}]", [("unknown_seat", "/abilities/0/select/player")]),
        ("[{select: {zone: shed}, modify: {height: 1}}]", [("unknown_zone", "/abilities/0/select/zone")]),
        ("[{select: {other: false}, modify: {height: 1}}]", [("wrong_type", "/abilities/0/select/other")]),
        ("[{select: {name: rose}, modify: {height: 1}}]", [("unknown_card", "/abilities/0/select/name")]),
        ("[{select: {wet: 1}, modify: {height: 1}}]", [("wrong_type", "/abilities/0/select/wet")]),
        ("[{select: {stat: {height: {over: 1}}}, modify: {height: 1}}]", [
            ("unknown_word", "/abilities/0/select/stat/height/over"), ("too_few", "/abilities/0/select/stat")]),
        ("[{cost: [{gold: 1}], do: [{draw: 1}]}]", [("unknown_word", "/abilities/0/cost/0/gold")]),
        ("[{cost: [seeds], do: [{draw: 1}]}]", [("wrong_type", "/abilities/0/cost/0/seeds")]),
        ("[{cost: [], speed: sudden, do: [{draw: 1}]}]", [("unknown_speed", "/abilities/0/speed")]),
        ("[{cost: [], limit: 0, do: [{draw: 1}]}]", [("out_of_range", "/abilities/0/limit")]),
        ("[{optional: yes please, when: {event: enter}, do: [{draw: 1}]}]", [("wrong_type", "/abilities/0/optional")]),
        ("[{instead_of: {event: wilt}, do: [{draw: 1}]}]", [("unknown_event", "/abilities/0/instead_of/event")]),
        ("[{instead_of: {event: hurt}}]", [("missing", "/abilities/0/do")]),
        ("[{targets: [{as: a, choose: {type: plant}}, {as: a, choose: {type: plant}}], do: [{draw: 1}]}]",
            [("name_taken", "/abilities/0/targets/1/as")]),
        ("[{targets: [{as: self, choose: {type: plant}}], do: [{draw: 1}]}]",
            [("name_taken", "/abilities/0/targets/0/as")]),
        ("[{targets: [{as: a b, choose: {type: plant}}], do: [{draw: 1}]}]",
            [("bad_name", "/abilities/0/targets/0/as")]),
        ("[{targets: [{as: a, choose: {type: plant}, min: 2, max: 1}], do: [{draw: 1}]}]",
            [("out_of_range", "/abilities/0/targets/0/max")]),
        ("[{targets: [{choose: {type: plant}}], do: [{draw: 1}]}]", [("missing", "/abilities/0/targets/0/as")]),
        ("[{do: [{if: {then: [{draw: 1}]}}]}]", [("missing", "/abilities/0/do/0/if/is")]),
        ("[{do: [{if: {is: {phase: dawn}, then: [{draw: 1}]}}]}]",
            [("unknown_phase", "/abilities/0/do/0/if/is/phase")]),
        ("[{do: [{if: {is: {at_least: [1]}, then: [{draw: 1}]}}]}]", [("too_few", "/abilities/0/do/0/if/is/at_least")]),
        ("[{do: [{mend: {half: 3}}]}]", [("missing", "/abilities/0/do/0/mend/round")]),
        ("[{do: [{mend: {count: {type: plant}, add: [1]}}]}]", [("wrong_type", "/abilities/0/do/0/mend")]),
        ("[{do: [{mend: {stat: width, of: self}}]}]", [("unknown_stat", "/abilities/0/do/0/mend/stat")]),
        ("[{do: [{modify: {to: self, height: 1, until: forever}}]}]",
            [("unknown_duration", "/abilities/0/do/0/modify/until")]),
        ("[{do: [{modify: {to: self, height: 1}}]}]", [("missing", "/abilities/0/do/0/modify/until")]),
        ("[{do: [{choose_one: [[{draw: 1}]]}]}]", [("too_few", "/abilities/0/do/0/choose_one")]),
        ("[{do: [{may: {do: [{draw: 1}], who: self}}]}]", [("unknown_seat", "/abilities/0/do/0/may/who")]),
        ("[{do: [{for_each: {of: {type: plant}, as: p, do: [{draw: 1}]}}, {pour: {to: p, amount: 1}}]}]",
            [("undeclared_target", "/abilities/0/do/1/pour/to")]),
        ("[{do: [{roll_die: {faces: 1, results: [[{draw: 1}]]}}]}]",
            [("out_of_range", "/abilities/0/do/0/roll_die/faces")]),
        ("[{do: [{flip_coin: {}}]}]", [("missing", "/abilities/0/do/0/flip_coin/heads")]),
        ("[{do: [{search: {zone: deck, for: {type: plant}, to: attic}}]}]",
            [("unknown_zone", "/abilities/0/do/0/search/to")]),
        ("[3]", [("wrong_type", "/abilities/0")]),
        ("[{do: 3}]", [("wrong_type", "/abilities/0/do")]),
        ("[{do: [draw]}]", [("wrong_type", "/abilities/0/do/0")]),
        ("[{do: [{draw: null}]}]", [("wrong_type", "/abilities/0/do/0/draw")]),
    ],
)  # fmt: skip
def test_a_slip_is_a_fault_with_its_pointer(abilities: str, faults: list[tuple[str, str]]) -> None:
    assert faults_of(abilities) == faults


def test_all_faults_of_a_card_are_told_at_once() -> None:
    found = faults_of("[{do: [{drow: 1}, {mend: x y}]}, {kw: bork}, {select: {type: plant}, modify: {depth: 1}}]")

    assert [at for _, at in found] == [
        "/abilities/0/do/0/drow", "/abilities/0/do/1/mend", "/abilities/1/kw", "/abilities/2/modify/depth",
    ]  # fmt: skip


def test_a_fault_names_the_nearest_known_word() -> None:
    _, faults = GARDEN.compile_card(
        {"key": "a", "name": "A", "type": "act", "abilities": [{"do": [{"drow": 1}]}]}, "", None
    )

    assert faults[0].message.endswith("Did you mean draw?")


def test_a_word_that_only_wants_its_quotes_is_not_suggested_as_itself() -> None:
    document = {"key": "a", "name": "A", "type": "act", "abilities": [{"cost": [], "speed": 2, "do": [{"draw": 1}]}]}

    _, faults = oracle.game("machai").compile_card({**document, "type": "skill", "arch": "general"}, "", None)

    assert [fault.message for fault in faults if fault.at == "/abilities/0/speed"] == [
        '2 is no speed here. Write it as text: "2".'
    ]


# -- sight -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "abilities",
    [
        "[{do: [{mend: {count: {zone: hand, owner: opponent, type: plant}}}]}]",
        "[{do: [{mend: {count: {zone: deck, type: plant}}}]}]",
        "[{do: [{choose: {as: c, of: {zone: hand, owner: opponent}}}]}]",
        "[{targets: [{as: c, choose: {zone: deck, owner: you}}], do: [{toss: {to: c}}]}]",
        "[{select: {zone: hand}, modify: {height: 1}}]",
        "[{when: {event: enter, subject: {zone: hand, owner: you}}, do: [{draw: 1}]}]",
        "[{do: [{if: {is: {exists: {zone: hand, owner: you, type: plant}}, then: [{draw: 1}]}}]}]",
    ],
)
def test_no_card_looks_where_its_player_may_not(abilities: str) -> None:
    assert [code for code, _ in faults_of(abilities)] == ["hidden_zone"]


@pytest.mark.parametrize(
    "abilities",
    [
        "[{do: [{mend: {count: {zone: hand, owner: opponent}}}]}]",
        "[{do: [{mend: {count: {zone: deck, owner: you}}}]}]",
        "[{do: [{choose: {as: c, of: {zone: hand, owner: you, type: plant}}}, {toss: {to: c}}]}]",
        "[{do: [{search: {zone: deck, for: {type: plant}, to: hand}}]}]",
    ],
)
def test_how_many_there_are_and_what_is_ones_own_may_be_seen(abilities: str) -> None:
    assert faults_of(abilities) == []


# -- size and work ---------------------------------------------------------------------------------


def nested(depth: int) -> str:
    step = "{draw: 1}"
    for _ in range(depth):
        step = f"{{if: {{is: {{turn: you}}, then: [{step}]}}}}"
    return f"[{{do: [{step}]}}]"


def test_depth_length_and_number_are_bounded() -> None:
    assert faults_of(nested(10)) == []
    assert "too_deep" in [code for code, _ in faults_of(nested(17))]
    assert faults_of(f"[{', '.join(['{kw: swift}'] * 9)}]") == [("too_many", "/abilities")]
    assert faults_of(f"[{{do: [{', '.join(['{draw: 1}'] * 33)}]}}]") == [("too_many", "/abilities/0/do")]
    many = ", ".join(["{repeat: {times: 1, do: [{draw: 1}, {draw: 1}, {draw: 1}]}}"] * 9)
    assert [code for code, _ in faults_of(f"[{{do: [{many}]}}]")] == ["too_many_nodes"]


def test_a_round_is_promised_only_as_often_as_it_is_done() -> None:
    rounds = "[{do: [{repeat: {times: %s, do: [{draw: 1}]}}]}]"

    assert faults_of(rounds % 100) == []
    assert faults_of(rounds % 101) == [("out_of_range", "/abilities/0/do/0/repeat/times")]
    assert faults_of(rounds % 0) == [("out_of_range", "/abilities/0/do/0/repeat/times")]


def test_work_that_could_never_be_done_is_refused_with_its_bound_and_the_dearest_node() -> None:
    every = "{for_each: {of: {zone: compost}, as: A, do: [%s]}}"
    cheap = "[{do: [" + every.replace("A", "a") % "{damage: {to: a, amount: 1}}" + "]}]"
    inner = every.replace("A", "b") % "{mend: {count: {zone: compost}}}"
    dear = "[{do: [" + every.replace("A", "a") % inner + "]}]"

    assert faults_of(cheap) == []
    assert faults_of(dear) == [("too_costly", "/abilities/0")]
    document = {"key": "card", "name": "Card", "type": "act", "abilities": [{"do": [{"mend": 1}]}]}
    _, faults = GARDEN.compile_card({**document, "abilities": dear_abilities()}, "", None)
    assert faults[0].data["bound"] > faults[0].data["limit"]
    assert faults[0].data["dearest"] == "/abilities/0/do/0/for_each/do/0/for_each/do/0/mend/count"


def dear_abilities() -> list[dict[str, object]]:
    def each(name: str, step: dict[str, object]) -> dict[str, object]:
        return {"for_each": {"of": {"zone": "compost"}, "as": name, "do": [step]}}

    return [{"do": [each("a", each("b", {"mend": {"count": {"zone": "compost"}}}))]}]


# -- endless circles -------------------------------------------------------------------------------


def plant(key: str, ability: str) -> str:
    """A plant with one ability."""
    return f"{key}: {{name: {key.upper()}, type: plant, abilities: [{{{ability}}}]}}\n"


DRAWN = "when: {event: drawn, subject: {player: any}}"
HURT = "when: {event: hurt, subject: {owner: any}}"


@pytest.mark.parametrize(
    ("cards", "warned"),
    [
        (plant("a", f"{DRAWN}, do: [{{draw: 1}}]"), ["/a/abilities/0"]),
        (plant("a", "when: {event: hurt}, do: [{damage: {to: self, amount: 1}}]"), ["/a/abilities/0"]),
        (
            plant("a", f"{HURT}, do: [{{draw: 1}}]")
            + plant("b", f"{DRAWN}, do: [{{damage: {{to: self, amount: 1}}}}]"),
            ["/a/abilities/0", "/b/abilities/0"],
        ),
        (plant("a", f"{DRAWN}, limit: 1, do: [{{draw: 1}}]"), []),
        (plant("a", f"{DRAWN}, do: [{{may: [{{draw: 1}}]}}]"), []),
        (plant("a", "when: {event: enter}, do: [{draw: 1}]"), []),
    ],
)
def test_abilities_that_surely_set_each_other_off_are_warned_of(cards: str, warned: list[str]) -> None:
    report = GARDEN.check_cards(cards)

    assert not report.faults
    assert [found.pointer for found in report.warnings if found.code == "endless_triggers"] == warned
