"""Query strings that many addresses take."""

from __future__ import annotations

from .fields import AtMost, Text
from .schemas import Asked


class Language(Asked):
    """The language of labels, prompts, messages and texts, over that of the header."""

    lang = Text(validate=AtMost(16))
