"""Jumps, calls and returns: the five bundles after one always execute; and locks and events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.instructions.table import Operands, Timed, aie2, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

LOCKS = 63
EVENTS = 2
LINK = {"lr": 4}


@aie2.instruction("j #target", "00000 target 0*14 010", unit="lng", latency=1)
def j(m: AmdNpu, target: int) -> None:
    """Jump to a label, after the next five bundles."""
    m.branch(target)


@aie2.instruction("j pa", "0*10 pa 000100 0", unit="alu", latency=1)
def j_pointer(m: AmdNpu, pa: int) -> None:
    """Jump to the address in p[pa], after the next five bundles."""
    m.branch_to(m.p[pa])


@aie2.instruction("jl #target", "00000 target 0*14 100", unit="lng", latency=1, latencies=LINK)
def jl(m: AmdNpu, target: int) -> None:
    """Call: lr = the address after the next five bundles (in stage 4), then go to a label."""
    m.link()
    m.branch(target)


@aie2.instruction("jl pa", "0*10 pa 010100 0", unit="alu", latency=1, latencies=LINK)
def jl_pointer(m: AmdNpu, pa: int) -> None:
    """Call: lr = the address after the next five bundles (in stage 4), then go to p[pa]."""
    m.link()
    m.branch_to(m.p[pa])


@aie2.instruction("ret lr", "0*14 11000 0", unit="alu", latency=1)
def ret(m: AmdNpu) -> None:
    """Return to the address in lr, after the next five bundles; the kernel ends with it."""
    m.branch_to(m.lr)


@aie2.instruction("jz ra, #target", "ra target 0 0*13 110", unit="lng", latency=1)
def jz(m: AmdNpu, ra: int, target: int) -> None:
    """If r[ra] is 0, jump to a label, after the next five bundles, which execute in any case."""
    m.branch(target, (m.r[ra] == 0) + 0)


@aie2.instruction("jnz ra, #target", "ra target 1 0*13 110", unit="lng", latency=1)
def jnz(m: AmdNpu, ra: int, target: int) -> None:
    """If r[ra] is not 0, jump to a label, after the next five bundles, which always execute."""
    m.branch(target, (m.r[ra] != 0) + 0)


@aie2.instruction("jnzd rd, ra, pa", "ra rd pa 001100 0", unit="alu", latency=1)
def jnzd(m: AmdNpu, rd: int, ra: int, pa: int) -> None:
    """Count down: r[rd] = r[ra] - 1; if r[ra] was not 0, go to p[pa] after five bundles.

    srCarry = 1 unless r[ra] was 0, as after sub.
    """
    value = m.r[ra]
    m.srCarry = (value != 0) + 0
    m.r[rd] = value - 1
    m.branch_to(m.p[pa], (value != 0) + 0)


_TIMED = Timed("alu", 1)


def _lock(mnemonic: str, code: str, doc: str, act: Callable[[AmdNpu, int, int], None]) -> None:
    def by_register(m: AmdNpu, o: Operands) -> None:
        act(m, m.r[o["ra"]] & LOCKS, m.r[o["rb"]])

    def by_number(m: AmdNpu, o: Operands) -> None:
        act(m, o["lock"], m.r[o["rb"]])

    bits = f"0 {code} rb 0010 0"
    form(f"{mnemonic} ra, rb", doc.format("r[ra] mod 64"), _TIMED, by_register, f"ra 0 1 {bits}")
    form(f"{mnemonic} #lock, rb", doc.format("`lock`"), _TIMED, by_number, f"lock 0 {bits}")


_lock(
    "acq",
    "01",
    "Wait until lock {} holds at least r[rb], then take r[rb] of it.",
    lambda m, i, n: m.acquire(i, n),
)
_lock("rel", "00", "Add r[rb] to lock {}.", lambda m, i, n: m.release(i, n))


@aie2.instruction("event #mark", "mark 0*12 10000 0", unit="alu", latency=1)
def event(m: AmdNpu, mark: int) -> None:
    """Remember the cycle: event #0 and #1 are the beginning and the end of what is timed."""
    m.check(mark < EVENTS, "event {mark} is not modelled, only 0 and 1 are", mark=mark)
    m.event(mark)


@aie2.instruction("done", "0*14 01000 0", unit="alu", latency=1)
def done(m: AmdNpu) -> None:
    """End the program of the core, after this bundle."""
    m.halt()
