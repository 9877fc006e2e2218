"""A kernel's text as lines, and the loops of it that are one straight piece of code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.platforms.boom.machine.retirement import kind_of

_LINE = re.compile(r"\s*(?:(?P<label>[\w.$]+):)?\s*(?P<code>[^#;:]*?)\s*(?:#.*)?")
PLAIN = frozenset(
    {Kind.ALU, Kind.AUIPC, Kind.MUL, Kind.DIV, Kind.UDIV, Kind.LOAD, Kind.STORE, Kind.FLOAD}
    | {Kind.FSTORE, Kind.FPU, Kind.FTOI, Kind.ITOF, Kind.FCMP, Kind.FDIV, Kind.FSQRT}
)


@dataclass(frozen=True)
class Line:
    """A label, or none, and one statement, or none."""

    label: str
    code: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The name of the statement, then its operands."""
        name, _, rest = self.code.partition(" ")
        return (name, *(each.strip() for each in rest.split(",")))


@dataclass(frozen=True)
class Loop:
    """Lines `head` to `branch`, which goes back to the head; `turns` each time it is begun."""

    head: int
    branch: int
    turns: int
    runs: int


def lines_of(text: str) -> list[Line] | None:
    """The lines; None for a text that has several statements on one, or comments of C."""
    found = []
    for each in text.expandtabs(1).splitlines():
        match = _LINE.fullmatch(each)
        if match is None:
            return None
        found.append(Line(match["label"] or "", " ".join(match["code"].split())))
    return found


def text_of(title: str, lines: Sequence[Line]) -> str:
    """A kernel, with a title as its first line."""
    rows = [f"{each.label}:" * bool(each.label) + f"    {each.code}" for each in lines]
    return "\n".join([f"# {title}", *(row.rstrip() for row in rows if row.strip()), ""])


def heads(lines: Sequence[Line]) -> list[int]:
    """Where loops begin: labels that a later branch or jump names."""
    return sorted({at for index, at in _backwards(lines) if at <= index})


def loops(lines: Sequence[Line], program: Program, counts: Sequence[dict[int, int]]) -> list[Loop]:
    """Those of one piece that turn as often in all runs, the busiest first.

    `counts` are executions of each line, from 0, in several runs; the program is that of the lines.
    """
    plain = _plain(program)
    found = []
    for branch, head in _backwards(lines):
        body = range(head, branch)
        inside = any(lines[at].label for at in body if at != head)
        straight = not inside and all(at in plain for at in body if lines[at].code)
        if not straight or any(branch not in each for each in counts):
            continue
        before = next((at for at in reversed(range(head)) if at in counts[0]), None)
        seen = {(1 if before is None else each.get(before, 0), each[branch]) for each in counts}
        (begun, runs), *others = seen
        if not others and runs % begun == 0:
            found.append(Loop(head, branch, runs // begun, runs))
    return sorted(found, key=lambda loop: -loop.runs * (loop.branch - loop.head))


def _backwards(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Each line that names a label before it, and where that is."""
    labels = {each.label: at for at, each in enumerate(lines) if each.label}
    for index, line in enumerate(lines):
        target = line.parts[-1]
        if re.fullmatch(r"\d+b", target):
            near = (at for at in reversed(range(index + 1)) if lines[at].label == target[:-1])
            yield from ((index, at) for at in [next(near, None)] if at is not None)
        elif target in labels and labels[target] <= index and line.code.startswith(("b", "j")):
            yield index, labels[target]


def _plain(program: Program) -> set[int]:
    """The lines of which every operation computes, loads or stores and no more."""
    kinds: dict[int, set[Kind]] = {}
    for line, op in zip((program.lines - 1).tolist(), program.ops[:, 0].tolist(), strict=True):
        kinds.setdefault(line, set()).add(kind_of(boom.table[op]))
    return {line for line, found in kinds.items() if found <= PLAIN}


__all__ = ["Line", "Loop", "heads", "lines_of", "loops", "text_of"]
