"""All addresses, by what they are about."""

from __future__ import annotations

from .calls.views import calls
from .catalogue.views import catalogue
from .decks.views import decks
from .pages.views import pages
from .service.views import service

BLUEPRINTS = (calls, catalogue, decks, service, pages)
