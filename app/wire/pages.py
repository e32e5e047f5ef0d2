"""HTML answers: rendered here, with the policy that lets a page load nothing but itself."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, render_template, request

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
READING = f"{POLICY}; script-src 'self'; connect-src 'self'"
SHARING = READING.replace("form-action 'none'", "form-action 'self'")
FIELDS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}


def page(template: str, status: int = 200, policy: str = POLICY, **words: Any) -> Response:
    """A page from a template; `policy` says what it may load."""
    contact = current_app.extensions["config"].contact
    text = render_template(template, contact=contact, **words)
    return Response(text, status, FIELDS | {"Content-Security-Policy": policy}, mimetype="text/html")


def wants_page() -> bool:
    """Whether the client would rather have a page than a document."""
    accepted = request.accept_mimetypes
    return accepted["text/html"] > accepted["application/json"]
