"""Bytes that go to DTCM, the core's own memory."""

from __future__ import annotations

from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly

Place = int | str
"""An address, a symbol, or an x register that holds an address."""


def copy(asm: Assembly, source: str, target: str, count: int) -> None:
    """Copy bytes to DTCM; both x registers end after them."""
    block = 8 * LINE
    with asm.registers(1) as (scratch,):
        if count >= block:
            asm.emit("li", scratch, block)
            asm.emit("vsetvli", "zero", scratch, "e8", "m8", "ta", "ma")
            with asm.loop(count // block, "copy"):
                asm.emit("vle8.v", "v8", f"({source})")
                asm.emit("addi", source, source, block)
                asm.emit("vse8.v", "v8", f"({target})")
                asm.emit("addi", target, target, block)
        rest = count % block
        if rest:
            asm.vl(rest, 8, 8, scratch)
            asm.emit("vle8.v", "v8", f"({source})")
            asm.emit("addi", source, source, rest)
            asm.emit("vse8.v", "v8", f"({target})")
            asm.emit("addi", target, target, rest)
