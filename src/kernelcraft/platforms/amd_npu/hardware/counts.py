"""Counts of `acq`: ours are what a lock must hold at least, the array's are that with a minus.

There a positive count waits for exactly so many. So each `acq` of a kernel gets a register that the
kernel does not use, and start-up code puts -1 into it; our simulator says, with 1, if that is so.
"""

from __future__ import annotations

import re
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.hardware import HardwareError
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State

COMPARED: Final = ("locks", "outbound", "memory")
REGISTERS: Final = 32
IMPLICIT: Final = {26, 27, 29, 31}  # that instructions use without a name
_ACQUIRE: Final = re.compile(r"\b(acq\s+#\w+\s*,\s*)r\d+\b")
_REGISTER: Final = re.compile(r"\br(\d+)\b")
_PAIR: Final = re.compile(r"\bl(\d+)\b")
PAIRS_FROM: Final = 16  # l0 is r16 and r17


def recounted(cell: Cell, text: str, state: State) -> tuple[str, str | None]:
    """The text with the register in all of its acq, and which one; None if there is no acq.

    Raises HardwareError if no register is left, if a count is not 1, and for a kernel that faults.
    """
    if not _ACQUIRE.search(text):
        return text, None
    used = IMPLICIT | {int(number) for number in _REGISTER.findall(text)}
    for number in _PAIR.findall(text):
        used |= {PAIRS_FROM + 2 * int(number), PAIRS_FROM + 2 * int(number) + 1}
    free = [number for number in range(REGISTERS) if number not in used]
    if not free:
        raise HardwareError(
            "the array's acq takes the count that a lock must hold at least as a negative number; "
            "the kernel leaves no scalar register free for it"
        )
    register = f"r{free[-1]}"
    changed = _ACQUIRE.sub(rf"\g<1>{register}", text)
    one = state.copy()
    one["scalars"][NUMBER[register]] = 1
    before, after = _run(cell, text, state.copy()), _run(cell, changed, one)
    if before.fault is not None:
        raise HardwareError(f"the simulator stops at a fault: {before.fault}")
    same = after.fault is None and before.cycles == after.cycles
    if not same or any((before.state[each] != after.state[each]).any() for each in COMPARED):
        raise HardwareError(
            "the array's acq takes the count that a lock must hold at least as a negative number, "
            "for which start-up code sets a register to -1; this kernel has an acq of another count"
        )
    return changed, register


def _run(cell: Cell, text: str, state: State) -> Run:
    try:
        return cell.platform.run(cell.platform.assemble(text), state, Limits())
    except AssemblyError as error:
        raise HardwareError(str(error)) from None
