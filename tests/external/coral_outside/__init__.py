"""The Coral NPU once more, by clang and qemu-riscv32: what it is to someone who has only those."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from kernelcraft.cells import platforms
from kernelcraft.cells.protocol import MemoryMap, Tensor
from kernelcraft.external import Answer, Assembler, Bounds, ExternalPlatform, Language, Tool
from kernelcraft.external.confinement import Ending
from kernelcraft.external.job import Folder
from kernelcraft.external.manual import Written

BEFORE = """\
.macro mpause
j kernelcraft_end
.endm
"""
AFTER = """\
.section .kernelcraft, "ax"
.globl kernelcraft_begin
kernelcraft_begin:                # read(0, external memory, ...) until it is all there
    li s0, 0x20000000
1:  li a7, 63
    li a0, 0
    mv a1, s0
    li a2, 0x100000
    ecall
    blez a0, 2f
    add s0, s0, a0
    j 1b
2:  la t0, kernelcraft_size
    sw s0, 0(t0)
    la sp, kernelcraft_stack
    j _start
kernelcraft_end:                  # write it to 1, and exit(0)
    la t0, kernelcraft_size
    lw s1, 0(t0)
    li s0, 0x20000000
3:  li a7, 64
    li a0, 1
    mv a1, s0
    sub a2, s1, s0
    ecall
    blez a0, 4f
    add s0, s0, a0
    bltu s0, s1, 3b
4:  li a7, 93
    li a0, 0
    ecall
.section .external, "aw", @nobits
    .zero 0x100000
.section .kernelcraft_bss, "aw", @nobits
    .p2align 12
kernelcraft_size:
    .zero 4
    .zero 8188
kernelcraft_stack:
    .zero 16
"""
HARDWARE = (
    "A RISC-V core with vectors of 128 bits. Code begins at _start, tensors lie at 0x20000000 and "
    "after, and a kernel ends with mpause."
)
ARCH = "rv32imf_zicsr_zifencei_zbb_zve32x_zvl128b"


def zig() -> str:
    """The program of the package ziglang."""
    spec = find_spec("ziglang")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "zig")


def answer(place: Folder, ending: Ending) -> Answer:
    """There are no cycles; a signal is a fault."""
    return Answer(fault=None if ending.status == 0 else str(ending))


@dataclass(frozen=True)
class CoralOutside(ExternalPlatform):
    """Constants are whole numbers in the kernel's text, as on the Coral NPU."""

    @cached_property
    def written(self) -> Written:
        """The manual's own words on each instruction."""
        table = platforms.platform("coral_npu").isa.table
        pages = {each.mnemonic: each.doc.split("\n")[0] for each in table}
        instructions = "\n".join(f"## {name}\n{text}" for name, text in pages.items())
        return Written(f"# Hardware\n{HARDWARE}\n\n# Instructions\n{instructions}\n")

    def constant(self, value: float) -> float:
        """A whole number."""
        return float(round(value))

    def place(
        self, inputs: Sequence[Tensor], output: Tensor, constants: Mapping[str, float]
    ) -> MemoryMap:
        """Tensors only."""
        return super().place(inputs, output, {})


CLANG = (zig(), "clang", "-target", "riscv32-unknown-elf", "-mabi=ilp32", f"-march={ARCH}")
LINKER = (zig(), "ld.lld", "-e", "kernelcraft_begin", "--section-start=.external=0x20000000")
QEMU = (shutil.which("qemu-riscv32") or "qemu-riscv32", "-cpu", "rv32,v=true,vlen=128,elen=32")
PLATFORM = CoralOutside(
    name="coral_outside",
    title="Coral NPU from outside",
    here=Path(__file__).parent,
    assembler=Assembler(
        (
            Tool((*CLANG, "-c", "{source}", "-o", "{out}/kernel.o")),
            Tool((*LINKER, "{out}/kernel.o", "-o", "{program}")),
        ),
        Language(refused=("ecall",)),
        BEFORE,
        AFTER,
    ),
    simulator=Tool(
        (*QEMU, "-R", "0x40000000", "{program}"), pipes=True, bounds=Bounds(seconds=20.0)
    ),
    start=0x20000000,
    size=1 << 20,
    compiler="clang -O2 and -O3",
    ending="mpause",
    alignment=16,
    output_alignment=4096,
    guard=0,
    answer=answer,
)
