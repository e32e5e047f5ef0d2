"""What the registry refuses, each with a stable code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a submitted document; `at` is a JSON pointer into it."""

    code: str
    at: str
    message: str
    data: dict[str, object] = field(default_factory=dict)


class RegistryError(Exception):
    """The root of everything the registry raises; `code` is stable, the message says how to mend it."""

    code: ClassVar[str] = "registry-error"


class InvalidDeck(RegistryError):
    """The document cannot be stored as a deck; `faults` names every reason, with pointers."""

    code = "invalid-deck"

    def __init__(self, faults: list[Fault]) -> None:
        """Keep every fault; the message counts them and quotes the first."""
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0].at or '/'}: {faults[0].message}{more}")
        self.faults = faults


class InvalidWish(InvalidDeck):
    """What was asked for besides a deck cannot be read; `faults` has pointers into that document."""

    code = "invalid-request"


class IllegalDeck(RegistryError):
    """A legal deck was required and this one is not; `legality` holds the verdict as plain data."""

    code = "illegal-deck"

    def __init__(self, legality: dict[str, object]) -> None:
        """Keep the verdict that stands in the way."""
        super().__init__("The deck breaks the rules of its format, and a legal one was asked for.")
        self.legality = legality


class DeckNotFound(RegistryError):
    """No deck has this id, or it is private and the token does not open it: the two look the same."""

    code = "deck-not-found"

    def __init__(self) -> None:
        """Say nothing of the id: an absent deck and a private one must answer alike."""
        super().__init__("No deck with this id can be read. Check the id, and send its token if the deck is private.")


class RevisionNotFound(RegistryError):
    """The deck exists, the revision asked for does not (or no longer)."""

    code = "revision-not-found"

    def __init__(self, revision: int, latest: int) -> None:
        """Name the revision asked for and the latest one."""
        super().__init__(f"The deck has no revision {revision}; its latest is {latest}.")
        self.revision = revision
        self.latest = latest


class DeckGone(RegistryError):
    """The deck was deleted at `deleted` (Unix seconds); its id is never used again."""

    code = "deck-gone"

    def __init__(self, deleted: int) -> None:
        """Keep when the deck was deleted."""
        super().__init__("This deck was deleted.")
        self.deleted = deleted


class DeckHidden(RegistryError):
    """An operator hides the deck; `reason` says why."""

    code = "deck-hidden"

    def __init__(self, reason: str) -> None:
        """Quote the reason."""
        super().__init__(f"The operator of this server hides this: {reason}")
        self.reason = reason


class EditionUnknown(RegistryError):
    """A verdict was asked for under an edition of the rules that is not served."""

    code = "edition-not-served"

    def __init__(self, asked: str, served: list[str]) -> None:
        """Name both."""
        super().__init__(f"Edition {asked} is not served; served are: {', '.join(served)}.")
        self.served = served


class InvalidCursor(RegistryError):
    """A cursor is none that a listing answered with."""

    code = "invalid-request"

    def __init__(self) -> None:
        """Say where cursors come from."""
        super().__init__("This cursor is none that a listing answered with; leave it out to begin anew.")


class TokenNotFound(RegistryError):
    """The deck has no token of this id."""

    code = "token-not-found"

    def __init__(self) -> None:
        """Say where ids are listed."""
        super().__init__("The deck has no token of this id; its list of tokens has those that there are.")


class LastAdminToken(RegistryError):
    """Without this token nobody could manage the deck."""

    code = "last-admin-token"

    def __init__(self) -> None:
        """Say what to do first."""
        super().__init__("This is the last lasting token of scope admin. Make another one first, or rotate this one.")


class TooMany(RegistryError):
    """A ceiling of the operator is reached; `limit` is its value."""

    code = "ceiling-reached"

    def __init__(self, what: str, limit: int) -> None:
        """Name what is counted and the ceiling."""
        super().__init__(f"The ceiling of {limit} {what} is reached; take something away first, or come back later.")
        self.what = what
        self.limit = limit


