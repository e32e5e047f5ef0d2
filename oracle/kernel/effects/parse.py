"""From a card's abilities as data to compiled abilities, with every fault and its pointer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..errors import Fault
from ..shapes import nearest, pointer, shown
from .ability import Ability, Amount, Condition, Kind, Run, Side, Target
from .control import CONTROLS
from .selectors import compile_seats, compile_selector
from .vocabulary import Parameter, Primitive, Vocabulary

PARTS = frozenset(
    {"kw", "n", "when", "if", "targets", "do", "select", "modify", "grant", "until", "cost", "speed", "limit", "zone",
     "optional", "instead_of", "choose_one"}
)  # fmt: skip
MAX_ABILITIES = 8
MAX_NODES = 64
MAX_DEPTH = 16
MAX_NUMBER = 1000


class Refused(Exception):  # noqa: N818 - not an error of the program: the fault is already noted
    """A part that cannot be compiled; its fault is noted."""


class Parser:
    """Compiles the abilities of one card, gathering faults."""

    def __init__(self, vocabulary: Vocabulary, known_cards: Callable[[str], bool] | None = None) -> None:
        self.vocabulary = vocabulary
        self.known_cards = known_cards
        self.faults: list[Fault] = []
        self.nodes = 0
        self.depth = 0
        self.bound: set[str] = set()
        self.blocks: list[tuple[Run, ...]] = []

    # -- faults ----------------------------------------------------------------------------------

    def fault(self, code: str, at: str, message: str, **data: Any) -> None:
        """Note a fault."""
        self.faults.append(Fault(code=code, at=at, message=message.strip(), data=data))

    def refuse(self, code: str, at: str, message: str) -> Refused:
        """Note a fault that ends this part."""
        self.fault(code, at, message)
        return Refused()

    def unknown(self, what: str, word: Any, at: str, known: Iterable[str]) -> Refused:
        """Note an unknown word with the nearest known one."""
        return self.refuse(f"unknown_{what}", at, f"{shown(word)} is no {what} here. {nearest(str(word), known)}")

    def record(self, value: Any, at: str, known: Iterable[str]) -> dict[str, Any]:
        """A mapping with known keys."""
        if not isinstance(value, dict):
            raise self.refuse("wrong_type", at, "Expected an object.")
        for key in value:
            if key not in known:
                self.fault("unknown_word", pointer(at, key), f"{shown(key)} is not a word here. {nearest(str(key), known)}")
        return value

    def sequence(self, value: Any, at: str, most: int = 32) -> list[Any]:
        """A list of bounded length."""
        if not isinstance(value, list):
            raise self.refuse("wrong_type", at, "Expected a list.")
        if len(value) > most:
            raise self.refuse("too_many", at, f"At most {most} are allowed; here are {len(value)}.")
        return value

    def number(self, value: Any, at: str, least: int = -MAX_NUMBER) -> int:
        """A whole number within bounds."""
        if type(value) is not int:
            raise self.refuse("wrong_type", at, "Expected a whole number.")
        if not least <= value <= MAX_NUMBER:
            raise self.refuse("out_of_range", at, f"{value} is not between {least} and {MAX_NUMBER}.")
        return value

    def node(self, at: str) -> None:
        """Count a node of the ability."""
        self.nodes += 1
        if self.nodes == MAX_NODES + 1:
            self.fault("too_many_nodes", at, f"An ability has at most {MAX_NODES} nodes.")

    # -- abilities -------------------------------------------------------------------------------

    def abilities(self, value: Any, at: str, slot: str = "abilities") -> list[Ability]:
        """A list of abilities; those that cannot be compiled are left out, their faults noted."""
        compiled: list[Ability] = []
        try:
            for i, document in enumerate(self.sequence(value, at, MAX_ABILITIES)):
                compiled += self.one(document, pointer(at, i), slot, None)
        except Refused:
            pass
        return compiled

    def one(self, document: Any, at: str, slot: str, mode: str | None) -> list[Ability]:
        """One ability, or those of each mode of a choice."""
        self.nodes, self.bound, self.blocks = 0, set(), []
        try:
            if isinstance(document, dict) and set(document) == {"choose_one"} and isinstance(document["choose_one"], dict):
                return self.modal(document["choose_one"], pointer(at, "choose_one"), slot, mode)
            return [self.ability(self.record(document, at, PARTS), at, slot, mode)]
        except Refused:
            return []

    def modal(self, modes: dict[str, Any], at: str, slot: str, mode: str | None) -> list[Ability]:
        """The abilities of each mode; a play names the mode."""
        if mode is not None:
            raise self.refuse("nested_choice", at, "A mode cannot hold a further choice.")
        if len(modes) < 2:  # noqa: PLR2004 - a choice is between two at least
            raise self.refuse("too_few", at, "A choice needs at least two modes.")
        compiled: list[Ability] = []
        for key, abilities in modes.items():
            place = pointer(at, key)
            for i, document in enumerate(self.sequence(abilities, place, MAX_ABILITIES)):
                compiled += self.one(document, pointer(place, i), slot, key)
        return compiled

    def ability(self, document: dict[str, Any], at: str, slot: str, mode: str | None) -> Ability:
        """A single ability; its kind follows from its keys."""
        kind = self.kind(document)
        parts: dict[str, Any] = {"kind": kind, "document": document, "slot": slot, "mode": mode}
        self.own_parts(document, at, kind)
        if "when" in document:
            parts.update(self.when(document["when"], pointer(at, "when")))
        if kind == "keyword":
            parts.update(self.keyword(document, at))
        parts["targets"] = self.targets(document.get("targets", []), pointer(at, "targets"))
        if "if" in document:
            parts["condition"] = self.condition(document["if"], pointer(at, "if"))
        if "select" in document:
            parts.update(self.static(document, at))
        if "cost" in document:
            parts["costs"] = tuple(self.costs(document["cost"], pointer(at, "cost")))
        if "do" in document:
            self.block(document["do"], pointer(at, "do"))
        parts["blocks"] = tuple(self.blocks) or ((),)
        parts["limit"] = self.number(document["limit"], pointer(at, "limit"), 1) if "limit" in document else 0
        parts["optional"] = document.get("optional", False) is True
        return Ability(**parts)

    def kind(self, document: dict[str, Any]) -> Kind:
        """The kind of an ability by its keys."""
        order: tuple[tuple[str, Kind], ...] = (
            ("kw", "keyword"), ("when", "triggered"), ("instead_of", "replacement"), ("cost", "activated"),
            ("speed", "activated"), ("select", "static"),
        )  # fmt: skip
        return next((kind for key, kind in order if key in document), "spell")

    def own_parts(self, document: dict[str, Any], at: str, kind: Kind) -> None:
        """Refuse parts that this kind of ability has not, or lacks."""
        needs = {"keyword": "kw", "static": "select"}.get(kind, "do")
        if needs not in document:
            self.fault("missing", pointer(at, needs), f"A {kind} ability needs {needs}.")
        for part in {"keyword": ("do", "select", "targets"), "static": ("do", "targets", "n")}.get(kind, ("modify", "grant", "n")):
            if part in document:
                self.fault("not_here", pointer(at, part), f"A {kind} ability has no {part}.")

    def when(self, value: Any, at: str) -> dict[str, Any]:
        """The event that triggers an ability, and whose."""
        document = self.record(value, at, {"event", "subject"})
        event = document.get("event")
        if event not in self.vocabulary.events:
            raise self.unknown("event", event, pointer(at, "event"), self.vocabulary.events)
        if document.get("subject", "self") != "self":
            raise self.unknown("subject", document["subject"], pointer(at, "subject"), ("self",))
        return {"event": event}

    def keyword(self, document: dict[str, Any], at: str) -> dict[str, Any]:
        """A keyword and its number."""
        word = document["kw"]
        if word not in self.vocabulary.keywords:
            raise self.unknown("keyword", word, pointer(at, "kw"), self.vocabulary.keywords)
        return {"keyword": word, "n": self.number(document["n"], pointer(at, "n"), 1) if "n" in document else 0}

    def targets(self, value: Any, at: str) -> tuple[Target, ...]:
        """The declared targets, each with a name that steps can use."""
        found: list[Target] = []
        for i, item in enumerate(self.sequence(value, at, 4)):
            place = pointer(at, i)
            document = self.record(item, place, {"as", "choose", "min", "max"})
            name = document.get("as")
            if not isinstance(name, str) or not name.isidentifier() or name in self.bound or name in self.vocabulary.targets:
                raise self.refuse("bad_name", pointer(place, "as"), "A target needs a name of its own.")
            if "choose" not in document:
                raise self.refuse("missing", pointer(place, "choose"), "A target needs choose.")
            choose = compile_selector(self, document["choose"], pointer(place, "choose"))
            least = self.number(document.get("min", 1), pointer(place, "min"), 0)
            most = self.number(document.get("max", 1), pointer(place, "max"), max(1, least))
            self.bound.add(name)
            found.append(Target(name, choose, least, most, document))
        return tuple(found)

    def static(self, document: dict[str, Any], at: str) -> dict[str, Any]:
        """What a static ability selects and what it changes there."""
        parts: dict[str, Any] = {}
        select = document["select"]
        of_seat = isinstance(select, dict) and "player" in select
        if of_seat:
            parts["seats"] = compile_seats(self, select, pointer(at, "select"))
        else:
            parts["select"] = compile_selector(self, select, pointer(at, "select"))
        if "modify" not in document and "grant" not in document:
            self.fault("missing", pointer(at, "modify"), "A static ability needs modify or grant.")
        parts.update(self.modifiers(document.get("modify", {}), pointer(at, "modify")))
        parts["grants"] = self.grants(document.get("grant", []), pointer(at, "grant"))
        return parts

    def modifiers(self, value: Any, at: str) -> dict[str, Any]:
        """What is added to which stats, and under which numbers of the game's own."""
        modify: dict[str, Amount] = {}
        qualified: dict[str, dict[str, int]] = {}
        for name, amount in self.record(value, at, self.vocabulary.stats).items():
            place = pointer(at, name)
            words = self.vocabulary.qualifiers.get(name)
            if name in self.vocabulary.stats and words and isinstance(amount, dict) and "amount" in amount:
                self.record(amount, place, ("amount", *words))
                qualified[name] = {word: self.number(amount[word], pointer(place, word)) for word in words if word in amount}
                modify[name] = self.amount(amount["amount"], pointer(place, "amount"))
            elif name in self.vocabulary.stats:
                modify[name] = self.amount(amount, place)
        return {"modify": modify, "qualified": qualified}

    def grants(self, value: Any, at: str) -> dict[str, int]:
        """The keywords that a static ability gives, each with its number."""
        granted: dict[str, int] = {}
        for i, item in enumerate(self.sequence(value, at)):
            place = pointer(at, i)
            document = {"kw": item} if isinstance(item, str) else self.record(item, place, ("kw", "n"))
            if "kw" not in document:
                raise self.refuse("missing", pointer(place, "kw"), "A grant names a keyword.")
            part = self.keyword(document, place)
            granted[part["keyword"]] = granted.get(part["keyword"], 0) + part["n"]
        return granted

    def costs(self, value: Any, at: str) -> list[dict[str, Any]]:
        """The cost of an activated ability, as the game's own words."""
        return [self.record(item, pointer(at, i), self.vocabulary.costs) for i, item in enumerate(self.sequence(value, at))]

    # -- steps -----------------------------------------------------------------------------------

    def block(self, value: Any, at: str) -> int:
        """A list of steps; returns the number of its block."""
        number = len(self.blocks)
        self.blocks.append(())
        self.depth += 1
        try:
            if self.depth > MAX_DEPTH:
                raise self.refuse("too_deep", at, f"Deeper than {MAX_DEPTH} levels.")
            steps = self.sequence(value, at)
            if not steps:
                self.fault("too_few", at, "At least one step is needed.")
            self.blocks[number] = tuple(step for i, item in enumerate(steps) for step in self.step(item, pointer(at, i)))
        finally:
            self.depth -= 1
        return number

    def step(self, value: Any, at: str) -> list[Run]:
        """One step: a primitive or a control word."""
        self.node(at)
        try:
            if not isinstance(value, dict) or len(value) != 1:
                raise self.refuse("wrong_type", at, "A step is an object with one word.")
            word, arguments = next(iter(value.items()))
            place = pointer(at, word)
            if word in CONTROLS:
                return [CONTROLS[word](self, arguments, place)]
            if word not in self.vocabulary.primitives:
                raise self.unknown("word", word, place, [*self.vocabulary.primitives, *CONTROLS])
            return [self.primitive(self.vocabulary.primitives[word], arguments, place)]
        except Refused:
            return []

    def primitive(self, primitive: Primitive, value: Any, at: str) -> Run:
        """A primitive with its arguments compiled."""
        if not isinstance(value, dict) or (primitive.main is not None and not set(value) & set(primitive.parameters)):
            if primitive.main is None:
                raise self.refuse("wrong_type", at, f"{primitive.name} needs {', '.join(primitive.parameters)}.")
            value = {primitive.main: value}
        document = self.record(value, at, primitive.parameters)
        amounts: list[tuple[str, Amount]] = []
        targets: list[tuple[str, Any]] = []
        words: dict[str, Any] = {}
        for name, parameter in primitive.parameters.items():
            place = pointer(at, name)
            if name not in document:
                if parameter.required:
                    self.fault("missing", place, f"{primitive.name} needs {name}.")
                continue
            self.argument(parameter, name, document[name], place, amounts, targets, words)
        return run_primitive(primitive, tuple(amounts), tuple(targets), words)

    def argument(
        self, parameter: Parameter, name: str, value: Any, at: str,
        amounts: list[tuple[str, Amount]], targets: list[tuple[str, Any]], words: dict[str, Any],
    ) -> None:  # fmt: skip
        """One argument, by its parameter's kind."""
        if parameter.kind == "amount":
            amounts.append((name, self.amount(value, at, parameter.least)))
        elif parameter.kind == "target":
            targets.append((name, self.target(value, at)))
        elif parameter.kind == "number":
            words[name] = self.number(value, at, parameter.least if parameter.least is not None else -MAX_NUMBER)
        else:
            known = {
                "duration": self.vocabulary.durations,
                "keyword": tuple(self.vocabulary.keywords),
                "seat": ("you", "opponent", "each"),
            }.get(parameter.kind, parameter.words)
            if value not in known:
                raise self.unknown(parameter.kind, value, at, known)
            words[name] = value

    def target(self, value: Any, at: str) -> Any:
        """Something named: a declared target, or one of the game's own words for them."""
        if value in self.vocabulary.targets:
            return self.vocabulary.targets[value]
        if value not in self.bound:
            raise self.refuse(
                "undeclared_target", at,
                f"{shown(value)} was never declared. {nearest(str(value), [*self.bound, *self.vocabulary.targets])}",
            )  # fmt: skip
        return lambda _table, scope: scope.bound.get(value, [])

    # -- amounts and conditions ------------------------------------------------------------------

    def amount(self, value: Any, at: str, least: int | None = None) -> Amount:
        """A number, or a sum of what is counted."""
        self.node(at)
        if type(value) is int:
            constant = self.number(value, at, -MAX_NUMBER if least is None else least)
            return lambda _table, _scope: constant
        if value == "that":
            return lambda _table, scope: scope.that
        document = self.record(value, at, ARITHMETIC)
        if len(document) != 1:
            raise self.refuse("wrong_type", at, "An amount is a number or an object with one word.")
        word, part = next(iter(document.items()))
        if word == "count":
            selector = compile_selector(self, part, pointer(at, word))
            return lambda table, scope: len(selector(table, scope))
        if word not in ARITHMETIC:
            raise Refused
        parts = [self.amount(item, pointer(pointer(at, word), i)) for i, item in enumerate(self.sequence(part, pointer(at, word)))]
        if not parts:
            raise self.refuse("too_few", pointer(at, word), "At least one amount is needed.")
        combine = ARITHMETIC[word]
        return lambda table, scope: combine([amount(table, scope) for amount in parts])

    def condition(self, value: Any, at: str) -> Condition:
        """Whether something is so."""
        self.node(at)
        words = (*LOGIC, "at_least", "exists", *self.vocabulary.conditions)
        document = self.record(value, at, words)
        if len(document) != 1:
            raise self.refuse("wrong_type", at, "A condition is an object with one word.")
        word, part = next(iter(document.items()))
        place = pointer(at, word)
        if word in self.vocabulary.conditions:
            return self.own_condition(word, part, place)
        if word in ("all", "any"):
            parts = [self.condition(item, pointer(place, i)) for i, item in enumerate(self.sequence(part, place))]
            combine = all if word == "all" else any
            return lambda table, scope: combine(condition(table, scope) for condition in parts)
        if word == "not":
            inner = self.condition(part, place)
            return lambda table, scope: not inner(table, scope)
        if word == "exists":
            selector = compile_selector(self, part, place)
            return lambda table, scope: bool(selector(table, scope))
        if word == "at_least":
            pair = self.sequence(part, place, 2)
            if len(pair) != 2:  # noqa: PLR2004 - a comparison has two sides
                raise self.refuse("wrong_type", place, "Expected two amounts.")
            left, right = (self.amount(item, pointer(place, i)) for i, item in enumerate(pair))
            return lambda table, scope: left(table, scope) >= right(table, scope)
        raise Refused

    def own_condition(self, word: str, value: Any, at: str) -> Condition:
        """A condition of the game's own."""
        condition = self.vocabulary.conditions[word]
        if condition.kind == "number":
            value = self.number(value, at)
        elif condition.kind == "card":
            self.card_key(value, at)
        elif condition.kind == "word" and value not in condition.words:
            raise self.unknown("word", value, at, condition.words)
        return lambda table, scope: condition.test(table, scope, value)

    def card_key(self, value: Any, at: str) -> str:
        """The key of a card, known where the set is at hand."""
        if not isinstance(value, str):
            raise self.refuse("wrong_type", at, "Expected the key of a card.")
        if self.known_cards is not None and not self.known_cards(value):
            raise self.refuse("unknown_card", at, f"No card {shown(value)} in this set.")
        return value


def run_primitive(
    primitive: Primitive, amounts: tuple[tuple[str, Amount], ...], targets: tuple[tuple[str, Any], ...], words: dict[str, Any]
) -> Run:
    """The closure that evaluates the arguments and does the primitive."""
    does = primitive.does

    def run(table: Any, frame: Any) -> None:
        arguments = {name: amount(table, frame) for name, amount in amounts}
        for name, target in targets:
            arguments[name] = target(table, frame)
        does(table, frame, **arguments, **words)

    return run


def half(values: list[int]) -> int:
    """Half of the first, rounded down."""
    return values[0] // 2


ARITHMETIC: dict[str, Any] = {
    "count": None,
    "add": sum,
    "sub": lambda values: values[0] - sum(values[1:]),
    "mul": lambda values: values[0] * (values[1] if len(values) > 1 else 1),
    "min": min,
    "max": max,
    "half": half,
}
LOGIC = ("all", "any", "not")

__all__ = ["Parser", "Refused", "Side"]
