"""Pieces of kernels for the red team and the honest oddities: lines around the compiler's work."""

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import edited

FRAME = 80
PASSED = 8


def around(cell: Cell, before: str = "", after: str = "", *, times: int = 1) -> str:
    """The baseline as a function that a kernel calls, with lines before and after.

    Both find the kernel's arguments in a0 to a7 and may change them, and t0 to t6.
    """
    work = edited(baseline(cell), "\nkernel:\n", "\nwork:\n").replace("\t.globl\tkernel\n", "")
    again = "\n".join([_arguments(), "    call work"])
    return "\n".join(
        [
            "    .text",
            "    .globl kernel",
            "kernel:",
            f"    addi sp, sp, -{FRAME}",
            *(f"    sd a{index}, {8 * index}(sp)" for index in range(PASSED)),
            f"    sd ra, {8 * PASSED}(sp)",
            before,
            *[again] * times,
            _arguments(),
            after,
            f"    ld ra, {8 * PASSED}(sp)",
            f"    addi sp, sp, {FRAME}",
            "    ret",
            work,
        ]
    )


def _arguments() -> str:
    return "\n".join(f"    ld a{index}, {8 * index}(sp)" for index in range(PASSED))


def alone(lines: str) -> str:
    """A kernel of these lines and nothing else."""
    return f"    .text\n    .globl kernel\nkernel:\n{lines}\n    ret\n"


def copied(source: str, target: int, count: int) -> str:
    """Copy bytes from a symbol or address; changes t0 to t3."""
    return (
        f"    la t0, {source}\n    li t1, {target:#x}\n    li t2, {target + count:#x}\n"
        "9:  lb t3, 0(t0)\n    sb t3, 0(t1)\n    addi t0, t0, 1\n    addi t1, t1, 1\n"
        "    bne t1, t2, 9b"
    )


def filled(target: int, count: int, value: int) -> str:
    """Set bytes; changes t0 to t2."""
    return (
        f"    li t0, {value}\n    li t1, {target:#x}\n    li t2, {target + count:#x}\n"
        "9:  sb t0, 0(t1)\n    addi t1, t1, 1\n    bne t1, t2, 9b"
    )


def stored(address: int) -> str:
    """A byte of zero; changes t0."""
    return f"    li t0, {address:#x}\n    sb zero, 0(t0)"


def same(address: int) -> str:
    """A byte stored where it was loaded; changes t0 and t1."""
    return f"    li t0, {address:#x}\n    lb t1, 0(t0)\n    sb t1, 0(t0)"
