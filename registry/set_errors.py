"""What the registry refuses about card sets and maps."""

from __future__ import annotations

from registry.errors import RegistryError, RegistryUnavailable


class SetNotFound(RegistryError):
    """No card set or map has this hash."""

    code = "set-not-found"

    def __init__(self) -> None:
        """Say what a hash is."""
        super().__init__("No card set or map is registered under this hash of 64 hexadecimal digits.")


class SetGone(RegistryError):
    """A card set or map was deleted."""

    code = "set-gone"

    def __init__(self, name: str) -> None:
        """Name the set, and the way without it."""
        super().__init__(f"The card set {name[:12]}… was deleted. Send its cards inline in `cards` instead.")
        self.set = name


class SetUnavailable(RegistryUnavailable):
    """A card set is named that only the store has, and the store is silent."""

    code = "set-unavailable"

    def __init__(self, name: str) -> None:
        """Name the set, and the way without it."""
        super().__init__(f"The card set {name[:12]}… cannot be fetched now. Its cards can be sent inline in `cards`.")
        self.set = name
