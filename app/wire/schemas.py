"""The base of all request schemas, and how their complaints get pointers."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, missing

from .places import remember
from .problems import Complaint, Problem, escaped


class Asked(Schema):
    """A request document: unknown fields are refused at every depth.

    `game` is the game of the path, for the fields whose documents the oracle reads itself.
    """

    error_messages: dict[str, Any] = {
        "type": Complaint("wrong_type", "This must be an object."),
        "unknown": Complaint("unknown_field", "There is no field of this name."),
    }

    class Meta:
        """Said outright, so that the contract says it too."""

        unknown = RAISE

    def __init__(self, *, game: Any = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.game = game
        self.needed = frozenset(name for name, field in self.load_fields.items() if field.required)
        self.given = {
            name: field.load_default for name, field in self.load_fields.items() if field.load_default is not missing
        }

    def read(self, document: Any) -> dict[str, Any]:
        """Load a document; fields that are not there cost nothing if none of them is needed."""
        if type(document) is not dict or not self.needed <= document.keys():
            return dict(self.load(document))
        return self.defaults() | dict(self.load(document, partial=True))

    def defaults(self) -> dict[str, Any]:
        """What fields are that are left out."""
        return {name: value() if callable(value) else value for name, value in self.given.items()}


INSTANCES: dict[tuple[type[Asked], str], Asked] = {}


def schema(kind: type[Asked], game: Any = None) -> Asked:
    """The one instance of a schema for a game; building it costs more than using it."""
    key = (kind, game.key if game is not None else "")
    return INSTANCES.get(key) or INSTANCES.setdefault(key, kind(game=game))


def load(kind: type[Asked], document: Any, most: int, game: Any = None, place: str = "body") -> dict[str, Any]:
    """The document as the schema reads it; everything that is wrong with it is told at once."""
    reader = schema(kind, game)
    remember(document, place)
    try:
        loaded: dict[str, Any] = reader.read(document)
    except ValidationError as error:
        raise refused(list(complaints(error.messages, reader)), most, place) from None
    return loaded


def refused(found: list[Complaint], most: int, place: str = "body") -> Problem:
    """One problem for all complaints; its code is theirs, if they are all of one kind."""
    ordered = sorted(found, key=lambda each: (each.at, each.code, each.detail))
    told = [_placed(each, place) for each in ordered[:most]]
    codes = {each.problem for each in ordered}
    first = ordered[0]
    others = f" ({len(ordered) - 1} more in `errors`)" if len(ordered) > 1 else ""
    return Problem(
        codes.pop() if len(codes) == 1 else "invalid-request",
        f"{first.at or 'The document'}: {first.detail}{others}",
        told,
        more={"errors_total": len(ordered)} if len(ordered) > most else {},
    )


def _placed(complaint: Complaint, place: str) -> Complaint:
    return Complaint(complaint.code, complaint.detail, complaint.at, complaint.data, complaint.problem, place)


def complaints(messages: Any, reader: Schema, path: tuple[Any, ...] = ()) -> Iterator[Complaint]:
    """Every complaint in marshmallow's tree of messages, with its pointer."""
    if isinstance(messages, dict):
        for key, below in messages.items():
            step = () if key == "_schema" else (key,)
            yield from complaints(below, reader, path + step)
    elif isinstance(messages, list):
        for each in messages:
            yield from complaints(each, reader, path)
    elif isinstance(messages, Complaint):
        yield _nearest(messages, reader, path).under(pointer(path))
    else:
        yield Complaint("invalid_value", str(messages)).under(pointer(path))


def pointer(path: tuple[Any, ...]) -> str:
    """The JSON pointer (RFC 6901) of a path."""
    return "".join("/" + escaped(str(step)) for step in path)


def _nearest(complaint: Complaint, reader: Schema, path: tuple[Any, ...]) -> Complaint:
    if complaint.code != "unknown_field" or complaint.at:
        return complaint
    known = sorted(_known(reader, path[:-1]))
    close = get_close_matches(str(path[-1])[:80], known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"known here: {', '.join(known)}."
    data = {"nearest": close[0]} if close else {"known": known}
    return Complaint(complaint.code, f"{complaint.detail[:-1]}; {hint}", data=data)


def _known(reader: Schema, path: tuple[Any, ...]) -> set[str]:
    here: Schema | fields.Field[Any] = reader
    for step in path:
        if isinstance(here, Schema):
            here = here.fields[step]
        if isinstance(here, fields.List) and isinstance(step, int):
            here = here.inner
        if isinstance(here, fields.Nested):
            here = here.schema
    return set(here.fields) if isinstance(here, Schema) else set()
