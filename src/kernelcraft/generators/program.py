"""Runs a generator: hermetic Starlark in a process of its own that is bounded, and killed."""

from __future__ import annotations

import importlib.util
import json
import signal
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.external import confinement
from kernelcraft.external.confinement import Bounds, Ending, Reach
from kernelcraft.generators.arguments import Value, machine, sizes
from kernelcraft.isa.assembler import TextLimits
from kernelcraft.records.verdict import Failure

TEXT_BYTES: Final = 64 * 1024
"""Of a generator, in UTF-8."""
SECONDS: Final = 2.0
"""Of processor time, for one kernel."""
MEMORY_BYTES: Final = 256 << 20
"""Of address space."""
WALL_SECONDS: Final = 30.0
"""A process that gets no processor, or sleeps, is killed after that."""
MISSING: Final = "starlark"
"""The module that a generator needs; the extra `generators` brings it."""
SAYS: Final = "the generator: "
"""How its faults begin."""
_WORKER: Final = Path(__file__).with_name("worker.py")
_OUT_OF_MEMORY: Final = f"it needed more than {MEMORY_BYTES >> 20} MB of memory"
_FAILURES: Final[Mapping[str, Failure]] = {"S": "syntax", "L": "limit"}


@dataclass
class GeneratorFault(Exception):
    """A generator gave no kernel; the message is a sentence that names its line."""

    failure: Failure
    message: str

    def __str__(self) -> str:
        return f"{SAYS}{self.message}"


def complaint(text: str) -> str | None:
    """Why a text is no generator at all, whatever it holds."""
    if "\0" in text:
        return "the text is binary: it has a NUL character"
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > TEXT_BYTES:
        return f"the text has {size:,} bytes; a generator has at most {TEXT_BYTES:,}"
    return None if text.strip() else "the text is empty"


def kernel(cell: Cell, text: str) -> str:
    """The kernel that a generator writes for a cell; raises GeneratorFault.

    Raises ModuleNotFoundError where starlark-pyo3 is not installed.
    """
    return run(text, sizes(cell), machine(cell))


def run(text: str, *arguments: Mapping[str, Value]) -> str:
    """What the function `kernel` of a generator gives for two dictionaries."""
    wrong = complaint(text)
    if wrong is not None:
        raise GeneratorFault("syntax", wrong)
    library = _library()
    limits = TextLimits()
    given = {
        "text": text,
        "arguments": arguments,
        "seconds": SECONDS,
        "longest": limits.size,
    }
    command = [sys.executable, "-S", "-E", "-B", str(_WORKER), str(library)]
    reach = Reach((_WORKER.parent, library), environment=(("RUST_BACKTRACE", "0"),))
    bounds = Bounds(WALL_SECONDS, MEMORY_BYTES, output=4 * limits.size, file=0)
    with tempfile.TemporaryDirectory() as folder:
        ending = confinement.run(command, Path(folder), reach, bounds, json.dumps(given).encode())
    kind, found = ending.output[:1].decode(), ending.output[1:].decode("utf-8", "replace")
    if ending.status != 0 or ending.ended != "exit" or kind not in ("K", "S", "L"):
        raise _killed(ending)
    if kind != "K":
        raise GeneratorFault(_FAILURES[kind], found or _OUT_OF_MEMORY)
    too_long = limits.complaint(found)
    if too_long is not None:
        raise GeneratorFault("limit", f"its kernel: {too_long}")
    return found


def _killed(ending: Ending) -> GeneratorFault:
    """Why the process did not come to its end."""
    if ending.status == -signal.SIGPROF or ending.status == -signal.SIGXCPU:
        return GeneratorFault("limit", f"it took longer than {SECONDS:g} s of processor time")
    if ending.ended == "time":
        return GeneratorFault("limit", f"it took longer than {WALL_SECONDS:g} s")
    if "memory" in ending.errors:
        return GeneratorFault("limit", _OUT_OF_MEMORY)
    if ending.status == -signal.SIGSEGV:
        return GeneratorFault("syntax", "its text or its values are nested too deeply")
    return GeneratorFault("limit", f"the process that ran it was stopped: {ending}")


def _library() -> Path:
    """The folder that `starlark` is imported from."""
    found = importlib.util.find_spec(MISSING)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"No module named {MISSING!r}", name=MISSING)
    return Path(found.origin).parents[1]
