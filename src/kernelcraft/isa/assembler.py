"""Text to program: a fast path over the distinct lines of a text, or all its faults at once."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.diagnosis import explain
from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.layout import Faults, Layout, bind_labels, resolve_targets
from kernelcraft.isa.program import Program
from kernelcraft.isa.reader import Forms
from kernelcraft.isa.suggest import quote

__all__ = ["AssemblyError", "AssemblyFault", "TextLimits", "arrays", "assemble", "refuse"]

_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]|\r(?![\r\n]|\Z)"
)
_END_WITH = "ends a line for some programs and not for others; end lines with a line feed"
_LINE_ENDS = {
    "\r": f"a carriage return alone {_END_WITH}",
    "\x85": f"the character U+0085 {_END_WITH}",
    "\u2028": f"the character U+2028 {_END_WITH}",
    "\u2029": f"the character U+2029 {_END_WITH}",
}
ESCAPED = "the assembler cannot make anything of this text: no kernel needs what stands here"
TOO_LARGE = "the text needs more memory than an assembler is given"


@dataclass(frozen=True)
class TextLimits:
    """The largest text that is read at all."""

    lines: int = 200_000
    size: int = 16_000_000  # bytes of UTF-8

    def complaint(self, text: str) -> str | None:
        """Why `text` is refused unread, or None."""
        lines = text.count("\n") + (not text.endswith("\n"))
        if lines > self.lines:
            return f"the text has {lines:,} lines; at most {self.lines:,} are read"
        size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        if size > self.size:
            return f"the text has {size:,} bytes; at most {self.size:,} are read"
        return None


def assemble(isa: Isa, text: str, limits: TextLimits | None = None) -> Program:
    """Assemble `text`; raises `AssemblyError` with every fault of it (the first 50 in words)."""
    refuse(text, limits)
    with whatever_escapes(lambda: 0):
        return _program(isa, text)


def _program(isa: Isa, text: str) -> Program:
    lines = without_mark(text).split("\n")
    forms = Forms(isa)
    order = np.array([forms[line] for line in lines], np.int64)
    layout = Layout.of(forms.forms, order)
    faults = Faults()
    report_wrong_lines(isa, lines, layout, faults)
    labels = bind_labels(layout, faults)
    resolve_targets(isa, layout, labels, faults)
    faults.raise_any()
    if not layout.operations:
        raise AssemblyError([AssemblyFault(0, "the text holds no instruction")])
    return Program(isa, text, *arrays(layout), addresses=layout.addresses)


def refuse(text: str, limits: TextLimits | None = None) -> None:
    """Raise `AssemblyError` for what is too long to be read, or is no text."""
    refusal = (limits or TextLimits()).complaint(text)
    if refusal is not None:
        raise AssemblyError([AssemblyFault(0, refusal)])
    _refuse_binary(text)


def _refuse_binary(text: str) -> None:
    found = _CONTROL.search(text)
    if found is None:
        return
    line = text.count("\n", 0, found.start()) + 1
    plain = f"expected a plain text, got the character {quote(found[0])}"
    message = _LINE_ENDS.get(found[0], plain)
    raise AssemblyError([AssemblyFault(line, message)])


def without_mark(text: str) -> str:
    """The text without the byte order mark that some editors put at its beginning."""
    return text.removeprefix("\ufeff")


@contextmanager
def whatever_escapes(line: Callable[[], int]) -> Iterator[None]:
    """Turn an exception that nobody foresaw into a fault of the text, at the line it came from.

    A text must not be able to end more than itself, whatever it holds.
    """
    try:
        yield
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as found:
        raise AssemblyError([AssemblyFault(line(), ESCAPED)]) from found
    except MemoryError as found:
        raise AssemblyError([AssemblyFault(line(), TOO_LARGE)]) from found


def report_wrong_lines(isa: Isa, lines: list[str], layout: Layout, faults: Faults) -> None:
    """Add a fault for everything that is wrong with the lines that cannot be read."""
    wrong = layout.lines_where(form.wrong for form in layout.forms)
    faults.add(wrong, lambda line: explain(isa, lines[line - 1]))


Arrays = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.uint8]]


def arrays(layout: Layout) -> Arrays:
    """The operations of a text, their lines, and where bundles end, as `Program` has them."""
    rows = np.array([row for form in layout.forms for row in form.rows], np.int32)
    firsts = np.concatenate([[0], np.cumsum([len(form.rows) for form in layout.forms])])
    before = np.cumsum(layout.sizes) - layout.sizes
    offsets = np.repeat(firsts[layout.order] - before, layout.sizes)
    lines = np.repeat(np.arange(1, len(layout.order) + 1, dtype=np.int32), layout.sizes)
    ends = np.zeros(layout.operations, np.uint8)
    ends[layout.starts[1:] - 1] = 1
    ops = rows[offsets + np.arange(layout.operations)]
    for array in (ops, lines, ends):
        array.setflags(write=False)
    return ops, lines, ends
