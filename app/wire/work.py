"""How much work one request may be: so many steps, and, should steps ever be slow, so much time of the processor."""

from __future__ import annotations

from time import thread_time

import oracle
from app.config import Limits


class Work(oracle.Meter):
    """The meter of a request."""

    def __init__(self, steps: int, seconds: int) -> None:
        super().__init__(steps)
        self.seconds = seconds
        self.begun = thread_time()

    @classmethod
    def of(cls, limits: Limits) -> Work:
        """A meter for one request under these limits."""
        return cls(limits.steps, limits.seconds)

    @property
    def is_spent(self) -> bool:
        """Whether the steps or the seconds are used up."""
        return super().is_spent or thread_time() - self.begun > self.seconds
