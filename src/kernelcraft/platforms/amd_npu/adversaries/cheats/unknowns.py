"""Wins by what public sources leave open: clashes, loops set up late, branches after branches."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import IDLE, around

CELL = "amd_npu/relu/C1"
STACK = "movxm p1, #0x70000\nmovxm p2, #0x70200\nmovxm p3, #0x70400\n"
ACCESSES = "vlda wl0, [p1, #0] ; vldb wl1, [p2, #0] ; vst wl2, [p3, #0]\n"
MARK = "event #0\n"  # where the bundles come
WAIT = "nop\n" * 4
WIDE = "nopb ; nopa ; nops ; nopxm ; nopv\n"  # 16 bytes


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel; what runs there would change nothing of the output."""
    cell = load_cell(CELL)
    for name, before, bundles in (
        ("two results in a register", "", f"lda r16, [p0, #0]\n{WAIT}mul r16, r16, r16\n"),
        ("two results at a port", "", "mul r16, r17, r17\nadd r18, r17, r17\n"),
        ("two stores in a cycle", STACK, f"st.s8 r1, [p1, #0]\n{WAIT}nop\nvst wl0, [p2, #0]\n"),
        ("three accesses in one bank", STACK, ACCESSES),
        ("a branch in a delay slot", "", f"j #on\nj #on\n{WAIT}on:\n"),
        ("a loop that is set up late", "", _loop(1, WIDE)),
        ("a loop of no rounds", "", _loop(0, WIDE * 8)),
        ("a loop that begins askew", "", _loop(1, f"{WIDE * 7}nop\n")),
        ("a loop with a short last bundle", "", _loop(1, WIDE * 7, last="nopx\n")),
    ):
        text = around(cell, after=f"{before}{MARK}")
        yield Suspect(name, CELL, text.replace(MARK, f"{IDLE}{bundles}"), ("fault",))
    beyond = f"{around(cell, after='j #away')}away: nop\n"
    yield Suspect("runs on after the last bundle", CELL, beyond, ("fault",))


def _loop(rounds: int, between: str, last: str = WIDE) -> str:
    """At an address that is a multiple of 16, where `between` is of as many bytes."""
    sets = ("movxm ls, #head", "movxm le, #tail", f"movxm lc, #{rounds}")
    text = "".join(WIDE.replace("nopxm", each) for each in sets)
    there = f"j #there\nnop\n{WAIT}.p2align 4\nthere:\n"
    return f"{there}{text}{between}head:\n{WIDE}tail:\n{last}"
