"""What grading says of a kernel: one record that carries the origin of each of its numbers."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

BENCHMARK_VERSION: Final = "0.8"
"""Changes with every cycle number, tolerance or configuration, together with the changelog."""

# What a record may hold: a number beyond is no count of anything, and no arithmetic is done on it.
Count = Annotated[int, Field(ge=0, lt=2**63)]
Seed = Annotated[int, Field(ge=0, lt=2**128)]  # none below 0 draws anything

Rules = Literal["strict", "paper", "train"]
"""strict ranks; paper is the paper's; train is for environments and search, and never ranked."""

Failure = Literal[
    "syntax",  # the text is no program
    "fault",  # the machine stopped it, or it stored outside the output and the free memory, such
    # as into an input
    "limit",  # it ran out of instructions, cycles, wall-clock time or memory
    "wrong",  # its output is not the reference's
    "dishonest",  # only in old logs: it wrote what it was given, which is a fault by now
    "disagreement",  # a second run in a fresh process, or the reference machine, differs
    "quarantined",  # faster than the machine allows: our bug, or a hack
    "crash",  # every process that evaluated it died
]

FailureClass = Literal[
    "tool use",  # nothing usable came through the tools, or a kernel was printed instead
    "refused",  # by the model or its provider, before anything was handed in
    "empty reply",  # neither text nor a call, before anything was handed in
    "too long",  # for a reply's limit or the model's context, before anything was handed in
    "missing",  # an offline agent submitted nothing
    "syntax",
    "fault",
    "wrong result",
    "too slow",  # out of instructions, cycles or seconds
    "rejected",  # dishonest, faster than the machine allows, or not reproducible
    "crash",  # every process that evaluated it died
]


@dataclass(frozen=True)
class Meaning:
    """How a failure is counted, and how the sentence about it begins that an agent reads."""

    counted: FailureClass
    begins: str


FAILURES: Final[dict[Failure, Meaning]] = {
    "syntax": Meaning("syntax", "not run"),
    "fault": Meaning("fault", "the run stopped"),
    "limit": Meaning("too slow", "the run was stopped"),
    "wrong": Meaning("wrong result", "the output is wrong"),
    "dishonest": Meaning("rejected", "refused"),
    "disagreement": Meaning("rejected", "refused"),
    "quarantined": Meaning("rejected", "refused"),
    "crash": Meaning("crash", "not evaluated"),
}


def earlier_names(record: object) -> object:
    """A record with `rules` under the name that it had in earlier ones."""
    if not isinstance(record, dict) or "profile" not in record:
        return record
    return {"rules" if name == "profile" else name: each for name, each in record.items()}


class AtSize(BaseModel):
    """What became of a generator's kernel at one size; `hidden` ones no agent was told of."""

    model_config = ConfigDict(frozen=True)

    cell: str
    hidden: bool
    correct: bool
    failure: Failure | None
    cycles: Count | None = None
    baseline_cycles: Count | None = None

    @property
    def speedup(self) -> float | None:
        """Baseline cycles / cycles; None without a right kernel or a baseline."""
        if not self.correct or not self.cycles or not self.baseline_cycles:
            return None
        return self.baseline_cycles / self.cycles


class Verdict(BaseModel):
    """The grade of one kernel for one cell, or of a generator for all sizes of its task.

    `cycles` are those of the slowest input set. `seeds` are the seeds of the input sets, all drawn
    from `seed`. `code_hash` covers the package's sources that decide a grade. The error is
    rms(output - reference) / rms(reference) of the input set that came nearest to its tolerance
    `tau`. `confirmed_by` are those who repeated the run with the same result. `operands` is
    "resident" or "streamed" on platforms that have cells of both kinds. `cold_cycles` are those of
    the first call where a kernel is called several times; `cycles` are the last call's. `proved` is
    what is known for all inputs, where it was asked for.

    A generator's has `sizes`: it is correct if it is at all of them. `cycles` and `baseline_cycles`
    are geometric means over the hidden ones, and `seed` decides which these are.
    """

    model_config = ConfigDict(frozen=True)
    _earlier = model_validator(mode="before")(earlier_names)

    cell: str
    rules: Rules
    correct: bool
    failure: Failure | None
    message: str
    cycles: Count | None = None
    cold_cycles: Count | None = None
    instructions: Count | None = None
    baseline_cycles: Count | None = None
    speedup: float | None = None
    bound_cycles: Count | None = None
    sol_score: float | None = None
    tau: float | None = None
    normalised_error: float | None = None
    confirmed_by: tuple[str, ...] = ()
    operands: Literal["", "resident", "streamed"] = ""
    sizes: tuple[AtSize, ...] = ()
    proved: Literal["", "proved", "refuted", "unknown"] = ""
    seed: Seed
    seeds: tuple[Seed, ...] = ()
    platform_version: str
    fidelity: str
    benchmark_version: str = BENCHMARK_VERSION
    task_hash: str
    code_hash: str
    kernel_hash: str

    def __str__(self) -> str:
        return f"{self.cell}: {self.message}"

    def __repr__(self) -> str:
        kind = "" if self.failure is None else f"{self.failure}: "
        return f"<Verdict {self.cell}: {kind}{self.message}>"
