"""The web application: HTTP, pages and configuration around the oracle and the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request

from .blueprints import BLUEPRINTS
from .config import Config
from .decks.store import Store
from .watch import hooks
from .wire import errors
from .wire.compression import compressed
from .wire.edge import Edge
from .wire.games import game_of
from .wire.present import present
from .wire.problems import Problem
from .wire.work import Work

VARY = "Accept, Accept-Encoding, Accept-Language"


class Service(Flask):
    """The application itself: nothing in it is a coroutine, so nothing is asked whether it is one.

    What a request asks of the oracle is counted, all of it together.
    """

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Every function as it stands."""
        return func

    def dispatch_request(self, *context: Any) -> Any:
        """The answer of the view, worked out within the request's budget."""
        with Work.of(self.extensions["config"].limits):
            return super().dispatch_request(*context)

    def make_default_options_response(self, *context: Any) -> Response:
        """What may be asked of this very address."""
        rule = request.url_rule.rule if request.url_rule is not None else ""
        served = {method for each in self.url_map.iter_rules() if each.rule == rule for method in each.methods or ()}
        return Response(status=HTTPStatus.NO_CONTENT, headers={"Allow": ", ".join(sorted(served))})


def create_app(config: Config | Mapping[str, Any] | None = None) -> Flask:
    """The application; without a configuration the environment's settings and defaults hold."""
    app = Service(__name__, template_folder="pages/templates", static_folder="pages/static")
    settings = Config.of(config)
    app.extensions["config"] = settings
    app.extensions["store"] = Store(settings)
    app.url_map.merge_slashes = False
    app.url_value_preprocessor(_find_game)
    hooks.watch(app, settings)
    errors.register(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.before_request(app.extensions["store"].lend)
    app.after_request(partial(_finished, settings.compress))
    app.wsgi_app = Edge(app.wsgi_app)  # type: ignore[method-assign]  # as Flask's own documentation does it
    return app


def _find_game(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Every address with a game gets the game itself."""
    if values is None or "game" not in values:
        return
    values["game"] = game_of(values["game"])


def _finished(is_compressing: bool, response: Response) -> Response:  # noqa: FBT001  bound, never called by hand
    if response.status_code == HTTPStatus.PRECONDITION_FAILED and response.mimetype != errors.PROBLEM_JSON:
        response.close()
        response = errors.answer(Problem("precondition-failed", "What is here is not what `If-Match` names."))
    if response.status_code == HTTPStatus.NO_CONTENT:
        response.headers.pop("Content-Type", None)
    more = response.headers.get("Vary")
    response.headers["Vary"] = f"{VARY}, {more}" if more else VARY
    return compressed(response, present()) if is_compressing else response
