"""What happens on a visit, on the disk before the client hears of it: `visits/<visit>.jsonl`.

A journal is there only until its episodes are in the log. Its writer holds a lock on it, so that
nobody takes a visit that goes on for one that was killed.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError, model_validator

from kernelcraft.agents.open_tools import Call
from kernelcraft.cells.protocol import Detail
from kernelcraft.records.episode import Answer, Clock
from kernelcraft.records.logs import VISITS
from kernelcraft.records.verdict import Rules, earlier_names
from kernelcraft.workbench.results import EvaluationResult


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Opened(_Line):
    """The first line: how the visit's episodes are graded, and how long its prompts are."""

    _earlier = model_validator(mode="before")(earlier_names)

    visit: str
    rules: Rules
    prompt: Detail
    answer: Answer = "kernel"
    clock: Clock | None = None


class Asked(_Line):
    """A tool was called; calls count from 1."""

    asked: int
    at: datetime
    client: str
    cell: str
    tool: str
    arguments: dict[str, JsonValue]


class Answered(_Line):
    """The call with that number was answered."""

    answered: int
    at: datetime
    answer: str
    refused: bool
    evaluation: EvaluationResult | None


_LINE: Final = TypeAdapter[Opened | Asked | Answered](Opened | Asked | Answered)


@dataclass(frozen=True)
class Visited:
    """What a journal holds: its calls by cell. unreadable: sentences about lines left out."""

    opened: Opened
    calls: Mapping[str, tuple[Call, ...]]
    unreadable: tuple[str, ...] = ()


class Journal:
    """The journal of a visit that goes on; every line is on the disk when its method returns."""

    def __init__(
        self,
        log_dir: Path,
        rules: Rules,
        prompt: Detail,
        answer: Answer = "kernel",
        clock: Clock | None = None,
    ) -> None:
        now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        self.visit = f"{now}-{secrets.token_hex(4)}"
        self.path = log_dir / VISITS / f"{self.visit}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("xb", buffering=0)
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._calls = self._refused = 0
        opened = Opened(visit=self.visit, rules=rules, prompt=prompt, answer=answer, clock=clock)
        self._write(opened)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def calls(self) -> int:
        """How many calls were noted that were not refused."""
        return self._calls - self._refused

    def asked(self, client: str, cell: str, tool: str, arguments: Mapping[str, JsonValue]) -> int:
        """Note a call; gives its number."""
        self._calls += 1
        line = Asked(
            asked=self._calls,
            at=datetime.now(UTC),
            client=client,
            cell=cell,
            tool=tool,
            arguments=dict(arguments),
        )
        self._write(line)
        return self._calls

    def answered(
        self, number: int, answer: str, *, refused: bool, evaluation: EvaluationResult | None
    ) -> None:
        """Note what a call was answered."""
        self._refused += refused
        line = Answered(
            answered=number,
            at=datetime.now(UTC),
            answer=answer,
            refused=refused,
            evaluation=evaluation,
        )
        self._write(line)

    def close(self) -> None:
        """Give the journal free; one without such calls is removed."""
        if not self.calls:
            self.path.unlink(missing_ok=True)
        self._file.close()

    def _write(self, line: _Line) -> None:
        rest = line.model_dump_json().encode() + b"\n"
        while rest:
            rest = rest[self._file.write(rest) :]
        os.fsync(self._file.fileno())


@contextmanager
def ended(path: Path) -> Iterator[Visited | None]:
    """The journal of a visit that nobody goes on with, locked; None while somebody does."""
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield None
            return
        yield _read(path) if path.exists() else None


def _read(path: Path) -> Visited:
    opened: Opened | None = None
    asked: dict[int, Asked] = {}
    answers: dict[int, Answered] = {}
    unreadable = []
    for number, text in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            line = _LINE.validate_json(text)
        except ValidationError:  # the last one may be cut in the middle
            unreadable.append(f"{path}: line {number} cannot be read, left out")
            continue
        match line:
            case Asked():
                asked[line.asked] = line
            case Answered():
                answers[line.answered] = line
            case Opened():
                opened = line
    calls: dict[str, list[Call]] = {}
    for number, each in asked.items():
        calls.setdefault(each.cell, []).append(_call(each, answers.get(number)))
    found = {cell: tuple(each) for cell, each in calls.items()}
    whole = opened or Opened(visit=path.stem, rules="strict", prompt="compact")
    return Visited(whole, found, tuple(unreadable))


def _call(asked: Asked, answered: Answered | None) -> Call:
    call = Call(asked.client, asked.tool, asked.arguments, asked.at)
    if answered is None:
        return call
    return Call(
        asked.client,
        asked.tool,
        asked.arguments,
        asked.at,
        answered.at,
        answered.answer,
        answered.refused,
        answered.evaluation,
    )
