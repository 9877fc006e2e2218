"""One run on a simulator that is not ours: files before, a command, files after.

`in/job.json` says what is to be done: the program, the memory, the limits. The simulator leaves
the memory in `out/memory` and may leave `out/result.json`. docs/external.md is the designer's page.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from kernelcraft.cells.protocol import NotInstalled
from kernelcraft.external import confinement
from kernelcraft.external.confinement import Bounds, Ending, Reach

SHARED: Final = Path("/dev/shm")


@dataclass(frozen=True)
class Tool:
    """A program of the designer's, as a command.

    In its words `{python}` is this interpreter, `{here}` the designer's folder, `{source}` the
    kernel's text, `{program}` what the assembler makes of it, `{job}` the file with the job,
    `{out}` the only folder that can be written to, `{instructions}` the limit of instructions.
    `reads` are further trees that it needs. With `pipes` the memory goes in by standard input and
    comes back by standard output, without a file.
    """

    command: tuple[str, ...]
    reads: tuple[Path, ...] = ()
    pipes: bool = False
    bounds: Bounds = field(default_factory=Bounds)
    environment: tuple[tuple[str, str], ...] = ()

    def program(self, here: Path) -> str:
        """What is executed, as a path or a name that the system finds."""
        return self.command[0].format(python=sys.executable, here=here)

    def installed(self, here: Path) -> str:
        """The path of what is executed; raises NotInstalled."""
        found = shutil.which(self.program(here))
        if found is None:
            raise NotInstalled(f"there is no program {self.program(here)} on this machine")
        return found


@dataclass(frozen=True)
class Answer:
    """What a simulator says of a run.

    `cycles` and `instructions` are None where it does not count them; `fault` is a sentence, with
    the `line` of the text if it is known; `lines` has executions and cycles of lines of the text.
    """

    cycles: int | None = None
    instructions: int | None = None
    fault: str | None = None
    line: int = 0
    limit: bool = False
    lines: Mapping[int, tuple[int, int]] = field(default_factory=dict)


class Broken(Exception):
    """An answer that is none; a sentence."""


@dataclass(frozen=True)
class Folder:
    """A place for one job: `inside` cannot be written to by the tools, `out` can, `empty` is where
    they run."""

    root: Path

    @property
    def inside(self) -> Path:
        return self.root / "in"

    @property
    def out(self) -> Path:
        return self.root / "out"

    @property
    def program(self) -> Path:
        return self.out / "program"

    def run(self, tool: Tool, here: Path, given: bytes = b"", **words: object) -> Ending:
        """Run a tool in confinement; raises NotInstalled."""
        known = {
            "python": sys.executable,
            "here": here,
            "source": self.inside / "kernel.s",
            "job": self.inside / "job.json",
            "out": self.out,
            "program": self.program,
            **words,
        }
        command = [tool.installed(here), *(word.format(**known) for word in tool.command[1:])]
        reach = Reach((self.inside, here, *tool.reads), (self.out,), tool.environment)
        return confinement.run(command, self.root / "empty", reach, tool.bounds, given)


@contextmanager
def folder() -> Iterator[Folder]:
    """A folder that is gone afterwards, in memory where that is possible."""
    where = SHARED if SHARED.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="kernelcraft-", dir=where) as name:
        found = Folder(Path(name))
        for each in (found.inside, found.out, found.root / "empty"):
            each.mkdir()
        yield found


def simulate(
    tool: Tool,
    here: Path,
    program: bytes,
    memory: tuple[int, bytes],
    instructions: int,
    read: Callable[[Folder, Ending], Answer],
) -> tuple[Answer, bytes]:
    """The answer and the memory afterwards; raises Broken and NotInstalled."""
    start, before = memory
    with folder() as place:
        (place.inside / "program").write_bytes(program)
        (place.inside / "program").chmod(0o555)
        job = {
            "program": str(place.inside / "program"),
            "memory": {"file": str(place.inside / "memory"), "address": start},
            "instructions": instructions,
            "result": str(place.out / "result.json"),
            "after": str(place.out / "memory"),
        }
        if not tool.pipes:
            (place.inside / "memory").write_bytes(before)
        (place.inside / "job.json").write_text(json.dumps(job))
        ending = place.run(
            tool,
            here,
            before if tool.pipes else b"",
            program=place.inside / "program",
            instructions=instructions,
        )
        if ending.ended == "time":
            return Answer(fault="the run took too long", limit=True), before
        if ending.ended == "output":
            return Answer(fault=f"the simulator did not go on: {ending}"), before
        answer = read(place, ending)
        if answer.fault is not None and not answer.limit:
            return answer, _after(place, tool, ending, before) or before
        after = _after(place, tool, ending, before)
        if after is None:
            return replace(answer, fault=answer.fault or f"there is no memory: {ending}"), before
        return answer, after


def _after(place: Folder, tool: Tool, ending: Ending, before: bytes) -> bytes | None:
    """The memory that the simulator left; None where it is not whole."""
    file = place.out / "memory"
    if tool.pipes:
        found = ending.output
    elif file.is_file() and not file.is_symlink() and file.stat().st_size == len(before):
        found = file.read_bytes()
    else:
        return None
    return found if len(found) == len(before) else None


def answer_of_file(place: Folder, ending: Ending) -> Answer:
    """What `result.json` says; without one, that there are no cycles."""
    file = place.out / "result.json"
    if not file.is_file() or file.is_symlink():
        return Answer(fault=None if ending.status == 0 else f"the simulator failed: {ending}")
    try:
        said: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        fault = said.get("fault") or {}
        return Answer(
            cycles=_count(said, "cycles"),
            instructions=_count(said, "instructions"),
            fault=str(fault["message"])[:400] if fault else None,
            line=int(fault.get("line") or 0),
            limit=bool(fault.get("limit")),
            lines={int(n): (int(e), int(c)) for n, (e, c) in said.get("lines", {}).items()},
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Broken(f"result.json is no answer: {type(error).__name__}: {error}") from None


def _count(said: dict[str, Any], name: str) -> int | None:
    value = said.get(name)
    if value is not None and (not isinstance(value, int) or value < 0):
        raise ValueError(f"{name}: expected a whole number, got {value!r}")
    return value
