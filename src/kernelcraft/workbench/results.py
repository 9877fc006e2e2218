"""What tools answer: frozen data that also prints as text a model can act on."""

from collections.abc import Collection, Sequence
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict

from kernelcraft.records.verdict import Verdict
from kernelcraft.workbench.cycle_lines import headed

Kind = Literal["errors", "rows", "profile", "what-if", "manual", "example"]
"""Of feedback: what an agent is told beside whether a kernel is right, and its cycles."""
NOTHING_WRITTEN = "there is no kernel yet: write_code first"


class Result(BaseModel):
    """The answer of one tool; `message` is one sentence that says it all."""

    model_config = ConfigDict(frozen=True)

    success: bool
    message: str

    def details(self) -> Sequence[str]:
        """Further lines below the sentence."""
        return ()

    def brief(self) -> Self:
        """The same without what would be too long for a model that is given all fields."""
        return self

    def changes(self, kinds: Collection[Kind]) -> dict[str, object]:
        """The fields that differ for who is given only these kinds of feedback."""
        return {}

    def __str__(self) -> str:
        return "\n".join([self.message, *self.details()])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.message}>"


class EvaluationResult(Result):
    """Of `run_evaluation`: one attempt on the public inputs.

    `success` says that the kernel ran to its end, `correct` that its output passed. Errors are
    normalised: rms(output - reference) / rms(reference); `tau` is the largest one allowed, None
    where the output must equal the reference: there rows are measured by their wrong elements.
    `largest_difference` is that of any element. A generator has `sizes`, a line for each published
    one; its cycles are geometric means over them, the rest is about the first wrong size.
    """

    attempt: int
    correct: bool
    failure: str | None = None
    errors: tuple[str, ...] = ()
    match_rate: float | None = None
    mse: float | None = None
    normalised_error: float | None = None
    tau: float | None = None
    largest_difference: float | None = None
    worst_rows: tuple[str, ...] = ()
    wrong_elements: tuple[str, ...] = ()
    latency_cycles: int | None = None
    instructions: int | None = None
    baseline_cycles: int | None = None
    compiler: str = "compiler"
    speedup: float | None = None
    sizes: tuple[str, ...] = ()

    def details(self) -> list[str]:
        """Numbers, then where it is wrong."""
        lines = [*headed("sizes:", self.sizes), *self.errors]
        if self.match_rate is not None:
            lines += [f"match rate: {self.match_rate:.2%}", f"MSE: {self.mse:.6g}", self._error()]
        if self.latency_cycles is not None:
            mean = f" in the mean over {len(self.sizes)} sizes" if self.sizes else ""
            executed = "" if self.sizes else f", {self.instructions:,} executed"
            lines.append(f"latency: {self.latency_cycles:,} cycles{mean}{executed}")
        if self.baseline_cycles is not None:
            ratio = "" if self.speedup is None else f" ({self.speedup:.3f}x as fast)"
            lines.append(f"{self.compiler} baseline: {self.baseline_cycles:,} cycles{ratio}")
        return [
            *lines,
            *headed(f"worst rows ({self._measure()}):", self.worst_rows),
            *headed("first wrong elements:", self.wrong_elements),
        ]

    def changes(self, kinds: Collection[Kind]) -> dict[str, object]:
        """Of a wrong kernel: where it is wrong are rows, why it stopped are errors."""
        if self.correct:
            return {}
        changes: dict[str, object] = {}
        if "rows" not in kinds:
            numbers = ("match_rate", "mse", "normalised_error", "largest_difference")
            changes = {**dict.fromkeys(numbers), "worst_rows": (), "wrong_elements": ()}
        if self.failure == "wrong" and "rows" not in kinds:
            changes |= {"errors": (), "message": "the output is wrong"}
        if "errors" not in kinds and (self.failure != "wrong" or "rows" not in kinds):
            changes |= {"errors": (), "failure": None, "message": "not correct"}
        return changes

    def _error(self) -> str:
        if self.tau is None:
            return f"largest difference: {self.largest_difference:g} (allowed: 0)"
        return f"normalised error: {self.normalised_error:.4g} (allowed: {self.tau:.4g})"

    def _measure(self) -> str:
        return "wrong elements" if self.tau is None else "normalised error"


class FinalVerdict(BaseModel):
    """What grading with fresh seeds says of an episode: its best attempt and its last one."""

    model_config = ConfigDict(frozen=True)

    best: Verdict | None
    last: Verdict | None
    best_attempt: int | None
    last_attempt: int | None

    @property
    def correct(self) -> bool:
        """Whether the episode gave a correct kernel."""
        return self.best is not None and self.best.correct

    @property
    def message(self) -> str:
        """The verdict in one sentence."""
        shown = self.best or self.last
        return "no kernel was evaluated" if shown is None else shown.message
