"""Scheduled code on the core: it leaves what its instructions leave one after the other."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kernelcraft.platforms.amd_npu.kernels.schedule import (
    AIE2,
    Memory,
    Writer,
    core_reader,
)
from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.registers import AM, NUMBER, W
from kernelcraft.platforms.amd_npu.machine.state import AmdNpu
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh

BANK1, BANK2, BANK3 = 0x74000, 0x78000, 0x7C000
SETTLED = "nop\n" * 11  # after these bundles every result is written
POINTERS = {"p0": BANK1 + 4096, "p1": BANK2 + 4096, "p2": BANK3 + 4096, "p3": BANK3 + 8192}
WALK = {"dn0": 2, "dj0": 4, "m0": 12, "dn4": 1, "dj4": 8, "m1": 32}
SETTINGS = {"r12": 60, "r13": 776, "r14": 28, "r15": 0, "r17": 18, "r18": 7, "r19": 12}
GIVEN = {**POINTERS, **WALK, **SETTINGS, **{f"r{index}": 3 * index + 1 for index in range(6)}}

SNIPPETS = (
    "add {r}, {r}, {r}",
    "sub {r}, {r}, {r}",
    "mul {r}, {r}, {r}",
    "lt {r}, {r}, {r}",
    "adc {r}, {r}, {r}",
    "mov {r}, {r}",
    "mov.d3 {r}, {r}",
    "add.nc {r}, {r}, #5",
    "movxm {r}, #77777",
    "lda {r}, [p2], #4",
    "lda {r}, [p2, #8]",
    "lda.u8 {r}, [p2, #3]",
    "lda.2d {r}, [p3], d0",
    "lda.3d {r}, [p3], d0",
    "st {r}, [p2], #-4",
    "st {r}, [p3, #12]",
    "padda [p2], #8",
    "vlda {w}, [p0], #32",
    "vlda {w}, [p1, #64]",
    "vldb {w}, [p1], #32",
    "vst {w}, [p0, #-32]",
    "vst {w}, [p1], #-32",
    "vst amll{f}, [p0, #32]",
    "vlda amlh{f}, [p1, #32]",
    "vmul.f bml{f}, {x}, {x}, r12",
    "vmac.f bml{f}, bml{f}, {x}, {x}, r12",
    "vmac.f bml{f}, bml{f}, {x}, {x}, r14",
    "vadd.f bml{f}, bml{f}, bml{f}, r14",
    "vmul cm{i}, {x}, {x}, r13",
    "vmac cm{i}, cm{i}, {x}, {x}, r13",
    "vadd cm{i}, cm{i}, cm{i}, r15",
    "vclr cm{i}",
    "vadd.16 {x}, {x}, {x}",
    "vsel.16 {x}, {x}, {x}, r16",
    "vmax_lt.bf16 {x}, r16, {x}, {x}",
    "vlt.s16 r16, {x}, {x}",
    "vshuffle {x}, {x}, {x}, r17",
    "vextract.s16 {r}, {x}, r18",
    "vextbcst.16 {x}, {x}, #5",
    "vbcst.16 {x}, {r}",
    "vmov {x}, {x}",
    "vmov {w}, {w}",
    "vmov bml{f}, {x}",
    "vmov {x}, bml{f}",
    "vconv.fp32.bf16 bml{f}, {w}",
    "vconv.bf16.fp32 {w}, bml{f}",
    "vlda.conv.fp32.bf16 bml{f}, [p0], #32",
    "vst.conv.bf16.fp32 bml{f}, [p1, #32]",
    "vups.s32.s16 bml{i}, {w}, s0",
    "vlda.ups.s32.s16 bml{i}, s0, [p0], #32",
    "mov s0, {r}",
    "vsrs.s16.s32 {w}, bml{i}, s0",
    "vsrsm.s16.s32 {w}, bml{i}, s0",
    "vst.srs.s16.s32 bml{i}, s0, [p0], #-32",
    "vpack.s8.s16 {w}, {x}",
    "vunpack.s16.s8 {x}, {w}",
    "vldb.unpack.s16.s8 {x}, [p1], m1",
    "st.s8 {r}, [p2, #1]",
    "divs {r}, r31, {r}, {r}",
    "sel.eqz {r}, {r}, {r}, r27",
    "mov crRnd, r19",
    "mov crSat, #1",
    # values of their own
    "vlda %a.l, [p0], #32\nvldb %a.h, [p1], #32\nvmac.f bml{f}, bml{f}, %a, {x}, r12",
    "lda %b, [p2], #4\nadd %c, %b, {r}\nst %c, [p3, #-4]",
    "vmul.f %d, {x}, {x}, r12\nvadd.f bml{f}, bml{f}, %d, r14\nvst %d.l, [p1, #96]",
)
KINDS = {"a": "x", "b": "r", "c": "r", "d": "bm"}
INSTEAD = (  # registers for the values where code runs one by one
    ("%a.l", "wl8"),
    ("%a.h", "wh8"),
    ("%a", "x8"),
    ("%b", "r10"),
    ("%c", "r11"),
    ("%d.l", "amhl8"),
    ("%d", "bmh8"),
)
KEPT = [f"r{index}" for index in range(6)] + [
    *("p0", "p1", "p2", "p3", "dc0", "dc4", "srCarry", "r16", "r27", "r31", "s0", "crRnd"),
]


def snippet(random: Random, choices: list[str]) -> str:
    """One of the snippets, its registers chosen; each with values is taken once."""
    found = random.choice(choices)
    if "%" in found:
        choices.remove(found)
    while "{" in found:
        for mark, text in (
            ("{r}", f"r{random.randrange(6)}"),
            ("{w}", f"w{random.choice('lh')}{random.randrange(3)}"),
            ("{x}", f"x{random.randrange(3)}"),
            ("{f}", str(random.randrange(3))),
            ("{i}", str(random.randrange(3, 5))),
        ):
            found = found.replace(mark, text, 1)
    return found


def random_text(seed: int, size: int) -> str:
    """A random piece of code."""
    random = Random(seed)
    choices = list(SNIPPETS)
    return "\n".join(snippet(random, choices) for _ in range(size))


def writer() -> Writer:
    """One that keeps away from what the tests look at."""
    reader = core_reader(Memory(banks={"p0": "1", "p1": "2", "p2": "3", "p3": "3"}))
    return Writer(AIE2, reader, [*KEPT, *SETTINGS, *W[:6], *AM[:20]])


def begun() -> State:
    """Small numbers everywhere, as bf16."""
    state = fresh(AmdNpu, {})
    rng = np.random.default_rng(7)
    for name in ("memory", "granules"):
        values = rng.integers(-4, 5, len(state[name]) // 2).astype(np.float32)
        state[name][:] = (values.view(np.uint32) >> 16).astype(np.uint16).view(np.uint8)
    for name, value in GIVEN.items():
        state["scalars"][NUMBER[name]] = value
    return state


def run(text: str, state: State) -> Run:
    """A finished run of a kernel."""
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    program = assemble_kernel(f".p2align 4\nkernel:\n{text}ret lr\n" + "nop\n" * 5)
    load_program(program, state)
    found = native.run(program, state, Limits(instructions=1_000_000))
    assert found.fault is None, f"{found.fault}\n{text}"
    return found


def one_by_one(text: str, iterations: int = 1) -> str:
    """The instructions, each after the one before has done everything."""
    for value, register in INSTEAD:
        text = text.replace(value, register)
    return "".join(f"{line}\n{SETTLED}" for line in text.splitlines()) * iterations


def assert_same(found: Run, expected: Run) -> None:
    """In every register that the code names and in memory."""
    for name in KEPT:
        number = NUMBER[name]
        assert found.state["scalars"][number] == expected.state["scalars"][number], name
    assert (found.state["memory"] == expected.state["memory"]).all()
    for granule in (*range(6), *range(24, 24 + 20)):  # x0..x2, cm0..cm4
        assert np.array_equal(
            found.state["granules"].reshape(-1, 32)[granule],
            expected.state["granules"].reshape(-1, 32)[granule],
        ), granule


@pytest.mark.parametrize("seed", range(40))
def test_straight_code(seed: int) -> None:
    text = random_text(seed, 5 + seed % 40)
    made = writer()
    made.straight(text, KINDS)
    assert_same(run(made.text(), begun()), run(one_by_one(text), begun()))


@pytest.mark.parametrize("seed", range(40))
def test_loops(seed: int) -> None:
    text = random_text(1000 + seed, 2 + seed % 9)
    iterations = 1 + Random(seed).randrange(20)
    made = writer()
    made.loop(text, iterations, KINDS)
    assert_same(run(made.text(), begun()), run(one_by_one(text, iterations), begun()))


@pytest.mark.parametrize("seed", range(12))
def test_code_that_a_branch_repeats(seed: int) -> None:
    text = random_text(2000 + seed, 4 + 3 * seed)
    made = writer()
    made.straight("movxm r9, #3")
    made.straight(f"{text}\nadd.nc r9, r9, #-1\njnz r9, #.Lagain", KINDS, label=".Lagain")
    assert_same(run(made.text(), begun()), run(one_by_one(text, 3), begun()))


def test_delay_slots_are_filled() -> None:
    made = writer()
    work = "\n".join(f"add r{index}, r{index}, r0" for index in range(1, 6))
    made.straight(f"{work}\njnz r6, #.Lagain", label=".Lagain")
    assert len(made.code.laid_out()) == 6  # the branch stands in front


def test_a_return_has_the_end_of_a_piece_as_its_delay_slots() -> None:
    made = writer()
    made.straight("lda r1, [p2], #4\nlda r2, [p2], #4")  # two bundles, then six idle ones
    made.straight("ret lr")
    assert len(made.code.laid_out()) == 8
    made = writer()
    made.straight("add r1, r1, r2\nadd r2, r1, r2")
    made.straight("ret lr")
    assert len(made.code.laid_out()) == 8  # no slot is free before


def test_the_last_stores_stand_behind_the_return() -> None:
    made = writer()
    made.straight("\n".join(["vst wl1, [p0], #32"] * 7))
    made.finish()
    assert len(made.code.laid_out()) == 7


def test_a_return_stands_behind_the_delay_slots_of_a_branch() -> None:
    made = writer()
    made.straight("movxm r9, #3\nmovxm r8, #0")
    made.straight("add r8, r8, #1\nadd r9, r9, #-1\njnz r9, #.Lagain", label=".Lagain")
    made.finish()
    program = assemble_kernel(made.text())
    state = begun()
    load_program(program, state)
    native = load(INTERPRETER)
    assert isinstance(native, Native)
    found = native.run(program, state, Limits(instructions=1000))
    assert found.fault is None
    assert found.state["scalars"][NUMBER["r8"]] == 3
