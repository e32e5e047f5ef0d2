"""Abilities that set each other off without end are found by their events, as surely as by trying every way."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.kernel.effects.cycles import MOST_WARNINGS, Events, Link
from tests.language.garden import GARDEN
from tests.language.test_grammar import HURT, plant

EVENTS = st.sampled_from("abcde")
LINKS = st.lists(
    st.builds(
        Link,
        card=st.sampled_from("xyz"),
        at=st.just(""),
        event=EVENTS,
        watches=st.booleans(),
        sets_off=st.lists(st.tuples(EVENTS, st.booleans()), max_size=2).map(tuple),
    ),
    min_size=1,
    max_size=9,
)


def leads(one: Link, other: Link) -> bool:
    """Whether an ability surely sets off another: one that watches everybody, or itself by what it does to itself."""
    return any(
        event == other.event and (other.watches or (own and one.card == other.card)) for event, own in one.sets_off
    )


def length_of_circle(start: Link, links: list[Link]) -> int:
    """How many links a shortest circle has, by trying every way; none where nothing leads back."""
    reached, last = {id(link): link for link in links if leads(start, link)}, 1
    while id(start) not in reached:
        more = {id(link): link for link in links if any(leads(one, link) for one in reached.values())}
        if more.keys() <= reached.keys():
            return 0
        reached, last = {**reached, **more}, last + 1
    return last


@settings(max_examples=400, deadline=None)
@given(links=LINKS)
def test_a_shortest_circle_is_found_wherever_there_is_one(links: list[Link]) -> None:
    events = Events(links)
    for link in links:
        circle = events.circle_from(link)

        assert len(circle) == length_of_circle(link, links)
        assert all(leads(one, other) for one, other in pairwise([*circle, link]))
        assert circle[:1] in ([], [link])


def test_of_very_many_circles_the_first_are_told() -> None:
    cards = "".join(plant(f"p{i}", f"{HURT}, do: [{{damage: {{to: self, amount: 1}}}}]") for i in range(200))

    report = GARDEN.check_cards(cards)

    assert not report.faults
    assert [found.pointer for found in report.warnings] == [f"/p{i}/abilities/0" for i in range(MOST_WARNINGS)]
