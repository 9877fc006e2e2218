"""The record of one episode and the file that holds one line for each: `episodes.jsonl`."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kernelcraft.agents import OPEN_TOOLS
from kernelcraft.agents.eval_logs import Unreadable
from kernelcraft.cells.protocol import Detail
from kernelcraft.grading.verdict import Count, ProfileName, Seed, Verdict
from kernelcraft.scores.light import sol_score
from kernelcraft.workbench.feedback import EXTRAS

FILE: Final = "episodes.jsonl"
MOST_LINE: Final = 16 << 20
"""Bytes of one record; a thousand attempts take 60 kB."""
MOST_FILE: Final = 1 << 30
"""Bytes of all records."""

Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]  # dollars or seconds

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


class Tokens(BaseModel):
    """Tokens of an episode; `input` leaves out what was read from or written to a cache."""

    model_config = ConfigDict(frozen=True)

    input: Count = 0
    output: Count = 0
    cache_read: Count = 0
    cache_write: Count = 0
    reasoning: Count = 0


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


class Texts(BaseModel):
    """What a model was told: 16 hex digits of SHA-256 over each message, and over all tools."""

    model_config = ConfigDict(frozen=True)

    system: str
    task: str
    tools: str


class Key(BaseModel):
    """What makes two episodes the same one; `fingerprint` covers prompt, profile and settings."""

    model_config = ConfigDict(frozen=True)

    cell: str
    agent: str
    model: str
    epoch: Count
    fingerprint: str


class Step(NamedTuple):
    """One attempt of an episode, as far as the public inputs tell.

    evaluation: counts from 1. turn: the model's, None for offline agents. tokens: what the models
    had used by then, as the sum of all kinds. cycles: None where the kernel did not run to its end.
    """

    evaluation: Count
    turn: Count | None
    tokens: Count
    correct: bool
    cycles: Count | None


class Episode(BaseModel):
    """An agent's whole try at one cell, finished and graded.

    best, last: verdicts of the fastest correct attempt and of the last one, on fresh inputs.
    failure: why the episode gave no correct kernel; None when it did.
    turns: model turns, None for offline agents and those that are not ours, whose
    tokens are unknown and left at 0. cost: dollars, None when a price is unknown.
    held_out: whether the sizes are unpublished ones, which `configuration` then spells out.
    limited: whether a limit ended it. history: every attempt; best_attempt: the one that `best` is
    about. These three are None in records of schema version 1, which knew none of them.
    prompt: how much of the instruction set a model was shown. tools: those it might call; example:
    the cell whose expert kernel it saw; feedback: the kinds of it that it was given, if not all
    that are usual;
    texts: hashes of what it was told. These are None for agents without a model and in older
    records. shortened: how often a conversation was cut.
    hidden_seed: decides the inputs of the verdicts; None in older records.
    kernel: the correct kernel's file, relative to the log folder. log: the `.eval` file's name.
    doubt: why the record is not believed; found by whoever reads it, never written.
    """

    model_config = ConfigDict(frozen=True)

    schema_version: Literal[1, 2] = 2
    cell: str
    platform: str
    task: str
    configuration: str
    held_out: bool = False
    level: Count
    agent: str
    model: str
    epoch: Count
    seed: Seed
    fingerprint: str
    profile: ProfileName
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
    history: tuple[Step, ...] | None = None
    prompt: Detail = "compact"
    tools: tuple[str, ...] | None = None
    example: str | None = None
    feedback: str | None = None
    texts: Texts | None = None
    shortened: Count = 0
    hidden_seed: Seed | None = None
    tokens: Tokens
    cost: Amount | None
    seconds: Amount
    started: str
    kernel: str | None
    log: str
    origins: Origins
    doubt: str = Field(default="", exclude=True)

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
    def result(self) -> str:
        """Correct, or why not; a record that is not believed says so."""
        found = "correct" if self.correct else self.failure or "wrong result"
        return f"{found}, doubtful" if self.doubt else found

    @property
    def open_tools(self) -> bool:
        """Whether the agent is not ours and may have had other tools."""
        return self.agent == OPEN_TOOLS

    @property
    def aid(self) -> str:
        """What it was told that others are not, such as " with hazards"; mostly empty."""
        words = (self.feedback or "").split(",")
        return "".join(f" with {extra}" for extra in EXTRAS if extra in words)

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
        """Baseline cycles / cycles of the correct kernel, whatever the verdict says of it."""
        baseline, cycles = self.baseline_cycles, self.cycles
        return baseline / cycles if baseline and cycles else None

    @property
    def sol_score(self) -> float | None:
        """The speed-of-light score of the correct kernel; None for one faster than the bound."""
        baseline, cycles = self.baseline_cycles, self.cycles
        bound = self.best.bound_cycles if self.best else None
        if not baseline or not cycles or cycles < (bound or 0):
            return None
        return sol_score(cycles, baseline, bound)


@dataclass(frozen=True)
class Recorded:
    """What a file of episodes holds; `unreadable` are sentences about lines that were left out."""

    episodes: tuple[Episode, ...]
    unreadable: tuple[str, ...] = ()


def read(path: Path) -> Recorded:
    """The episodes of a file; a torn last line is dropped, any other bad line is reported.

    Of several lines with one key the last counts.
    """
    found: dict[Key, Episode] = {}
    unreadable = []
    try:
        for number, line in lines(path):
            try:
                episode = Episode.model_validate_json(_whole_line(line))
            except ValidationError as error:
                unreadable.append(f"{path}: line {number}: {_first(error)}")
            except Unreadable as reason:
                unreadable.append(f"{path}: line {number}: {reason}")
            else:
                found[episode.key] = episode
    except Unreadable as reason:
        unreadable.append(f"{path}: {reason}")
    return Recorded(tuple(found.values()), tuple(unreadable))


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The file's lines and their numbers from 1, one in memory at a time; raises Unreadable.

    A line longer than `MOST_LINE` is cut there: it has no end, like a torn one.
    """
    if not path.is_file():
        raise Unreadable("is no file")
    size = path.stat().st_size
    if size > MOST_FILE:
        raise Unreadable(f"is not opened: {size:,} bytes are more than {MOST_FILE:,}")
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MOST_LINE):
            number += 1
            yield number, line
            while len(line) == MOST_LINE and not line.endswith(b"\n"):
                line = file.readline(MOST_LINE)  # the rest of it is not kept


