"""Gives every vector no longer a register group than its elements need.

Where an element lies does not depend on LMUL, so only settings change; the rest of each group is
free for other values. An instruction that looks beyond vl keeps its LMUL.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel
from kernelcraft.platforms.coral_npu.kernels.moves.listing import Line
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
        settings = [index for index in members if _is_set(lines[index])]
        users = [lines[index] for index in members if not _is_set(lines[index])]
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


def _is_set(line: Line) -> bool:
    return bool(line.operations) and line.operations[0].instruction.unit == "vset"


def _keeps_vl(line: Line) -> bool:
    values = line.operations[0].operands
    return values.get("rs1", 1) == 0 and values["rd"] == 0 and "vtype" in values


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
        vector = line.operations[0].instruction.unit in VECTOR
        if vector or (_is_set(line) and _keeps_vl(line)):
            used.add(index)
            for other in reaching[index]:
                parent[root(other)] = root(index)
        if _is_set(line):
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
        own = frozenset((index,)) if _is_set(kernel.lines[index]) else found[index]
        for place in kernel.next(index):
            if not own <= found[place]:
                found[place] |= own
                waiting.append(place)
    return found


def _beyond_vl(line: Line) -> bool:
    """Whether what an instruction does depends on the length of its groups."""
    instruction = line.operations[0].instruction
    if instruction.unit in ("vload", "vstore"):
        return form_of(instruction).fields > 1
    return shape_of(instruction).unit in (Unit.PERMUTE, Unit.COMPRESS)


def _smaller(line: Line, factor: int) -> Line | None:
    """A vset with LMUL divided, None if that would change vl or is illegal."""
    facts, operation = line.facts, line.operations[0]
    name = next((n for n in ("vtype", "vtype10") if n in operation.operands), None)
    if name is None or facts is None:
        return None
    vtype = operation.operands[name]
    old = VectorType.of(vtype)
    if old is None or old.lmul // factor not in _EIGHTHS:
        return None
    new = VectorType.of(vtype & ~_LMUL | _EIGHTHS[old.lmul // factor])
    if new is None:
        return None
    longest = _longest(line)
    if longest is None or longest > new.elements:
        return None
    return replace(line, operands=_with_lmul(line.parts, new.lmul))


def _longest(line: Line) -> int | None:
    facts = line.facts
    if facts is None:
        return None
    if facts.values is not None and len(facts.values):
        return int(facts.values.max())
    return facts.vl if _keeps_vl(line) else None


def _with_lmul(parts: Sequence[str], lmul: int) -> str:
    text = f"m{lmul // 8}" if lmul >= 8 else f"mf{8 // lmul}"
    return ", ".join([*parts[:3], text, *parts[4:]])
