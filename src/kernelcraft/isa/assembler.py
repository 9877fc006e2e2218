"""Text to program: a fast path over the distinct lines of a text, or all its faults at once."""

import re
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

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


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
    lines = text.split("\n")
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
    message = f"expected a plain text, got the character {quote(found[0])}"
    raise AssemblyError([AssemblyFault(line, message)])


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
