"""Look-ups in a table of at most 256 bytes that a loop never changes: permutations, not loads.

An indexed load takes the load/store unit once for every line that its indices hit. The table fits
16 vector registers; a gather of 64 entries gives 0 for indices beyond them, so the results of four
are joined by `or`.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel, use
from kernelcraft.platforms.coral_npu.kernels.moves.listing import KIND, Facts, Line, ever_apart
from kernelcraft.platforms.coral_npu.kernels.moves.loops import Loop
from kernelcraft.platforms.coral_npu.machine.touches import SETTING, free, group
from kernelcraft.riscv.machine import VLENB

LOOKUPS = ("vluxei8.v", "vloxei8.v")
REGISTERS = 4  # of a group: gathers of longer ones leave no room for results
ENTRIES = REGISTERS * VLENB
PARTS = 256 // ENTRIES
_SETTING = "e8, m4, ta, ma"


def gathered(kernel: Kernel, loop: Loop) -> Kernel | None:
    """A loop's first look-up from registers; None where it has none, or too few are free."""
    body = range(loop.head, loop.branch)
    if any(kernel.lines[index].target is not None for index in body):
        return None
    for index in body:
        if _is_lookup(kernel, loop, index):
            return _from_registers(kernel, loop, index)
    return None


def _is_lookup(kernel: Kernel, loop: Loop, index: int) -> bool:
    line = kernel.lines[index]
    facts = line.facts
    if len(line.operations) != 1 or facts is None or facts.spans is None:
        return False
    operation, kind = line.operations[0], facts.vector
    values = operation.operands
    if operation.instruction.mnemonic not in LOOKUPS or not values["vm"] or kind is None:
        return False
    if kind.sew != 8 or facts.vl is None or kind.lmul % 8 or facts.vl % ENTRIES:
        return False
    body = kernel.lines[loop.head : loop.branch]
    if kernel.live_before(loop.head) & SETTING and not _from_the_start(kernel, loop, facts):
        return False
    base = group("x", values["rs1"], 1)
    if any(use(other).writes & base for other in body):
        return False
    source = group("v", values["vs2"], kind.lmul // 8)
    if values["vd"] != values["vs2"] and kernel.live[index] & source:
        return False
    return all(ever_apart(line, other) for other in body if use(other).stores)


def _from_the_start(kernel: Kernel, loop: Loop, facts: Facts) -> bool:
    """Whether vl and vtype are at the loop's beginning what they are later."""
    first = next(line.facts for line in kernel.lines[loop.head : loop.branch] if line.operations)
    return first is not None and first.setting == facts.setting


def _from_registers(kernel: Kernel, loop: Loop, index: int) -> Kernel | None:
    lines, line = kernel.lines, kernel.lines[index]
    taken = kernel.taken(loop.head, loop.branch)
    groups = free("v", taken, REGISTERS)
    scalars = [f"x{n}" for n in free("x", taken)]
    if len(groups) < PARTS + 2 or len(scalars) < 3:
        return None
    table, (one, other) = groups[:PARTS], groups[PARTS : PARTS + 2]
    entries, back, length = scalars[:3]
    values = line.operations[0].operands
    setting = line.facts.setting if line.facts else None
    assert setting is not None
    own = KIND.write(setting.vtype)
    before = [
        _new("li", entries, ENTRIES),
        _new("vsetvli", "zero", entries, _SETTING),
        _new("mv", back, f"x{values['rs1']}"),
    ]
    for part in table:
        before.append(_new("vle8.v", f"v{part}", f"({back})"))
        before.append(_new("add", back, back, entries))
    before += [_new("li", back, -ENTRIES), _new("li", length, setting.vl)]
    if kernel.live_before(loop.head) & SETTING:
        before.append(_new("vsetvli", "zero", length, own))
    inside = [_new("vsetvli", "zero", entries, _SETTING)]
    for offset in range(0, setting.vl // VLENB, REGISTERS):
        source, result = values["vs2"] + offset, values["vd"] + offset
        inside += _lookup(table, source, result, one, other, back)
    inside.append(_new("vsetvli", "zero", length, own))
    return Kernel(
        (
            *lines[: loop.head],
            *before,
            *lines[loop.head : index],
            *line.left(),
            *inside,
            *lines[index + 1 :],
        )
    )


def _lookup(
    table: list[int], source: int, result: int, one: int, other: int, back: str
) -> Iterator[Line]:
    """Look one group up: gathers of the parts, the indices moved back between them."""
    for number, part in enumerate(table):
        target = other if number else one
        if number:
            yield _new("vadd.vx", f"v{source}", f"v{source}", back)
        yield _new("vrgather.vv", f"v{target}", f"v{part}", f"v{source}")
        if number:
            final = result if number == len(table) - 1 else one
            yield _new("vor.vv", f"v{final}", f"v{one}", f"v{other}")


def _new(name: str, *operands: str | int) -> Line:
    return Line((), name, ", ".join(map(str, operands)))