def _whole_line(line: bytes) -> bytes:
    if line.endswith(b"\n"):
        return line[:-1]
    if len(line) < MOST_LINE:
        raise Unreadable("cut in the middle, dropped")
    raise Unreadable(f"longer than {MOST_LINE:,} bytes, dropped")


def append(path: Path, episode: Episode) -> None:
    """Add one line and wait until it is on the disk; a torn last line is removed before.

    Evaluations of other processes may add to the same file.
    """
    rest = _line(episode)
    with path.open("ab", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # closing the file gives it back
        size = _whole(path)
        if size != path.stat().st_size:
            file.truncate(size)
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(size)  # half a line; the next call would remove it, too
            raise


def write(path: Path, episodes: Iterable[Episode]) -> None:
    """Write the whole file anew, in one step."""
    beside = path.with_suffix(".new")
    with beside.open("wb") as file:
        for episode in episodes:
            file.write(_line(episode))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _line(episode: Episode) -> bytes:
    return episode.model_dump_json().encode() + b"\n"


def _whole(path: Path) -> int:
    """Bytes up to the end of the last complete line."""
    size = path.stat().st_size
    with path.open("rb") as file:
        end = size
        while end > 0:
            start = max(0, end - 65536)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            if newline >= 0:
                return start + newline + 1
            end = start
    return 0


def _first(error: ValidationError) -> str:
    fault = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else str(fault["msg"])
