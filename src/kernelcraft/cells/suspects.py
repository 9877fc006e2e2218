"""Kernels that put the grader to the test: cheats it must refuse, honest oddities it must accept.

A platform's own are in its folders `adversaries/cheats`, one file a family of cheats, and
`adversaries/oddities`, one file a kind of oddity. A file's first sentence says what the family
does; its `suspects(known) -> Iterator[Suspect]` writes the kernels.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, Protocol

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.platforms import part
from kernelcraft.cells.protocol import FloatArray

Answer = Literal["right", "syntax", "fault", "limit", "wrong"]
RIGHT: Final[tuple[Answer, ...]] = ("right",)
UNLIKE: Final[tuple[Answer, ...]] = ("wrong", "fault")
"""What becomes of a kernel that was written for another cell."""
CHEATS = "cheats"
ODDITIES = "oddities"


class Known(Protocol):
    """What a cheater may know before it is graded: everything that an agent is shown."""

    def inputs(self, cell: Cell) -> Mapping[str, FloatArray]:
        """The public inputs, as the memories hold them."""

    def answer(self, cell: Cell) -> FloatArray:
        """The right output for the public inputs."""

    def tau(self, cell: Cell) -> float:
        """The cell's tolerance on the public inputs; raises ValueError where there is none."""


@dataclass(frozen=True)
class Suspect:
    """One kernel for one cell and what the grader must say of it: any of `answers`."""

    name: str
    cell: str
    text: str
    answers: tuple[Answer, ...] = RIGHT


Write = Callable[[Known], Iterator[Suspect]]


@dataclass(frozen=True)
class Family:
    """Kernels of one idea; `title` is that idea in a sentence."""

    name: str
    title: str
    write: Write


def families(platform: str, folder: str) -> tuple[Family, ...]:
    """The families in a folder of the platform's adversaries, by name; none where it has none."""
    module = part(platform, f"adversaries.{folder}")
    return () if module is None else families_in(module.__name__)


def families_in(package: str, *given: str) -> tuple[Family, ...]:
    """One family for every module of a package; its `suspects` is first given `given`."""
    folder = importlib.import_module(package).__path__
    names = sorted(module.name for module in pkgutil.iter_modules(folder))
    modules = ((name, importlib.import_module(f"{package}.{name}")) for name in names)
    return tuple(
        Family(
            name.replace("_", " "),
            (module.__doc__ or "").split("\n")[0],
            partial(module.suspects, *given),
        )
        for name, module in modules
    )


def endless_texts() -> Iterator[tuple[str, str]]:
    """Names and texts in GNU's directives that would take all memory, or for ever."""
    chain = "\n".join(f".equ a{i}, a{i + 1} + a{i + 1}" for i in range(5_000))
    squares = "\n".join(f".equ a{i + 1}, a{i} * a{i}" for i in range(40))
    terms = " + ".join(["1"] * 20_000)
    yield "a negative size", ".comm x, -1"
    yield "3 GB of zeros", ".comm x, 3000000000"
    yield "units of nothing", f".bss\n.fill {'9' * 30}, 0"
    yield "units beyond all memory", ".bss\n.fill 1 << 62, 8"
    yield "a byte above 127 in flags", '.section .data, "\\377"'
    yield "a byte above 127 in a name", '.section ".data.\u00e9", "aw"'
    yield "20,000 terms", f".data\n.word {terms}"
    yield "squares of squares", f".equ a0, 3\n{squares}"
    yield "doubled symbols", f"{chain}\n.data\n.word a0"
    yield "a circle of symbols", ".equ a, b\n.equ b, a\n.data\n.word a"
    yield "unknown mnemonics", ".text\n" + "\n".join(f"vadx{i} v1, v2" for i in range(20_000))
    yield "another end of a line", ".text\nnop\u2028nop"


class EditFault(ValueError):
    """An edit that does not fit its kernel any more; the string says which."""


def edited(text: str, old: str, new: str, count: int = 1) -> str:
    """The text with all `count` occurrences of `old` replaced; raises EditFault for other counts.

    A cheat written as an edit must not silently become the honest kernel it was made from.
    """
    if text.count(old) != count:
        raise EditFault(f"expected {count} times, found {text.count(old)} times: {old!r}")
    return text.replace(old, new)
