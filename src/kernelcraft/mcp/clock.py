"""A budget of a visit: minutes from the first call on, and tokens that pass the server."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from kernelcraft.records.episode import Clock
from kernelcraft.workbench import approximate_tokens


@dataclass
class Running:
    """A clock that runs. `now` gives seconds.

    Tokens are those of arguments, answers and resources, estimated without a tokeniser: what the
    model thinks and reads elsewhere nobody sees.
    """

    clock: Clock
    now: Callable[[], float] = time.monotonic
    _began: float | None = field(default=None, init=False)
    _tokens: int = field(default=0, init=False)

    def start(self) -> None:
        """At the first call or resource; later ones change nothing."""
        if self._began is None:
            self._began = self.now()

    def passed(self, *texts: str) -> None:
        """Count what was said."""
        self._tokens += sum(map(approximate_tokens, texts))

    @property
    def over(self) -> str:
        """Why nothing is done any more; empty while there is something left."""
        minutes, tokens = self._left()
        if minutes is not None and minutes <= 0:
            return f"the {self.clock.minutes:g} minutes are over"
        if tokens is not None and tokens <= 0:
            return f"the {self.clock.tokens:,} tokens are used up"
        return ""

    @property
    def left(self) -> str:
        """What is left, in words."""
        minutes, tokens = self._left()
        found = [] if minutes is None else [f"{max(minutes, 0.0):.1f} minutes"]
        found += [] if tokens is None else [f"about {max(tokens, 0):,} tokens"]
        return f"left: {' and '.join(found)}"

    def _left(self) -> tuple[float | None, int | None]:
        spent = 0.0 if self._began is None else (self.now() - self._began) / 60
        minutes, tokens = self.clock.minutes, self.clock.tokens
        return (
            None if minutes is None else minutes - spent,
            None if tokens is None else tokens - self._tokens,
        )
