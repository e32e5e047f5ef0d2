"""YAML without its traps: text keys said once, whole numbers, no tags, anchors or surprises."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml

from .errors import Fault

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEPTH = 64
PLAIN = {"tag:yaml.org,2002:str", "tag:yaml.org,2002:int", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null"}


@dataclass(slots=True)
class Reading:
    """A document that was read: its value, its faults, and where (line, column) each part stands."""

    value: Any = None
    faults: list[Fault] = field(default_factory=list)
    marks: dict[str, tuple[int, int]] = field(default_factory=dict)

    def refuse(self, code: str, at: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(code=code, at=at, message=message))


def read(text: str) -> Reading:
    """Read one YAML document; everything wrong with it is in `faults`, nothing is raised."""
    reading = Reading()
    try:
        aliases = next((e for e in yaml.parse(text, Loader=LOADER) if isinstance(e, yaml.AliasEvent)), None)
        if aliases is not None:
            reading.refuse("alias", "", "Anchors and aliases are not part of the format.")
            return reading
        node = yaml.compose(text, Loader=LOADER)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        reading.refuse("not_yaml", "", f"This is not YAML: {str(error).splitlines()[0] if str(error) else 'unreadable'}.")
        mark = getattr(error, "problem_mark", None)
        if mark is not None:
            reading.marks[""] = (mark.line + 1, mark.column + 1)
        return reading
    if node is None:
        reading.refuse("empty", "", "The document is empty.")
        return reading
    reading.value = build(node, "", reading, 0)
    return reading


def build(node: yaml.Node, at: str, reading: Reading, depth: int) -> Any:
    """The plain value of a node, noting its place and its faults."""
    reading.marks[at] = (node.start_mark.line + 1, node.start_mark.column + 1)
    if depth > DEPTH:
        reading.refuse("too_deep", at, f"Deeper than {DEPTH} levels.")
        return None
    if isinstance(node, yaml.MappingNode):
        return build_mapping(node, at, reading, depth)
    if isinstance(node, yaml.SequenceNode):
        return [build(child, f"{at}/{i}", reading, depth + 1) for i, child in enumerate(node.value)]
    return build_scalar(node, at, reading)


def build_mapping(node: yaml.MappingNode, at: str, reading: Reading, depth: int) -> dict[str, Any]:
    """A mapping with text keys, each said once."""
    if node.tag != "tag:yaml.org,2002:map":
        reading.refuse("tag", at, f"Tags such as {node.tag} are not part of the format.")
    value: dict[str, Any] = {}
    for key_node, child in node.value:
        key = getattr(key_node, "value", None)
        if key_node.tag != "tag:yaml.org,2002:str" or not isinstance(key, str):
            reading.refuse("key_not_text", at, f"The key {key!r} is not text; quote it.")
            key = str(key)
        place = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
        if key in value:
            reading.refuse("duplicate_key", place, f"The key {key} is said twice.")
        value[key] = build(child, place, reading, depth + 1)
    return value


def build_scalar(node: yaml.Node, at: str, reading: Reading) -> Any:
    """Text, a whole number, a truth value or nothing."""
    text: str = node.value
    if node.tag not in PLAIN:
        what = "Fractions" if node.tag.endswith(":float") else f"Values such as {text!r}"
        reading.refuse("not_plain", at, f"{what} are not part of the format; quote it if text is meant.")
        return None
    if node.tag.endswith(":str"):
        return text
    if node.tag.endswith(":null"):
        return None
    if node.tag.endswith(":bool"):
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        reading.refuse("truth_word", at, f"Write true or false, or quote {text!r}.")
        return None
    return build_number(text, at, reading)


def build_number(text: str, at: str, reading: Reading) -> int | None:
    """A whole number in decimal."""
    try:
        return int(text, 10)
    except ValueError:
        reading.refuse("not_decimal", at, f"{text!r} is not a decimal whole number; quote it if text is meant.")
        return None
