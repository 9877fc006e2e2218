"""Delayed writes: until a result has landed, its register still shows the old value."""

from tests.platforms.amd_npu.machine.guard.program import BANK1, END, Guard, lanes, nops

PROGRAMS = [
    Guard(
        "a load shows after seven bundles",
        f"lda r1, [p0, #0]\n{nops(5)}mov r2, r1\nmov r3, r1",
        "lda d = 7, mov u = 1: distance 7. Bundle 6 is one too early and sees the old 7.",
        {"r1": 7, "p0": BANK1},
        {BANK1: lanes("i", [42])},
        {"r1": 42, "r2": 7, "r3": 42},
        cycles=8 + END,
    ),
    Guard(
        "a product shows after two bundles",
        "mul r4, r1, r2\nmov r5, r4\nmov r6, r4",
        "mul d = 2. The copies stand in the mv slot: an alu result of the next bundle would reach"
        " the port wx in the same cycle as the product.",
        {"r1": 3, "r2": 5, "r4": 9},
        expected={"r4": 15, "r5": 9, "r6": 15},
        cycles=3 + END,
    ),
    Guard(
        "a move with delay three",
        "mov.d3 r2, r1\nadd r3, r2, r0\nadd r4, r2, r0\nadd r5, r2, r0\nadd r6, r2, r0",
        "mov.dK lands at K + 1 = 4: distances 1, 2, 3 see 22, distance 4 sees 11.",
        {"r0": 0, "r1": 11, "r2": 22},
        expected={"r3": 22, "r4": 22, "r5": 22, "r6": 11},
        cycles=5 + END,
    ),
    Guard(
        "a delayed move reads at once",
        f"mov.d6 r2, r1\nmovx r1, #5\n{nops(4)}add r3, r2, r0\nadd r4, r2, r0",
        "The source is sampled at stage 1, before the movx of the next bundle. d = 7: bundle 6 sees"
        " the old value, bundle 7 the new one.",
        {"r0": 0, "r1": 11, "r2": 22},
        expected={"r1": 5, "r2": 11, "r3": 22, "r4": 11},
        cycles=8 + END,
    ),
    Guard(
        "three loads in flight in one register",
        "lda r1, [p0], #4\nlda r1, [p0], #4\nlda r1, [p0], #4\n"
        f"{nops(3)}mov r3, r1\nmov r4, r1\nmov r5, r1\nmov r6, r1",
        "They land at 7, 8, 9; bundle 6 sees what was there before. In-flight results never"
        " clobber early.",
        {"r1": 5, "p0": BANK1},
        {BANK1: lanes("i", [10, 20, 30])},
        {"r1": 30, "r3": 5, "r4": 10, "r5": 20, "r6": 30, "p0": BANK1 + 12},
        cycles=10 + END,
    ),
    Guard(
        "the latest landing wins, not the latest issue",
        f"lda r1, [p0, #0]\nmovx r1, #5\nmov r2, r1\n{nops(3)}mov r3, r1\nmov r4, r1",
        "The load lands at 7, the movx of bundle 1 at 2: bundles 2..6 see 5, from 7 on 42.",
        {"p0": BANK1, "r1": 7},
        {BANK1: lanes("i", [42])},
        {"r1": 42, "r2": 5, "r3": 5, "r4": 42},
        cycles=8 + END,
    ),
    Guard(
        "a bundle reads before it writes",
        "add r1, r2, r0 ; mov r2, r1",
        "Both read the old values: an exchange.",
        {"r0": 0, "r1": 1, "r2": 2},
        expected={"r1": 2, "r2": 1},
        cycles=1 + END,
    ),
    Guard(
        "scalar results one bundle later",
        "add r1, r1, r1\nadd r1, r1, r1\nadd r1, r1, r1",
        "alu d = 1, u = 1: a chain at distance 1. 3 -> 6 -> 12 -> 24.",
        {"r1": 3},
        expected={"r1": 24},
        cycles=3 + END,
    ),
    Guard(
        "a pointer is loaded like any register",
        f"lda p1, [p0, #0]\n{nops(5)}lda r1, [p1, #0]\nlda r2, [p1, #0]",
        "Bundle 6 still uses the old p1 = BANK1 + 8, bundle 7 the loaded one, of which 20 bits"
        " count.",
        {"p0": BANK1, "p1": BANK1 + 8},
        {BANK1: lanes("I", [0x99900000 + BANK1 + 4, 22, 33])},
        {"r1": 33, "r2": 22, "p1": BANK1 + 4},
        cycles=8 + END,
    ),
]
