"""One kernel submitted for evaluation, kept with what was found."""

import zlib
from dataclasses import dataclass

from kernelcraft.workbench.results import EvaluationResult


@dataclass(frozen=True)
class Attempt:
    """The text is kept packed: a tuner makes thousands of attempts of up to megabytes.

    before: the number of the attempt that it was made of, 0 for the compiler's kernel where that
    was no attempt; move: what made it, such as a move of the tuner's; change: what was changed, in
    words. None and "" where the agent did not say.
    """

    number: int  # from 1
    result: EvaluationResult
    packed: bytes
    before: int | None = None
    move: str = ""
    change: str = ""

    @classmethod
    def of(cls, number: int, code: str, result: EvaluationResult) -> "Attempt":
        """Pack `code`."""
        packed = zlib.compress(code.encode("utf-8", "surrogatepass"), level=1)
        return cls(number, result, packed)

    @property
    def code(self) -> str:
        """The kernel's text."""
        return zlib.decompress(self.packed).decode("utf-8", "surrogatepass")

    @property
    def correct(self) -> bool:
        """Whether it passed on the public inputs."""
        return self.result.correct

    @property
    def cycles(self) -> int | None:
        """Its cycles on the public inputs, if it ran to its end."""
        return self.result.latency_cycles

    @property
    def failure(self) -> str:
        """How it failed on the public inputs; "" where it did not."""
        return self.result.failure or ""

    @property
    def rank(self) -> tuple[float, int]:
        """Of two right kernels the faster one has the lower, the first of equals."""
        return self.cycles or float("inf"), self.number
