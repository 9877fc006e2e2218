"""What runs on the core before and after a kernel, and where the linker puts everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kernelcraft.cells.protocol import MemoryMap
from kernelcraft.platforms.amd_npu.machine.assembly import STACK, TABLES, TABLES_END
from kernelcraft.platforms.amd_npu.machine.memory_map import ARGUMENTS, sizes
from kernelcraft.platforms.amd_npu.machine.state import DELAY_SLOTS

START_UP: Final = "startup.s"
IN_FLIGHT: Final = 16  # bundles after which the last store of a kernel has reached memory
PROGRAM_BYTES: Final = 16 * 1024

Held = Sequence[tuple[int, int]]


def startup(
    memory_map: MemoryMap, taken: Held, given: Sequence[int], minus: str | None = None
) -> str:
    """The start-up code: wait for locks, set the promised registers, call, raise locks.

    `taken` are locks as the core numbers them with what they must hold at least. Event 0 is in the
    last delay slot of the call and event 1 right after the return, so that their times differ by
    the cycles of the kernel and one. The argument block is in memory by then. The register `minus`
    is -1, which is what the array's acq takes for "at least 1".
    """
    lines = [".section .text.start", ".globl _start", ".p2align 4", "_start:"]
    for number, count in taken:
        lines += [f"movx r0, #{-count}", f"acq #{number}, r0"]  # waits for at least so many
    lines += [f"movxm p0, #{ARGUMENTS:#x}", f"movxm sp, #{STACK:#x}"]
    lines += ["mov crRnd, #0", "mov crSat, #0"]
    lines += [f"movxm r{n}, #{size}" for n, size in enumerate(sizes(memory_map).values())]
    lines += [f"movxm {minus}, #-1"] if minus else []
    lines += ["jl #kernel", *["nop"] * (DELAY_SLOTS - 1), "event #0", "event #1"]
    lines += [*["nop"] * IN_FLIGHT, *(["movx r0, #1"] if given else [])]
    lines += [f"rel #{number}, r0" for number in given]
    lines += ["done", *["nop"] * DELAY_SLOTS]
    return "\n".join((*lines, ""))


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
