"""What runs on the core before and after a kernel, and where the linker puts everything."""

from __future__ import annotations

from collections import Counter
from typing import Final

from kernelcraft.cells.protocol import MemoryMap, Region
from kernelcraft.platforms.amd_npu.hardware.design import DONE, FULL, Plan, window
from kernelcraft.platforms.amd_npu.machine.assembly import STACK, TABLES, TABLES_END
from kernelcraft.platforms.amd_npu.machine.memory_map import ARGUMENTS, sizes
from kernelcraft.platforms.amd_npu.machine.state import DELAY_SLOTS

START_UP: Final = "startup.s"
LOCKS: Final = 16  # of a tile; a core sees those of S, W, N and its own one after the other
IN_FLIGHT: Final = 16  # bundles after which the last store of a kernel has reached memory
PROGRAM_BYTES: Final = 16 * 1024


def startup(memory_map: MemoryMap, plan: Plan) -> str:
    """The start-up code: wait for the inputs, set the promised registers, call, hand over.

    Event 0 is in the last delay slot of the call and event 1 right after the return, so that their
    times differ by the cycles of the kernel and one. The argument block comes with the inputs.
    """
    lines = [".section .text.start", ".globl _start", ".p2align 4", "_start:"]
    for number, count in _locks(plan.inbound, FULL):
        lines += [f"movx r0, #{-count}", f"acq #{number}, r0"]  # waits for at least so many
    lines += [f"movxm p0, #{ARGUMENTS:#x}", f"movxm sp, #{STACK:#x}"]
    lines += ["mov crRnd, #0", "mov crSat, #0"]
    lines += [f"movxm r{n}, #{size}" for n, size in enumerate(sizes(memory_map).values())]
    lines += ["jl #kernel", *["nop"] * (DELAY_SLOTS - 1), "event #0", "event #1"]
    lines += [*["nop"] * IN_FLIGHT, "movx r0, #1"]
    lines += [f"rel #{number}, r0" for number, _ in _locks(plan.outbound, DONE)]
    lines += ["done", *["nop"] * DELAY_SLOTS]
    return "\n".join((*lines, ""))


def _locks(regions: tuple[Region, ...], lock: int) -> list[tuple[int, int]]:
    """The lock of every tile that holds regions, as the core numbers it, and how many it holds."""
    counts = Counter(window(each) for each in regions)
    return [(LOCKS * w + lock, count) for w, count in sorted(counts.items())]


def linker_script() -> str:
    """Start-up code at 0, where a core begins; the kernel's data where our assembler puts it."""
    return f"""\
ENTRY(_start)
MEMORY
{{
  program (RX) : ORIGIN = 0, LENGTH = {PROGRAM_BYTES:#x}
  tables (RW) : ORIGIN = {TABLES:#x}, LENGTH = {TABLES_END - TABLES:#x}
}}
SECTIONS
{{
  .text : {{ *(.text.start) *(.text .text.*) }} > program
  .data : {{ *(.rodata .rodata.*) *(.data .data.*) *(.bss .bss.*) }} > tables
  /DISCARD/ : {{ *(.comment) *(.note.*) *(.eh_frame) }}
}}
"""
