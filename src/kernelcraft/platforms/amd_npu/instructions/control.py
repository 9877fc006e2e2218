"""Jumps, calls and returns: the five bundles after one always execute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.instructions.table import aie2

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine import AmdNpu

LINK = {"lr": 4}


@aie2.instruction("j #target", unit="lng", latency=1)
def j(m: AmdNpu, target: int) -> None:
    """Jump to a label, after the next five bundles."""
    m.branch(target)


@aie2.instruction("j pa", unit="alu", latency=1)
def j_pointer(m: AmdNpu, pa: int) -> None:
    """Jump to the address in p[pa], after the next five bundles."""
    m.branch_to(m.p[pa])


@aie2.instruction("jl #target", unit="lng", latency=1, latencies=LINK)
def jl(m: AmdNpu, target: int) -> None:
    """Call: lr = the address after the next five bundles (in stage 4), then go to a label."""
    m.link()
    m.branch(target)


@aie2.instruction("jl pa", unit="alu", latency=1, latencies=LINK)
def jl_pointer(m: AmdNpu, pa: int) -> None:
    """Call: lr = the address after the next five bundles (in stage 4), then go to p[pa]."""
    m.link()
    m.branch_to(m.p[pa])


@aie2.instruction("ret lr", unit="alu", latency=1)
def ret(m: AmdNpu) -> None:
    """Return to the address in lr, after the next five bundles; the kernel ends with it."""
    m.branch_to(m.special("lr"))


@aie2.instruction("jz ra, #target", unit="lng", latency=1)
def jz(m: AmdNpu, ra: int, target: int) -> None:
    """If r[ra] is 0, jump to a label, after the next five bundles, which execute in any case."""
    if m.r[ra] == 0:
        m.branch(target)


@aie2.instruction("jnz ra, #target", unit="lng", latency=1)
def jnz(m: AmdNpu, ra: int, target: int) -> None:
    """If r[ra] is not 0, jump to a label, after the next five bundles, which always execute."""
    if m.r[ra] != 0:
        m.branch(target)


@aie2.instruction("jnzd rd, ra, pa", unit="alu", latency=1)
def jnzd(m: AmdNpu, rd: int, ra: int, pa: int) -> None:
    """Count down: r[rd] = r[ra] - 1; if r[ra] was not 0, go to p[pa] after five bundles."""
    value = m.r[ra]
    m.r[rd] = value - 1
    if value != 0:
        m.branch_to(m.p[pa])
