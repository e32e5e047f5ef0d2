"""What can be wrong with a map: its drawing, its areas, what stands on it (MQ-V15 to MQ-V18)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from oracle.kernel.board import VOID, Tile
from oracle.kernel.cards import unknown_card
from oracle.kernel.errors import Fault
from oracle.kernel.lint import is_kebab
from oracle.kernel.shapes import fault, nearest, pointer, shown

from .map_reach import is_deep, reach_faults
from .map_wins import win_faults

if TYPE_CHECKING:
    from .map_records import MapRecord
    from .tiles import TileType

MOST_PARTS = 100_000
DEEPEST = 32
MOST_NAMES = 200
TILE, INCOMPLETE, LAND = "MQ-V16", "MQ-V15", "MQ-V18"


def size_faults(document: Any) -> list[Fault]:
    """Refuse what is larger or deeper than any map before it is looked at."""
    waiting: list[tuple[Any, int]] = [(document, 0)]
    parts = 0
    while waiting:
        value, depth = waiting.pop()
        parts += 1
        if depth > DEEPEST:
            return [fault("too_deep", "", f"Deeper than {DEEPEST} levels.")]
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        if parts + len(waiting) + len(inner) > MOST_PARTS:
            return [fault("too_long", "", f"A map has at most {MOST_PARTS} parts.")]
        waiting += [(each, depth + 1) for each in inner]
    return []


def count_faults(document: Any) -> list[Fault]:
    """Refuse more names than any map has, before each of them is looked at."""
    named = ("legend", "tile_types", "regions")
    said = {name: document.get(name) for name in named} if isinstance(document, dict) else {}
    return [
        fault("too_many", f"/{name}", f"At most {MOST_NAMES} are allowed; here are {len(words)}.")
        for name, words in said.items()
        if isinstance(words, dict) and len(words) > MOST_NAMES
    ]


# -- the drawing and its areas ---------------------------------------------------------------------


def tile_faults(record: MapRecord, types: Mapping[str, TileType]) -> list[Fault]:
    """Everything that makes a document no map to put anything on."""
    drawn = drawn_types(record, types)
    return [
        *name_faults(record),
        *legend_faults(record, types),
        *row_faults(record),
        *(each for at, tiles in areas(record) for each in area_faults(drawn, tiles, at)),
        *region_faults(record),
        *pair_faults(record, drawn),
        *start_faults(record, drawn),
        *seat_faults(record),
    ]


def drawn_types(record: MapRecord, types: Mapping[str, TileType]) -> dict[Tile, TileType | None]:
    """The type of every tile that is drawn; `None` for a symbol that means none."""
    return {
        (x, y): types.get(record.legend.get(symbol, ""))
        for y, row in enumerate(record.rows)
        for x, symbol in enumerate(row)
        if symbol != VOID
    }


def name_faults(record: MapRecord) -> Iterator[Fault]:
    """A map is named like a card set: in small letters, joined by hyphens."""
    if not is_kebab(record.id):
        yield fault("bad_key", "/id", "The id of a map is words in small letters, joined by hyphens.")


def legend_faults(record: MapRecord, types: Mapping[str, TileType]) -> Iterator[Fault]:
    """Each symbol means a type that the map has; the one for no tile means nothing else."""
    for symbol, name in record.legend.items():
        at = pointer("/legend", symbol)
        if symbol == VOID:
            yield fault("reserved_symbol", at, f"{VOID} means that there is no tile.", rule="MQ-M1")
        if name not in types:
            yield fault("unknown_type", at, f"{shown(name)} is no type of this map. {nearest(name, types)}")


def row_faults(record: MapRecord) -> Iterator[Fault]:
    """Rows are equally long and drawn in symbols of the legend; there is a tile at least."""
    width = max(map(len, record.rows))
    lengths = list(map(len, record.rows))
    common = max(lengths, key=lengths.count)
    for y, row in enumerate(record.rows):
        at = f"/rows/{y}"
        if len(row) != common:
            message = f"This row has {len(row)} tiles, others have {common}."
            yield fault("ragged_rows", at, message, length=len(row), expected=common)
        for symbol in sorted({*row} - {*record.legend, VOID}):
            message = f"The legend does not say what {shown(symbol)} means. {nearest(symbol, record.legend)}"
            yield fault("unknown_symbol", at, message, symbol=symbol, x=row.index(symbol))
    if width == 0 or all({*row} <= {VOID} for row in record.rows):
        yield fault("no_tiles", "/rows", "There is no tile on this map.", rule="MQ-M1")


def areas(record: MapRecord) -> Iterator[tuple[str, list[list[int]]]]:
    """The lists of tiles with their pointers."""
    yield from ((f"/deploy/{seat}", tiles) for seat, tiles in enumerate(record.deploy))
    yield from ((pointer("/regions", name), tiles) for name, tiles in record.regions.items())


def area_faults(drawn: Mapping[Tile, Any], tiles: list[list[int]], at: str) -> Iterator[Fault]:
    """Each tile of an area exists, and is said once."""
    seen: dict[Tile, int] = {}
    for i, (x, y) in enumerate(tiles):
        place = pointer(at, i)
        if (x, y) not in drawn:
            yield no_tile(place, x, y)
        elif (x, y) in seen:
            yield fault("map_tile", place, f"The tile {x},{y} is here already.", rule=TILE, first=seen[x, y])
        seen.setdefault((x, y), i)


def no_tile(at: str, x: int, y: int) -> Fault:
    """A tile that is not drawn."""
    return fault("map_tile", at, f"There is no tile {x},{y} on this map.", rule=TILE, tile=[x, y])


def region_faults(record: MapRecord) -> Iterator[Fault]:
    """Regions have no tile in common (MQ-M7)."""
    first: dict[Tile, str] = {}
    for name, tiles in record.regions.items():
        if not tiles:
            yield fault("map_tile", pointer("/regions", name), "A region has a tile at least.", rule=TILE)
        for i, (x, y) in enumerate(tiles):
            other = first.setdefault((x, y), name)
            if other != name:
                at = pointer(pointer("/regions", name), i)
                message = f"The tile {x},{y} is in the region {shown(other)} too."
                yield fault("map_tile", at, message, rule=TILE, tile=[x, y], region=other)


def pair_faults(record: MapRecord, drawn: Mapping[Tile, Any]) -> Iterator[Fault]:
    """Linked tiles exist, are two, and belong to one pair each."""
    first: dict[Tile, int] = {}
    for i, pair in enumerate(record.pairs):
        for j, (x, y) in enumerate(pair):
            at = f"/pairs/{i}/{j}"
            if (x, y) not in drawn:
                yield no_tile(at, x, y)
            elif (x, y) in first:
                message = f"The tile {x},{y} is linked already."
                yield fault("map_tile", at, message, rule=TILE, tile=[x, y], first=first[x, y])
            first.setdefault((x, y), i)


def start_faults(record: MapRecord, drawn: Mapping[Tile, Any]) -> Iterator[Fault]:
    """What stands on the map before the first turn has a tile of its own and a seat that there is (MQ-M4)."""
    taken: dict[Tile, int] = {}
    for i, piece in enumerate(record.start):
        x, y = piece.tile
        at = f"/start/{i}"
        if (x, y) not in drawn:
            yield no_tile(f"{at}/tile", x, y)
        elif (x, y) in taken:
            message = f"On the tile {x},{y} something stands already."
            yield fault("map_tile", f"{at}/tile", message, rule="MQ-8.3", tile=[x, y], first=taken[x, y])
        taken.setdefault((x, y), i)
        if piece.seat is not None and piece.seat >= record.seats:
            yield fault("no_such_seat", f"{at}/seat", f"There is no seat {piece.seat} on this map.", seat=piece.seat)


def seat_faults(record: MapRecord) -> Iterator[Fault]:
    """What is said by seat is said of every seat there is, or of none."""
    lists: tuple[tuple[str, Any], ...] = (
        ("/deploy", record.deploy),
        ("/resource/start", record.resource.start if record.resource is not None else []),
        ("/start_deck", record.start_deck if isinstance(record.start_deck, list) else []),
    )
    for at, said in lists:
        if said and len(said) != record.seats:
            message = f"There are {record.seats} seats; here are {len(said)}."
            yield fault("map_incomplete", at, message, rule=INCOMPLETE, seats=record.seats, found=len(said))


# -- with the cards --------------------------------------------------------------------------------


def card_faults(record: MapRecord, cards: Mapping[str, Any]) -> list[Fault]:
    """The cards that a map names are there, and can stand where it puts them."""
    found = [unknown_card(at, key) for at, key in named_cards(record) if key not in cards]
    for i, piece in enumerate(record.start):
        card = cards.get(piece.card)
        if card is not None:
            found += piece_faults(card, piece, f"/start/{i}", deep=is_deep(record, piece.tile))
    return found


def named_cards(record: MapRecord) -> Iterator[tuple[str, str]]:
    """Every card that a map names, with its pointer."""
    yield from ((f"/start/{i}/card", piece.card) for i, piece in enumerate(record.start))
    decks = record.start_deck
    lists = enumerate(decks) if isinstance(decks, list) else (decks or {}).items()
    for which, deck in lists:
        yield from ((pointer(pointer("/start_deck", which), key), key) for key in deck)


def missing_cards(document: Mapping[str, Any], cards: Mapping[str, Any]) -> list[Fault]:
    """The cards that a sound map names and that are not at hand."""
    decks = document.get("start_deck") or {}
    lists = decks if isinstance(decks, list) else list(decks.values())
    named = [*(piece["card"] for piece in document.get("start", ())), *(key for deck in lists for key in deck)]
    return [unknown_card("", key) for key in dict.fromkeys(named) if key not in cards]


def piece_faults(card: Any, piece: Any, at: str, *, deep: bool | None) -> Iterator[Fault]:
    """A start permanent is one, fits the water of its tile, and is what its flags say."""
    if card.type == "spell":
        yield fault("map_tile", f"{at}/card", "A spell is no permanent.", rule="MQ-M4", card=piece.card)
        return
    if deep is not None and deep != ("swim" in card.keywords):
        rule = "MQ-14.17" if deep else "MQ-14.16"
        water = "is deep water" if deep else "is not deep water"
        message = f"{card.key} cannot stand here: the tile {water}."
        yield fault("map_tile", f"{at}/tile", message, rule=rule, tile=list(piece.tile), card=piece.card)
    for flag, fits, what in FLAGS:
        if getattr(piece.flags, flag) and not fits(card, piece):
            yield fault("win_data", f"{at}/flags/{flag}", what, rule="MQ-V17", card=piece.card)


FLAGS: tuple[tuple[str, Callable[[Any, Any], bool], str], ...] = (
    ("vip", lambda card, piece: card.is_unit and piece.seat is not None, "A VIP is a unit of a seat."),
    (
        "building",
        lambda card, piece: "solid" in card.keywords and piece.seat is not None,
        "A building is a solid artifact of a seat.",
    ),
    ("staff", lambda card, piece: card.is_equipment and piece.seat is None, "The staff is an equipment of nobody."),
)


# -- for a match -----------------------------------------------------------------------------------


def match_faults(record: MapRecord, cards: Mapping[str, Any]) -> list[Fault]:
    """What a map still lacks for a match to be played on it."""
    deep = {name for name, each in record.tile_types.items() if each.deep} | {"deep"}
    return [
        *lacking(record),
        *land_faults(record, deep),
        *win_faults(record),
        *reach_faults(record, cards),
    ]


def lacking(record: MapRecord) -> Iterator[Fault]:
    """The parts that every map needs (MQ-8.1)."""
    parts = {
        "resource": record.resource is not None,
        "start_deck": record.start_deck is not None,
        "win": bool(record.win),
        "deploy": bool(record.deploy),
    }
    for part, is_there in parts.items():
        if not is_there:
            yield fault("map_incomplete", f"/{part}", f"A map says its {part}.", rule=INCOMPLETE)
    yield from empty_decks(record)


def empty_decks(record: MapRecord) -> Iterator[Fault]:
    """A deck starts with some cards (MQ-7.2)."""
    decks = record.start_deck
    if decks is not None and not decks:
        yield fault("map_incomplete", "/start_deck", "A start deck has a card at least.", rule="MQ-M6")
    for which, deck in enumerate(decks) if isinstance(decks, list) else (decks or {}).items():
        if not deck:
            at = pointer("/start_deck", which)
            yield fault("map_incomplete", at, "A start deck has a card at least.", rule="MQ-M6")


def land_faults(record: MapRecord, deep: set[str]) -> Iterator[Fault]:
    """Every seat can deploy on land (MQ-15.7)."""
    for seat, zone in enumerate(record.deploy):
        spots = [(x, y) for x, y in zone if y < len(record.rows) and x < len(record.rows[y])]
        if not any(record.legend.get(record.rows[y][x], "deep") not in deep for x, y in spots):
            message = f"Seat {seat} has no tile on land to deploy on."
            yield fault("no_deploy_tile", f"/deploy/{seat}", message, rule=LAND, seat=seat)
