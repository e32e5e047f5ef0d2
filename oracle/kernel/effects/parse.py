"""The parser of the card language: it gathers every fault of a card with its pointer.

What can be written stands in the modules beside this one, a part of the grammar each; the parser
itself keeps the books: faults, declared names, the size of an ability and the bound of its work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import nearest, pointer, shown

from . import abilities, amounts, conditions, steps
from .ability import Ability, Amount, Cause, Condition, Point, Run
from .costs import Paying
from .limits import MAX_LIST, MAX_NODES, MAX_NUMBER, MAX_TEXT, MAX_WORK, Parts, Refused
from .vocabulary import Vocabulary

HELD = ("mode", "option", "cost", "discard")
"""Under these names a play holds what else is chosen for it."""


class Parser:
    """Compiles the abilities of one card, gathering faults; `own` are the zones in which the card itself can be."""

    def __init__(self, vocabulary: Vocabulary, known_cards: Callable[[str], bool] | None = None) -> None:
        self.vocabulary = vocabulary
        self.known_cards = known_cards
        self.faults: list[Fault] = []
        self.numbered: Counter[str] = Counter()
        self.own: frozenset[str] | None = None
        self.sentence = 0
        self.begin(static=False)

    def begin(self, *, static: bool) -> None:
        """Open the books of an ability; a static one reads printed numbers only.

        They are `blind` where a name could not be read: then nobody can say which names were declared.
        """
        self.static = static
        self.nodes = self.depth = self.work = 0
        self.scale = 1
        self.dearest = (0, "")
        self.sure = True
        self.blind = False
        self.until: Any = None
        self.paying: Paying | None = None
        self.bound: set[str] = set()
        self.where: dict[str, frozenset[str]] = {}
        self.blocks: list[tuple[Run, ...]] = []
        self.points: list[Point] = []
        self.causes: list[Cause] = []

    # -- faults ----------------------------------------------------------------------------------

    def fault(self, code: str, at: str, message: str, **data: Any) -> None:
        """Note a fault."""
        self.faults.append(Fault(code=code, at=at, message=message.strip(), data=data))

    def refuse(self, code: str, at: str, message: str) -> Refused:
        """Note a fault that ends this part."""
        self.fault(code, at, message)
        return Refused()

    def each(self, compile_part: Callable[[Any, str], Any], items: Iterable[Any], at: str) -> list[Any]:
        """The items of a list, one by one; one that is refused hides no fault of the others."""
        return self.every(*(partial(compile_part, item, pointer(at, i)) for i, item in enumerate(items)))

    def every(self, *parts: Callable[[], Any]) -> list[Any]:
        """Parts that are independent; one that is refused hides no fault of the others."""
        made: list[Any] = []
        refused: Refused | None = None
        for part in parts:
            try:
                made.append(part())
            except Refused as error:
                refused = error
        if refused is not None:
            raise refused
        return made

    def unknown(self, what: str, word: Any, at: str, known: Iterable[str]) -> Refused:
        """Note an unknown word with the nearest known one."""
        return self.refuse(f"unknown_{what}", at, f"{shown(word)} is no {what} here. {nearest(word, known)}")

    def missing(self, at: str, part: str, whole: str) -> Refused:
        """Note a part that is missing."""
        return self.refuse("missing", pointer(at, part), f"{whole} needs {part}.")

    # -- plain values ----------------------------------------------------------------------------

    def record(self, value: Any, at: str, known: Iterable[str]) -> dict[str, Any]:
        """A mapping with known keys."""
        if not isinstance(value, dict):
            raise self.refuse("wrong_type", at, "Expected an object.")
        words = tuple(known)
        for key in value:
            if key not in words:
                self.fault("unknown_word", pointer(at, key), f"{shown(key)} is not a word here. {nearest(key, words)}")
        return value

    def parts(self, value: Any, at: str, needs: Iterable[str], may: Iterable[str] = (), whole: str = "") -> Parts:
        """A mapping with the parts that it needs; those that it lacks are noted, and refused where they are used."""
        needed = tuple(needs)
        document = Parts(self.record(value, at, (*needed, *may)))
        for part in needed:
            if part not in document:
                self.missing(at, part, whole or at.rsplit("/", 1)[-1])
        return document

    def one_word(self, value: Any, at: str, known: Iterable[str], what: str) -> tuple[str, Any, str]:
        """The only word of a mapping, its value and its pointer."""
        if not isinstance(value, dict) or len(value) != 1:
            raise self.refuse("wrong_type", at, f"{what} is an object with one word.")
        word, part = next(iter(value.items()))
        if word not in known:
            raise self.unknown("word", word, pointer(at, word), known)
        return word, part, pointer(at, word)

    def sequence(self, value: Any, at: str, most: int = MAX_LIST, least: int = 0) -> list[Any]:
        """A list of bounded length."""
        if not isinstance(value, list):
            raise self.refuse("wrong_type", at, "Expected a list.")
        if len(value) > most:
            raise self.refuse("too_many", at, f"At most {most} are allowed; here are {len(value)}.")
        if len(value) < least:
            raise self.refuse(
                "too_few", at, f"At least {least} {'is' if least == 1 else 'are'} needed; here are {len(value)}."
            )
        return value

    def number(self, value: Any, at: str, least: int = -MAX_NUMBER, most: int = MAX_NUMBER) -> int:
        """A whole number within bounds."""
        if type(value) is not int:
            raise self.refuse("wrong_type", at, "Expected a whole number.")
        if not least <= value <= most:
            raise self.refuse("out_of_range", at, f"{value} is not between {least} and {most}.")
        return value

    def flag(self, value: Any, at: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.refuse("wrong_type", at, "Expected true or false.")
        return value

    def text(self, value: Any, at: str) -> str:
        """A short text of the card's own."""
        if not isinstance(value, str) or not 0 < len(value) <= MAX_TEXT:
            raise self.refuse("wrong_type", at, "Expected a short text.")
        return value

    def word(self, value: Any, at: str, known: Iterable[str], what: str = "word") -> str:
        """One of a few words."""
        words = tuple(known)
        if not isinstance(value, str) or value not in words:
            raise self.unknown(what, value, at, words)
        return value

    def words(self, value: Any, at: str, known: Iterable[str], what: str = "word") -> tuple[str, ...]:
        """One word or a list of them."""
        if not isinstance(value, list):
            return (self.word(value, at, known, what),)
        items = self.sequence(value, at, least=1)
        return tuple(self.each(lambda item, place: self.word(item, place, known, what), items, at))

    def name(self, value: Any, at: str) -> str:
        """A name of its own for what is chosen."""
        taken = (*self.bound, *self.vocabulary.targets, *RESERVED)
        self.blind = self.blind or not isinstance(value, str) or value in taken or not value.isidentifier()
        if not isinstance(value, str) or not value.isidentifier() or value.startswith("_"):
            raise self.refuse("bad_name", at, "What is chosen needs a name: one word of letters.")
        if value in taken:
            raise self.refuse("name_taken", at, f"The name {value} has a meaning already.")
        self.bound.add(value)
        return value

    def card_key(self, value: Any, at: str) -> str:
        """The key of a card, known where the set is at hand."""
        if not isinstance(value, str):
            raise self.refuse("wrong_type", at, "Expected the key of a card.")
        if self.known_cards is not None and not self.known_cards(value):
            raise self.refuse("unknown_card", at, f"No card {shown(value)} in this set.")
        return value

    # -- the size and the work of an ability -----------------------------------------------------

    def node(self, at: str, weight: int = 1) -> None:
        """Count a node of the ability, and the work that it may cost."""
        self.nodes += 1
        if self.nodes == MAX_NODES + 1:
            self.fault("too_many_nodes", at, f"An ability has at most {MAX_NODES} nodes.")
        cost = weight * self.scale
        self.work += cost
        self.dearest = max(self.dearest, (cost, at), key=lambda pair: pair[0])

    def close(self, at: str) -> None:
        """Refuse an ability whose work could be more than one action may do."""
        if self.work > MAX_WORK:
            cost, where = self.dearest
            message = f"This could take {self.work} steps, {cost} of them at {where}; {MAX_WORK} are allowed."
            self.fault("too_costly", at, message, bound=self.work, limit=MAX_WORK, dearest=where)

    def point(self, made: Point) -> int:
        """Note something that is asked while the ability resolves; returns its number."""
        self.points.append(made)
        return len(self.points) - 1

    # -- the parts of the grammar ----------------------------------------------------------------

    def abilities(self, value: Any, at: str, slot: str = "abilities") -> list[Ability]:
        """A list of abilities; those that cannot be compiled are left out, their faults noted."""
        return abilities.compile_list(self, value, at, slot)

    def amount(self, value: Any, at: str, least: int | None = None) -> Amount:
        """A number, or what is counted or reckoned."""
        return amounts.compile_amount(self, value, at, least)

    def condition(self, value: Any, at: str) -> Condition:
        """Whether something is so."""
        return conditions.compile_condition(self, value, at)

    def block(self, value: Any, at: str) -> int:
        """A list of steps; returns the number of its block."""
        return steps.compile_block(self, value, at)

    def target(self, value: Any, at: str) -> Any:
        """Something named: a declared target, or one of the game's own words for them."""
        return steps.compile_reference(self, value, at)


RESERVED = ("subject", "that", "x", "you", "opponent", "any", "each", "self", *HELD)
