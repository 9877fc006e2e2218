"""Bypasses: a result and an operand with the same named bypass meet one bundle earlier."""

from tests.platforms.amd_npu.machine.guard.program import BANK1, END, Guard, lanes, nops, same

ONES, TWOS, OLD = (same("h", value, 32) for value in (1, 2, 100))

PROGRAMS = [
    Guard(
        "element results meet at distance one",
        "vadd.16 x1, x2, x3\nvadd.16 x4, x1, x3",
        "d = 2, both MOV: D = 2 - 1 + 1 - 1 = 1. x1 = 1 + 2, x4 = 3 + 2.",
        {"x1": OLD, "x2": ONES, "x3": TWOS},
        expected={"x1": same("h", 3, 32), "x4": same("h", 5, 32)},
        cycles=2 + END,
    ),
    Guard(
        "a store has no bypass",
        "vadd.16 x1, x2, x3\nvst wl1, [p0], #32\nvst wl1, [p0], #32",
        "vst reads at stage 1 without a bypass: D = 2, so the first store writes the old lanes.",
        {"x1": OLD, "x2": ONES, "x3": TWOS, "p0": BANK1},
        expected={"p0": BANK1 + 64},
        after={BANK1: OLD[:32] + same("h", 3, 16)},
        cycles=3 + END,
    ),
    Guard(
        "a multiplication has no MOV bypass",
        "vadd.8 x1, x2, x3\nvmul cm0, x1, x3, r0\nvmul cm1, x1, x3, r0",
        "The vectors of vmul are read at stage 1 without a bypass: D = 2. 808 multiplies lanes L"
        " and L + 32 and adds: with the old x1 = 5 it is 2*5*1, with the new 1 + 1 = 2 it is 4.",
        {"x1": same("b", 5, 64), "x2": same("b", 1, 64), "x3": same("b", 1, 64), "r0": 808},
        expected={"cm0": same("i", 10, 32), "cm1": same("i", 4, 32)},
        cycles=3 + END,
    ),
    Guard(
        "a splat of a scalar just written",
        "movx r0, #7\nvbcst.16 x1, r0\nvadd.16 x2, x1, x1",
        "The scalar lands after one bundle; the splat is d = 2 with MOV.",
        {"r0": 1, "x1": OLD},
        expected={"x2": same("h", 14, 32)},
        cycles=3 + END,
    ),
    Guard(
        "of 256-bit moves only the low half has the bypass",
        "vmov wl1, wl2\nvmov wh1, wh2\nvadd.16 x4, x1, x0",
        "wl1 is two bundles old and there; wh1 is one bundle old, wh has no bypass: still 100.",
        {"x1": OLD, "x2": ONES, "x0": same("h", 0, 32)},
        expected={"x1": ONES, "x4": same("h", 1, 16) + same("h", 100, 16)},
        cycles=3 + END,
    ),
    Guard(
        "the low half moved last is there",
        "vmov wh1, wh2\nvmov wl1, wl2\nvadd.16 x4, x1, x0",
        "wh1 is two bundles old, wl1 one with the bypass: both new.",
        {"x1": OLD, "x2": ONES, "x0": same("h", 0, 32)},
        expected={"x4": ONES},
        cycles=3 + END,
    ),
    Guard(
        "a 512-bit move passes on at once",
        "vmov x1, x2\nvadd.16 x4, x1, x3",
        "x <- x is MOV at both ends: D = 1.",
        {"x1": OLD, "x2": ONES, "x3": TWOS},
        expected={"x4": same("h", 3, 32)},
        cycles=2 + END,
    ),
    Guard(
        "a move to an accumulator has none",
        "vmov bml0, x1\nvst amll0, [p0], #32\nvst amll0, [p0], #32",
        "bm <- x: source MOV, result none, d = 2: the first store still sees the old accumulator.",
        {"bml0": same("i", 9, 16), "x1": same("i", 4, 16), "p0": BANK1},
        after={BANK1: same("i", 9, 8) + same("i", 4, 8)},
        cycles=3 + END,
    ),
    Guard(
        "a mask is read two bundles later",
        "vlt.s16 r16, x1, x2\nadd r2, r16, r0\nadd r3, r16, r0",
        "Masks have no bypass: d = 2. All 32 lanes have 1 < 2.",
        {"x1": ONES, "x2": TWOS, "r0": 0, "r16": 5},
        expected={"r2": 5, "r3": 0xFFFFFFFF},
        cycles=3 + END,
    ),
    Guard(
        "a maximum and its mask land apart",
        "vmax_lt.s16 x3, r16, x1, x2\nvadd.16 x4, x3, x3\nvsel.16 x5, x1, x2, r16",
        "The vector has the MOV bypass and is there at distance 1, the mask only at 2. Mask bits"
        " are all 1 and take the second operand.",
        {"x1": ONES, "x2": TWOS, "x3": OLD, "r16": 0},
        expected={"x3": TWOS, "x4": same("h", 4, 32), "x5": TWOS, "r16": 0xFFFFFFFF},
        cycles=3 + END,
    ),
    Guard(
        "a mask used too early",
        "vlt.s16 r16, x1, x2\nvsel.16 x5, x1, x2, r16",
        "At distance 1 the selection still uses the old mask 0, which takes the first operand.",
        {"x1": ONES, "x2": TWOS, "r16": 0},
        expected={"x5": ONES},
        cycles=2 + END,
    ),
    Guard(
        "a lane is a scalar two bundles later",
        "vextract.s16 r2, x1, r16\nadd r3, r2, r0\nadd r4, r2, r0",
        "d = 2, the scalar result without bypass; lane 3 holds -4 and is extended by its sign.",
        {"x1": lanes("h", [-1 - lane for lane in range(32)]), "r16": 3, "r2": 8, "r0": 0},
        expected={"r3": 8, "r4": 0xFFFFFFFC},
        cycles=3 + END,
    ),
    Guard(
        "a conversion into an accumulator",
        f"vconv.fp32.bf16 bml0, wl0\nvst amll0, [p0], #32\nvst amll0, [p0], #32\n{nops(1)}",
        "wl has MOV, the result none, d = 2: the first store is one bundle early.",
        {"wl0": same("bf16", 1.5, 16), "bml0": same("f", -2.0, 16), "p0": BANK1},
        expected={"bml0": same("f", 1.5, 16)},
        after={BANK1: same("f", -2.0, 8) + same("f", 1.5, 8)},
        cycles=4 + END,
    ),
]
