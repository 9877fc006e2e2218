"""The record of one episode, schema versions 1 and 2."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from kernelcraft.records.annotation import Annotation
from kernelcraft.records.attempt import Attempt
from kernelcraft.records.verdict import Count, FailureClass, Rules, Seed, Verdict, earlier_names

OPEN_TOOLS: Final = "open tools"
"""The label of agents and tools that are not ours: nobody knows what else they read and run."""

Extra = Literal["hazards"]
EXTRAS: Final[tuple[Extra, ...]] = get_args(Extra)
"""Feedback that only those get who name it: whoever had it is another contender.

hazards: what a lint of the platform finds beside errors; no vendor's assembler says it.
"""

Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]  # dollars or seconds


class Tokens(BaseModel):
    """Tokens of an episode; `input` leaves out what was read from or written to a cache."""

    model_config = ConfigDict(frozen=True)

    input: Count = 0
    output: Count = 0
    cache_read: Count = 0
    cache_write: Count = 0
    reasoning: Count = 0


class Package(BaseModel):
    """What a package that is not ours brought to an episode.

    `brings` is its group of entry points, `id` what of it; `sources` is a hash over its files. A
    file in no package has no version.
    """

    model_config = ConfigDict(frozen=True)

    brings: Literal["platforms", "tasks", "agents", "tools"]
    id: str
    name: str
    version: str
    sources: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


class Origins(BaseModel):
    """Where the numbers come from, beside what the verdicts say."""

    model_config = ConfigDict(frozen=True)

    kernelcraft: str
    inspect_ai: str
    platform: str
    fidelity: str
    benchmark: str
    tasks: str
    code: str
    compiler: str = "compiler"  # what writes the baseline
    packages: tuple[Package, ...] = ()


class Texts(BaseModel):
    """What a model was told: 16 hex digits of SHA-256 over each message, and over all tools."""

    model_config = ConfigDict(frozen=True)

    system: str
    task: str
    tools: str


Answer = Literal["kernel", "generator", "template", "design"]
"""What an agent hands in: a kernel of one cell; a generator of kernels for any sizes of a task, in
Starlark; such a generator made from the compiler's template, which it is given; or a kernel of one
cell for a machine with instructions that the agent proposes, a "design"."""
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)

Conditions = Literal["published", "held-out", "variants", "designs"]
"""Published or held-out sizes, machines drawn by a seed, or what instructions are designed for."""
CONDITIONS: Final[tuple[Conditions, ...]] = get_args(Conditions)


class Clock(BaseModel):
    """What an agent that is not ours might spend: minutes of wall clock, and tokens that pass
    through the tools; None where there is no limit."""

    model_config = ConfigDict(frozen=True)

    minutes: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    tokens: Count | None = None

    def __str__(self) -> str:
        found = [] if self.minutes is None else [f"{self.minutes:g} minutes"]
        found += [] if self.tokens is None else [f"{self.tokens:,} tokens"]
        return " and ".join(found)


class Key(BaseModel):
    """What makes two episodes the same one; `fingerprint` covers prompt, rules and settings."""

    model_config = ConfigDict(frozen=True)

    cell: str
    agent: str
    model: str
    epoch: Count
    fingerprint: str


FOUND: Final = ("doubt", "annotations", "submission")
"""What a reader adds to a record; a record that says it of itself is not listened to."""


def _as_written(record: object) -> object:
    if isinstance(record, dict):
        record = {name: each for name, each in record.items() if name not in FOUND}
    return earlier_names(record)


class Episode(BaseModel):
    """An agent's whole try at one cell, finished and graded.

    best, last: verdicts of the fastest correct attempt and of the last one, on fresh inputs.
    failure: why the episode gave no correct kernel; None when it did.
    turns: model turns, None for offline agents and those that are not ours, whose
    tokens are unknown and left at 0. cost: dollars, None when a price is unknown.
    held_out: whether the sizes are unpublished ones, which `configuration` then spells out.
    drawn_from: the platform that a variant was drawn from; empty for any other machine.
    answer: what was to be handed in. A generator's verdicts are about all sizes of the task.
    designed: whether the cell or the machine is one for proposed instructions, which no ranking
    counts. proposals: the text of those that the agent made.
    limited: whether a limit ended it. history: every attempt; best_attempt: the one that `best` is
    about. These three are None in records of schema version 1, which knew none of them.
    prompt: how much of the instruction set a model was shown. tools: those it might call; example:
    the cell whose expert kernel it saw; feedback: the kinds of it that it was given, if not all
    that are usual;
    texts: hashes of what it was told. These are None for agents without a model and in older
    records. shortened: how often a conversation was cut.
    clock: what an agent that is not ours was given; None without limits.
    hidden_seed: decides the inputs of the verdicts; None in older records.
    experience: the store of lessons that the agent was given, and how much of it; None without one.
    kernel: the correct kernel's file, relative to the log folder. log: the `.eval` file's name.
    doubt: why the record is not believed; annotations: what people say of it; submission: whose
    claim it is but for the kernel and its verdicts, which were graded again. These are found by
    whoever reads it and never written with it.
    """

    model_config = ConfigDict(frozen=True)
    _earlier = model_validator(mode="before")(_as_written)

    schema_version: Literal[1, 2] = 2
    cell: str
    platform: str
    task: str
    configuration: str
    held_out: bool = False
    drawn_from: str = ""
    answer: Answer = "kernel"
    designed: bool = False
    proposals: str | None = None
    level: Count
    agent: str
    model: str
    epoch: Count
    seed: Seed
    fingerprint: str
    rules: Rules
    correct: bool
    failure: FailureClass | None
    message: str
    best: Verdict | None
    last: Verdict | None
    evaluations: Count
    evaluations_to_first_pass: Count | None
    turns: Count | None
    turns_to_first_pass: Count | None
    tool_calls: Count
    refused_calls: Count
    stop: str
    limited: bool | None = None
    best_attempt: Count | None = None
    history: tuple[Attempt, ...] | None = None
    prompt: Literal["compact", "full"] = "compact"
    tools: tuple[str, ...] | None = None
    example: str | None = None
    feedback: str | None = None
    texts: Texts | None = None
    shortened: Count = 0
    clock: Clock | None = None
    hidden_seed: Seed | None = None
    experience: str | None = None
    tokens: Tokens
    cost: Amount | None
    seconds: Amount
    started: str
    kernel: str | None
    log: str
    origins: Origins
    doubt: str = Field(default="", exclude=True)
    annotations: tuple[Annotation, ...] = Field(default=(), exclude=True)
    submission: str = Field(default="", exclude=True)

    @property
    def key(self) -> Key:
        """What the episode is known by when an evaluation is resumed."""
        return Key(
            cell=self.cell,
            agent=self.agent,
            model=self.model,
            epoch=self.epoch,
            fingerprint=self.fingerprint,
        )

    @property
    def logged(self) -> Key:
        """The key in its log: a submission's name stands at the end of the fingerprint."""
        suffix = f"@{self.submission}" if self.submission else ""
        return self.key.model_copy(update={"fingerprint": self.fingerprint.removesuffix(suffix)})

    @property
    def base(self) -> str:
        """The platform, or the one that it was drawn from."""
        return self.drawn_from or self.platform

    @property
    def is_generator(self) -> bool:
        """Whether it is about all sizes of a task: such episodes are reported apart."""
        return self.answer in ("generator", "template")

    @property
    def conditions(self) -> Conditions:
        """What results of kernels are compared under: no mean has two kinds."""
        if self.designed:
            return "designs"
        if self.drawn_from:
            return "variants"
        return "held-out" if self.held_out else "published"

    @property
    def result(self) -> str:
        """Correct, or why not; a record that is not believed says so."""
        found = "correct" if self.correct else self.failure or "wrong result"
        return f"{found}, doubtful" if self.doubt else found

    @property
    def open_tools(self) -> bool:
        """Whether the agent is not ours and may have had other tools, or was offered such."""
        return self.agent == OPEN_TOOLS or self.foreign_tools

    @property
    def foreign_tools(self) -> bool:
        """Whether a tool that is not ours was offered."""
        return any(package.brings == "tools" for package in self.origins.packages)

    @property
    def aid(self) -> str:
        """What it was given that others are not, such as " with hazards"; mostly empty."""
        words = (self.feedback or "").split(",")
        found = "".join(f" with {extra}" for extra in EXTRAS if extra in words)
        editions = (word.removeprefix("manual=") for word in words if word.startswith("manual="))
        found += "".join(f" with the manual {edition}" for edition in editions)
        found += " with the template" if self.answer == "template" else ""
        found += f" in {self.clock}" if self.clock else ""
        return f"{found} with {OPEN_TOOLS}" if self.foreign_tools else found

    @property
    def cycles(self) -> int | None:
        """Cycles of the correct kernel."""
        return self.best.cycles if self.best and self.correct else None

    @property
    def baseline_cycles(self) -> int | None:
        """Cycles of the compiler's kernel."""
        shown = self.best or self.last
        return shown.baseline_cycles if shown else None

    @property
    def speedup(self) -> float | None:
        """Baseline cycles / cycles of the correct kernel, whatever the verdict says of it.

        Of a generator the geometric mean over the hidden sizes.
        """
        if self.best is not None and self.best.sizes:
            return self.best.speedup if self.correct else None
        baseline, cycles = self.baseline_cycles, self.cycles
        return baseline / cycles if baseline and cycles else None
