"""What answers look like, for the contract only: nothing is checked on the way out."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields


class Shape(Schema):
    """An answer document; clients ignore fields that they do not know."""

    class Meta:
        """Further fields may come."""

        unknown = INCLUDE


def oracle_document(name: str, *, nullable: bool = False, required: bool = True) -> fields.Raw:
    """A document that the oracle describes itself, by the name of its component."""
    return fields.Raw(required=required, metadata={"component": name, "or_null": nullable})


def many(name: str, *, required: bool = True) -> fields.List[Any]:
    """A list of documents that the oracle describes itself."""
    return fields.List(fields.Raw(metadata={"component": name}), required=required)
