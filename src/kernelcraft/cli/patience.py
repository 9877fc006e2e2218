"""A time limit of this process itself, for what a person's argument could make endless."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from kernelcraft.cli.errors import UsageFault

SECONDS = 2.0


@contextmanager
def at_most(what: str, seconds: float = SECONDS) -> Iterator[None]:
    """Raise UsageFault when the block takes longer; regular expressions heed signals, too."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise UsageFault(f"{what} took longer than {seconds:g} seconds and was stopped")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
