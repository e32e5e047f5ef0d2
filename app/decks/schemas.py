"""What the addresses of decks take."""

from __future__ import annotations

from app.wire.fields import AtMost, Between, Digits, Loose, Many, OneOf, Part, Text, Whole
from app.wire.schemas import Asked

FORMS = ("json", "text", "code", "csv")

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
    """A deck as it stands, as a code or as text, or a registered one: `ID` or `ID/r/N`, with its token if private."""

    id = Text(validate=AtMost(60))
    token = Text(validate=AtMost(120))
    code = Text(validate=AtMost(100_010))
    text = Text(validate=AtMost(60_000))


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


class Reading(Asked):
    """In which form a deck is wanted, and under which edition of the rules it is judged."""

    format = Text(validate=OneOf(FORMS), load_default=None)
    rules = Text(validate=AtMost(20), load_default=None)


class Exporting(Asked):
    """In which form a deck is wanted, and at which revision."""

    format = Text(validate=OneOf(FORMS), load_default=None)
    revision = Digits(1, 10**9, load_default=None)


class Browsing(Asked):
    """Which public decks are wanted: those of which all of this is true."""

    game = Text(validate=AtMost(60), load_default=None)
    q = Text(validate=AtMost(80), load_default="")
    tag = Text(validate=AtMost(30), load_default=None)
    format = Text(validate=AtMost(100), load_default=None)
    sort = Text(validate=OneOf(("newest", "oldest")), load_default="newest")
    cursor = Text(validate=AtMost(40), load_default=None)
    limit = Digits(1, 100, load_default=20)


class Paging(Asked):
    """Which part of a list is wanted."""

    cursor = Digits(1, 10**9, load_default=None)
    limit = Digits(1, 100, load_default=50)


Comparing = Asked.from_dict(
    {"from": Digits(1, 10**9, load_default=None), "to": Digits(1, 10**9, load_default=None)}, name="Comparing"
)


class Forking(Patching):
    """What differs in the copy."""

    revision = Whole(validate=Between(1, 10**9), load_default=None)


class Locking(Asked):
    """Until which day a revision stays at least, even if nobody reads the deck."""

    until = Text(validate=AtMost(10), load_default=None)


class Granting(Asked):
    """What a token may do, what it is called, and for how many days it holds."""

    scope = Text(required=True, validate=OneOf(("read", "edit", "admin")))
    name = Text(validate=AtMost(80))
    expires_in = Whole(validate=Between(1, 3660), allow_none=True)


class Importing(Asked):
    """A deck in one of its forms; `strict` refuses what was not understood wholly."""

    game = Text(validate=AtMost(60), load_default=None)
    text = Text(validate=AtMost(60_000), load_default=None)
    code = Text(validate=AtMost(100_010), load_default=None)
    csv = Text(validate=AtMost(60_000), load_default=None)
    deck = Part(DeckDocument, load_default=None)
    mode = Text(validate=OneOf(("partial", "strict")), load_default="partial")
    name = Text(validate=AtMost(80), load_default=None)
    format = Text(validate=AtMost(100), load_default=None)


class SetBrowsing(Asked):
    """Which card sets or maps are wanted."""

    game = Text(validate=AtMost(60), load_default=None)
    cursor = Text(validate=AtMost(80), load_default=None)
    limit = Digits(1, 100, load_default=20)


class Keeping(Asked):
    """Something to be kept under the hash of its content, for so many unused days."""

    game = Text(required=True, validate=AtMost(60))
    name = Text(required=True, validate=AtMost(80))
    previous = Text(validate=AtMost(64), allow_none=True)
    expiry = Whole(validate=Between(1, 3660), allow_none=True)


class CardSetKeeping(Keeping):
    """Cards to be kept; `previous` is the hash of the set that this one follows."""

    cards = Many(Loose(metadata={"component": "Card"}), required=True, validate=AtMost(1_000))


class MapKeeping(Keeping):
    """A map to be kept; `previous` is the hash of the map that this one follows."""

    map = Loose(required=True)
