"""Is no kernel, or reaches for what one must not have: files, other memories, unknown padding."""

from collections.abc import Iterator

from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import RETURN

CELL = "amd_npu/relu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Texts that the assembler must refuse."""
    for name, text in (
        ("nothing", ""),
        ("words", "The output is right.\n"),
        ("bytes", "\x00\xff\ud800\n"),
        ("no return", "kernel: nop\n"),
        ("data only", ".section .rodata\n.word 0x1000\n"),
        ("an instruction of another core", f"kernel: vfadd.vv v8, v8, v8\n{RETURN}"),
        ("two instructions in one slot", f"kernel: movx r1, #1 ; movx r2, #2\n{RETURN}"),
        (
            "two loads beside a look-up",
            f"kernel: vldb.4x16.lo wl0, wl1 ; lda r1, [p0, #0]\n{RETURN}",
        ),
        ("another file", f'.include "/etc/passwd"\nkernel: {RETURN}'),
        ("another file's bytes", f'kernel: {RETURN}.section .rodata\n.incbin "/etc/passwd"\n'),
        ("data in a section of its own", f'kernel: {RETURN}.section .tile,"aw"\n.word 1\n'),
        ("too much data", f"kernel: {RETURN}.bss\n.zero 8193\n"),
        ("padding on the way", f"kernel: nopxm\n.p2align 4\n{RETURN}"),
        ("padding in delay slots", "kernel: ret lr\nnop\nnop\n.p2align 4\nnop\nnop\nnop\n"),
    ):
        yield Suspect(name, CELL, text, ("syntax",))
