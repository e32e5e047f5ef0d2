"""What the addresses of decks take."""

from __future__ import annotations

from app.wire.fields import AtMost, Between, Loose, Many, OneOf, Part, Text, Whole
from app.wire.schemas import Asked

VISIBILITIES = ("unlisted", "public", "private")


class DeckDocument(Asked):
    """A deck as it stands; its lines and options are read by the oracle and the registry."""

    game = Text(validate=AtMost(60))
    format = Text(validate=AtMost(100))
    name = Text(validate=AtMost(80))
    author = Text(validate=AtMost(80), allow_none=True)
    description = Text(validate=AtMost(2_000), allow_none=True)
    tags = Many(Text(validate=AtMost(30)), validate=AtMost(20))
    sections = Loose(metadata={"component": "DeckSections"})
    sets = Many(Text(validate=AtMost(100)), validate=AtMost(20))
    options = Loose(metadata={"component": "DeckOptions"})


class DeckReference(DeckDocument):
    """A deck as it stands, or the id of a registered one (with its token, if it is private)."""

    id = Text(validate=AtMost(40))
    token = Text(validate=AtMost(120))


class DeckChecking(Asked):
    """A deck to be judged."""

    deck = Part(DeckReference, required=True)


class Registering(Asked):
    """A deck to be kept, who may see it, and for how many unused days."""

    deck = Part(DeckDocument, required=True)
    visibility = Text(validate=OneOf(VISIBILITIES), load_default="unlisted")
    expiry = Whole(validate=Between(1, 3660), load_default=None)


class Demands(Asked):
    """What a deck must be to be kept."""

    require = Text(validate=OneOf(("legal",)), load_default=None)


class Replacing(Asked):
    """The next revision of a deck."""

    deck = Part(DeckDocument, required=True)


class Patching(Asked):
    """What is said about a deck; what is left out stays, `null` takes away (RFC 7396)."""

    name = Text(validate=AtMost(80))
    author = Text(validate=AtMost(80), allow_none=True)
    description = Text(validate=AtMost(2_000), allow_none=True)
    tags = Many(Text(validate=AtMost(30)), validate=AtMost(20), allow_none=True)
    visibility = Text(validate=OneOf(VISIBILITIES))
    expiry = Whole(validate=Between(1, 3660), allow_none=True)
