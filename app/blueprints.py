"""All addresses, by what they are about."""

from __future__ import annotations

from .calls.views import batches, calls
from .catalogue.views import catalogue
from .decks.history import history
from .decks.sets import sets
from .decks.trade import trade
from .decks.views import decks
from .pages.guide import guide
from .pages.sharing import sharing
from .pages.views import pages
from .service.views import service

BLUEPRINTS = (batches, calls, catalogue, decks, guide, history, service, sets, sharing, trade, pages)