class RegistryFull(RegistryError):
    """The operator's ceiling on everything that is stored is reached."""

    code = "registry-full"

    def __init__(self, what: str, limit: int) -> None:
        """Name the ceiling."""
        super().__init__(f"This server keeps no more than {limit} {what}. Keep the deck as a file, code or text.")
        self.limit = limit


class TokenRequired(RegistryError):
    """A change was asked for without an edit token."""

    code = "token-required"

    def __init__(self) -> None:
        """Say which token is meant."""
        super().__init__("Changing a deck needs its edit token, the one in the answer that created it.")


class TokenRefused(RegistryError):
    """The token is not one of this deck, has expired, or may not do this."""

    code = "token-refused"

    def __init__(self) -> None:
        """Say nothing of the token itself, so that no log can hold it."""
        super().__init__("This token does not allow the change: it is another deck's, mistyped, expired or read-only.")


class PreconditionRequired(RegistryError):
    """A change was asked for without the etag of what it changes."""

    code = "precondition-required"

    def __init__(self) -> None:
        """Say what to send."""
        super().__init__("Send the etag of the deck as you read it (If-Match), so that nobody's change is lost.")


class PreconditionFailed(RegistryError):
    """The deck has moved on since it was read; `etag` is the present one."""

    code = "precondition-failed"

    def __init__(self, etag: str) -> None:
        """Keep the present etag, with which the change can be made again."""
        super().__init__("The deck has changed since you read it. Read it again and repeat the change.")
        self.etag = etag


class IdempotencyKeyReused(RegistryError):
    """The same idempotency key came with another deck."""

    code = "idempotency-key-reused"

    def __init__(self) -> None:
        """Say what to do."""
        super().__init__("This Idempotency-Key was used for another deck within a day. Take a fresh one.")


class InvalidIdempotencyKey(RegistryError):
    """The idempotency key is too short to be unguessable, too long, or not printable ASCII."""

    code = "invalid-idempotency-key"

    def __init__(self) -> None:
        """Say what is accepted."""
        super().__init__("An Idempotency-Key is 16 to 200 printable ASCII characters, best a fresh random UUID.")


class InvalidCode(RegistryError):
    """A text is no deck code; `reason` is a stable word, `offset` the character at which it shows, from 0."""

    code = "invalid-deck-code"

    def __init__(self, reason: str, offset: int, message: str) -> None:
        super().__init__(f"{message} (character {offset + 1})")
        self.reason = reason
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something in a deck's text that was not understood; line and column count from 1."""

    line: int
    column: int
    text: str
    code: str
    suggestions: list[str]


class InvalidText(RegistryError):
    """A deck's text was not understood wholly, and that was asked for; `diagnostics` says what was not."""

    code = "invalid-deck-text"

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        first = diagnostics[0]
        super().__init__(f"{len(diagnostics)} lines were not understood, the first is line {first.line}: {first.text}")
        self.diagnostics = diagnostics


class RegistryUnavailable(RegistryError):
    """The store cannot be asked now; `retry_after` is in seconds and the registry recovers by itself."""

    code = "registry-unavailable"
    retry_after: ClassVar[int] = 1


class StoreSilent(RegistryUnavailable):
    """The embedded store did not answer, or was being started by somebody else, for as long as an answer may take."""


class TooFewReplicas(RegistryUnavailable):
    """The store made a change that fewer replicas have than must have it, so that it is not acknowledged."""

    def __init__(self, reached: int, wanted: int) -> None:
        super().__init__(
            f"The change reached {reached} of {wanted} replicas; it may or may not stay. Read, then repeat."
        )


class RegistryMisconfigured(RegistryUnavailable):
    """The store answers but must not be used as it is: wrong password, an engine that evicts or is too old."""

    code = "registry-misconfigured"
