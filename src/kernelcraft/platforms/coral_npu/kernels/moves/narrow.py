"""Gives every vector no longer a register group than its elements need.

Where an element lies does not depend on LMUL, so only settings change; the rest of each group is
free for other values. An instruction that looks beyond vl keeps its LMUL.
"""

from __future__ import annotations

from dataclasses import replace

from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel
from kernelcraft.platforms.coral_npu.kernels.moves.listing import KIND, Line
from kernelcraft.platforms.coral_npu.machine.shapes import form_of, shape_of
from kernelcraft.platforms.coral_npu.machine.timeline import Unit
from kernelcraft.platforms.coral_npu.machine.touches import VECTOR, VectorType

FACTORS = (8, 4, 2)
_LMUL = 7  # the bits of vtype
_EIGHTHS = {8 * 2**k if k >= 0 else 8 // 2**-k: k & 7 for k in (-2, -1, 0, 1, 2, 3)}


def narrowed(kernel: Kernel) -> Kernel:
    """The kernel with the smallest LMUL that holds each vl."""
    lines = kernel.lines
    found = list(lines)
    for members in _classes(kernel):
        settings = [index for index in members if lines[index].unit == "vset"]
        users = [lines[index] for index in members if lines[index].unit != "vset"]
        if any(_beyond_vl(line) for line in users):
            continue
        for factor in FACTORS:
            new = [_smaller(lines[index], factor) for index in settings]
            if all(line is not None for line in new):
                for index, line in zip(settings, new, strict=True):
                    assert line is not None
                    found[index] = line
                break
    return Kernel(tuple(found))


def _classes(kernel: Kernel) -> list[list[int]]:
    """Lines whose vector types must change together: those under one vset or its successors."""
    count = len(kernel.lines)
    reaching = _reaching(kernel)
    parent = list(range(count))

    def root(index: int) -> int:
        while parent[index] != index:
            index = parent[index]
        return index

    used: set[int] = set()
    for index, line in enumerate(kernel.lines):
        if not line.operations:
            continue
        if line.unit in VECTOR or line.keeps_vl:
            used.add(index)
            for other in reaching[index]:
                parent[root(other)] = root(index)
        if line.unit == "vset":
            used.add(index)
    groups: dict[int, list[int]] = {}
    for index in sorted(used):
        groups.setdefault(root(index), []).append(index)
    return list(groups.values())


def _reaching(kernel: Kernel) -> list[frozenset[int]]:
    """The vsets that may have been the last before each line."""
    found: list[frozenset[int]] = [frozenset()] * len(kernel.lines)
    waiting = list(range(len(kernel.lines)))
    while waiting:
        index = waiting.pop()
        own = frozenset((index,)) if kernel.lines[index].unit == "vset" else found[index]
        for place in kernel.next(index):
            if not own <= found[place]:
                found[place] |= own
                waiting.append(place)
    return found


def _beyond_vl(line: Line) -> bool:
    """Whether what an instruction does depends on the length of its groups."""
    instruction = line.operations[0].instruction
    if line.unit in ("vload", "vstore"):
        return form_of(instruction).fields > 1
    return shape_of(instruction).unit in (Unit.PERMUTE, Unit.COMPRESS)


def _smaller(line: Line, factor: int) -> Line | None:
    """A vset with LMUL divided, None if that would change vl or is illegal."""
    old = None if line.vtype is None else VectorType.of(line.vtype)
    if line.vtype is None or old is None or old.lmul // factor not in _EIGHTHS:
        return None
    vtype = line.vtype & ~_LMUL | _EIGHTHS[old.lmul // factor]
    new, longest = VectorType.of(vtype), _longest(line)
    if new is None or longest is None or longest > new.elements:
        return None
    return replace(line, operands=", ".join([*line.parts[:2], KIND.write(vtype)]))


def _longest(line: Line) -> int | None:
    facts = line.facts
    if facts is None:
        return None
    if facts.values is not None and len(facts.values):
        return int(facts.values.max())
    return facts.vl if line.keeps_vl else None
