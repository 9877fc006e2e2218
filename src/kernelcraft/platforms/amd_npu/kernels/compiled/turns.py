"""Registers for straight code in the order of its lines, each register as late again as it goes."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.registers import LiveRange, Register, live_ranges, with_registers
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2, Writer
from kernelcraft.platforms.amd_npu.kernels.schedule.writer import named

APART = 16  # more than the cycles that any result takes: registers are right in any schedule


def in_turn(writer: Writer, text: str, kinds: Mapping[str, str]) -> str:
    """The text with registers; raises Unwritten where there are too few in its order."""
    operations = writer.reader(text, kinds)
    found = live_ranges(operations, range(0, len(operations) * APART, APART))
    taken = writer.taken | named(operations)
    free = {
        kind: deque(r for r in AIE2.classes[kind].registers if not taken.intersection(r.parts))
        for kind in set(kinds.values())
    }
    placed: dict[str, Register] = {}
    live: list[tuple[int, str]] = []
    for name in sorted(found, key=lambda each: _first(found[each])):
        for end, other in sorted(each for each in live if each[0] < _first(found[name])):
            live.remove((end, other))
            free[kinds[other]].append(placed[other])
        if not free[kinds[name]]:
            raise Unwritten("the kernel needs more vectors at once than there are registers")
        placed[name] = free[kinds[name]].popleft()
        live.append((max(found[name].last.values()), name))
    return with_registers(text, placed)


def _first(live: LiveRange) -> int:
    return min(live.first.values())
