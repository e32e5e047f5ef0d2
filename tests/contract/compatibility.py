"""What an old contract promised and a new one does not keep; `python -m tests.contract.compatibility` writes a release.

A request that was right stays right, and what an answer was sure to have it still has. More may come at any time: new
addresses, fields that need not be sent, fields and words in answers, kinds of documents, problems.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from app.version import VERSION
from tests.contract.tools import CONTRACT
from tests.running import ROOT

Document = dict[str, Any]

RELEASES = ROOT / "docs/releases"
SAID = {"description", "summary", "example", "examples", "title", "contact", "tags", "externalDocs", "x-games"}
CEILINGS = ("maximum", "maxLength", "maxItems", "maxProperties")
FLOORS = ("minimum", "minLength", "minItems", "minProperties")


def broken(old: Document, new: Document) -> list[str]:
    """Every promise of the old contract that the new one breaks."""
    return [*Comparison(old, new).faults()]


class Comparison:
    """Two contracts side by side; pairs of schemas that were compared are not compared again."""

    def __init__(self, old: Document, new: Document) -> None:
        self.old = old
        self.new = new
        self.compared: set[tuple[str, str, str]] = set()

    def faults(self) -> Iterator[str]:
        """Every promise that is broken."""
        for path, operations in self.old["paths"].items():
            for method, operation in operations.items():
                now = self.new["paths"].get(path, {}).get(method)
                where = f"{method.upper()} {path}"
                if now is None:
                    yield f"{where}: the operation is gone"
                else:
                    yield from self.operation(where, operation, now)
        for code in problems(self.old) - problems(self.new):
            yield f"the problem {code} is gone"

    def operation(self, where: str, old: Document, new: Document) -> Iterator[str]:
        """What an operation does not keep."""
        if old["operationId"] != new["operationId"]:
            yield f"{where}: {old['operationId']} is now called {new['operationId']}"
        if old.get("security", []) != new.get("security", []):
            yield f"{where}: it needs other tokens"
        yield from self.parameters(where, self.named(self.old, old), self.named(self.new, new))
        yield from self.body(where, old.get("requestBody"), new.get("requestBody"))
        for status, answer in old["responses"].items():
            if status.startswith(("2", "3")):
                yield from self.answer(f"{where} {status}", answer, new["responses"].get(status))

    def named(self, contract: Document, operation: Document) -> dict[tuple[str, str], Document]:
        """The parameters of an operation by place and name."""
        found = [resolved(contract, each) for each in operation.get("parameters", [])]
        return {(each["in"], each["name"]): each for each in found}

    def parameters(self, where: str, old: dict[Any, Document], new: dict[Any, Document]) -> Iterator[str]:
        """What the parameters of an operation do not keep."""
        for place, name in old.keys() - new.keys():
            yield f"{where}: {name} of the {place} is no longer read"
        for (place, name), told in new.items():
            before = old.get((place, name))
            if told.get("required") and not (before or {}).get("required"):
                yield f"{where}: {name} of the {place} must now be sent"
            if before is not None:
                yield from self.schema(f"{where}: {name}", before["schema"], told["schema"], "asked")

    def body(self, where: str, old: Document | None, new: Document | None) -> Iterator[str]:
        """What may no longer be sent."""
        if old is None or new is None:
            if old is not None:
                yield f"{where}: no body is read any more"
            elif new is not None and new.get("required"):
                yield f"{where}: a body must now be sent"
            return
        for media, content in old["content"].items():
            if media not in new["content"]:
                yield f"{where}: {media} is no longer read"
            else:
                yield from self.schema(where, content["schema"], new["content"][media]["schema"], "asked")

    def answer(self, where: str, old: Document, new: Document | None) -> Iterator[str]:
        """What an answer is no longer sure to have."""
        if new is None:
            yield f"{where}: this answer is gone"
            return
        for name in old.get("headers", {}).keys() - new.get("headers", {}).keys():
            yield f"{where}: the field {name} is gone"
        for media, content in old.get("content", {}).items():
            if media not in new.get("content", {}):
                yield f"{where}: {media} is no longer answered"
            else:
                yield from self.schema(where, content["schema"], new["content"][media]["schema"], "told")

    def schema(self, where: str, old: Document, new: Document, role: str) -> Iterator[str]:
        """What a schema does not keep: `asked` is sent by clients, `told` is sent to them."""
        pair = (repr(old), repr(new), role)
        if pair in self.compared or old == new == {}:
            return
        self.compared.add(pair)
        old, new = resolved(self.old, old), resolved(self.new, new)
        if not new and role == "asked":
            return
        yield from types(where, old, new, role)
        yield from bounds(where, old, new, role)
        yield from self.choices(where, old, new, role)
        yield from self.properties(where, old, new, role)
        for part in ("items", "additionalProperties"):
            if isinstance(old.get(part), dict) and isinstance(new.get(part), dict):
                yield from self.schema(f"{where}/*", old[part], new[part], role)
        if role == "asked" and is_open(old) and not is_open(new):
            yield f"{where}: further fields are no longer read"

    def properties(self, where: str, old: Document, new: Document, role: str) -> Iterator[str]:
        """What the fields of an object do not keep."""
        before, after = old.get("properties", {}), new.get("properties", {})
        for name in before.keys() - after.keys():
            if role == "told" or new.get("additionalProperties") is False:
                yield f"{where}/{name}: the field is gone"
        needed, sure = set(new.get("required", [])), set(old.get("required", []))
        if role == "asked":
            yield from (f"{where}/{name}: the field must now be sent" for name in sorted(needed - sure))
        else:
            yield from (
                f"{where}/{name}: the field may now be missing" for name in sorted((sure - needed) & after.keys())
            )
        for name in before.keys() & after.keys():
            yield from self.schema(f"{where}/{name}", before[name], after[name], role)

    def choices(self, where: str, old: Document, new: Document, role: str) -> Iterator[str]:
        """What the alternatives of a schema do not keep: each that there was must still be one."""
        before, after = alternatives(old), alternatives(new)
        if not before or not (after or role == "asked"):
            return
        for name, each in before.items():
            if name in after:
                yield from self.schema(f"{where}({name})", each, after[name], role)
            elif role == "asked" and after:
                yield f"{where}: {name} is no longer one of the choices"


def is_open(schema: Document) -> bool:
    """Whether an object may have fields that are not named."""
    return schema.get("type") != "object" or schema.get("additionalProperties") is not False


def resolved(contract: Document, schema: Document) -> Document:
    """What a reference leads to."""
    while "$ref" in schema:
        found: Any = contract
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


def alternatives(schema: Document) -> dict[str, Document]:
    """The alternatives of a schema by name: of their component, or of their type."""
    found = schema.get("anyOf") or schema.get("oneOf") or []
    return {each.get("$ref", "").rpartition("/")[2] or str(each.get("const", each.get("type"))): each for each in found}


def types(where: str, old: Document, new: Document, role: str) -> Iterator[str]:
    """A type that is gone from requests or new in answers; a word that is gone from requests."""
    before, after = kinds(old), kinds(new)
    if before and after:
        lost = before - after if role == "asked" else after - before
        if lost - ({"integer"} if "number" in after else set()):
            yield f"{where}: {' or '.join(sorted(before))} is now {' or '.join(sorted(after))}"
    if role == "asked" and words(new) is not None:
        gone = (words(old) or {"anything else"}) - (words(new) or set())
        yield from (f"{where}: {word} is no longer read" for word in sorted(map(str, gone)))


def kinds(schema: Document) -> set[str]:
    """The types that a schema names."""
    told = schema.get("type", [])
    return {told} if isinstance(told, str) else set(told)


def words(schema: Document) -> set[Any] | None:
    """The words that a schema is a choice of."""
    return {schema["const"]} if "const" in schema else set(schema["enum"]) if "enum" in schema else None


def bounds(where: str, old: Document, new: Document, role: str) -> Iterator[str]:
    """A bound of requests that is narrower."""
    if role != "asked":
        return
    for name in CEILINGS:
        if name in new and new[name] < old.get(name, float("inf")):
            yield f"{where}: {name} is now {new[name]}"
    for name in FLOORS:
        if name in new and new[name] > old.get(name, float("-inf")):
            yield f"{where}: {name} is now {new[name]}"
    if "pattern" in new and new["pattern"] != old.get("pattern"):
        yield f"{where}: it must now look like {new['pattern']}"


def problems(contract: Document) -> set[str]:
    """The codes of all problems."""
    return {name.removeprefix("problem-") for name in contract["components"]["examples"] if name.startswith("problem-")}


def read(path: Path) -> Document:
    """A contract from its file."""
    found: Document = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return found


def promises(part: Any, *, named: bool = False) -> Any:
    """A contract without its words and examples."""
    if isinstance(part, list):
        return [promises(each) for each in part]
    if not isinstance(part, dict):
        return part
    kept = {name: each for name, each in part.items() if named or name not in SAID}
    return {name: promises(each, named=name in {"properties", "schemas", "headers"}) for name, each in kept.items()}


def release() -> Document:
    """The contract of today as a release keeps it: what succeeds, and of problems the codes."""
    contract = read(CONTRACT)
    kept: Document = promises({name: contract[name] for name in ("openapi", "info", "paths", "components")})
    kept["components"].pop("responses")
    for operation in (each for path in kept["paths"].values() for each in path.values()):
        operation["responses"] = {
            status: each for status, each in operation["responses"].items() if status.startswith(("2", "3"))
        }
    kept["components"]["examples"] = {f"problem-{code}": {} for code in sorted(problems(contract))}
    return kept


def latest() -> Path:
    """The contract of the last release."""
    return max(RELEASES.glob("openapi-*.yaml"), key=lambda path: [int(part) for part in path.stem[8:].split(".")])


if __name__ == "__main__":
    written = RELEASES / f"openapi-{VERSION}.yaml"
    written.parent.mkdir(exist_ok=True)
    text = yaml.dump(release(), Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=120)
    written.write_text(text, encoding="utf-8")
    sys.stdout.write(f"Wrote {written.relative_to(ROOT)}\n")
