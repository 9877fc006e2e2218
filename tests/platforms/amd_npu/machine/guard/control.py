"""Branches with their five delay slots, calls, and zero-overhead loops."""

from tests.platforms.amd_npu.machine.guard.program import END, Guard, nops

FULL = "nopa ; nopb ; nops ; nopx ; nopm ; nopv\n"  # 16 bytes
SLOTS = "add r2, r2, r1\n" * 5  # five delay slots that count


def loop(count: int, body: int) -> str:
    """`count` rounds of `body` bundles; every bundle is full, so all of them are aligned."""
    first = "nopa ; nopb ; nops ; add r2, r2, r1 ; nopm ; nopv\n"
    last = "nopa ; nopb ; nops ; add r3, r3, r2 ; nopm ; nopv\n"
    return (
        "movxm ls, #.Lfirst ; nopa ; nopb ; nops ; nopv\n"
        "movxm le, #.Llast ; nopa ; nopb ; nops ; nopv\n"
        f"movxm lc, #{count} ; nopa ; nopb ; nops ; nopv\n"
        f"{FULL * 7}.Lfirst:\n{first}{FULL * (body - 2)}.Llast:\n{last}"
    )


PROGRAMS = [
    Guard(
        "five bundles follow a jump",
        f"j #.Lon\n{SLOTS}add r2, r2, r1\nadd r2, r2, r1\n.Lon:\nadd r3, r2, r0",
        "The five delay slots count to 5; the two bundles behind them are left out.",
        {"r0": 0, "r1": 1, "r2": 0},
        expected={"r2": 5, "r3": 5},
        cycles=7 + END,
    ),
    Guard(
        "a jump through a pointer",
        f"movxm p1, #.Lon\nj p1\n{SLOTS}add r2, r2, r1\n.Lon:\nadd r3, r2, r0",
        "p1 is there one bundle later.",
        {"r0": 0, "r1": 1, "r2": 0},
        expected={"r3": 5},
        cycles=8 + END,
    ),
    Guard(
        "jz is taken at zero",
        f"jz r0, #.Lon\n{SLOTS}add r2, r2, r1\n.Lon:\nnop",
        "Taken: the sixth addition is left out.",
        {"r0": 0, "r1": 1, "r2": 0},
        expected={"r2": 5},
        cycles=7 + END,
    ),
    Guard(
        "jz goes on otherwise",
        f"jz r1, #.Lon\n{SLOTS}add r2, r2, r1\n.Lon:\nnop",
        "Not taken: the delay slots run all the same, and everything behind.",
        {"r1": 1, "r2": 0},
        expected={"r2": 6},
        cycles=8 + END,
    ),
    Guard(
        "jnz reads its condition at issue",
        f"movx r4, #1\njnz r4, #.Lon\nmovx r4, #0\n{nops(4)}add r2, r2, r1\n.Lon:\nnop",
        "r4 = 1 at issue; clearing it in a delay slot changes nothing.",
        {"r1": 1, "r2": 0, "r4": 0},
        expected={"r2": 0, "r4": 0},
        cycles=8 + END,
    ),
    Guard(
        "jnzd tests before it counts",
        f"movxm p1, #.Lback\n.Lback:\njnzd r4, r4, p1\nadd r2, r2, r1\n{nops(4)}",
        "r4 = 3, 2, 1 jump, 0 does not: four rounds of six bundles, and r4 ends at -1.",
        {"r1": 1, "r2": 0, "r4": 3},
        expected={"r2": 4, "r4": 0xFFFFFFFF},
        cycles=1 + 4 * 6 + END,
    ),
    Guard(
        "jnzd sets the register of the next bundle",
        f"movxm p1, #.Lon\njnzd r5, r4, p1\nadd r6, r5, r0\n{nops(4)}.Lon:\nnop",
        "r4 = 0: no jump, r5 = -1 one bundle later.",
        {"r0": 0, "r4": 0, "r5": 8},
        expected={"r5": 0xFFFFFFFF, "r6": 0xFFFFFFFF},
        cycles=8 + END,
    ),
    Guard(
        "a call and its return",
        "mov r10, lr\n"
        f"jl #.Lsub\n{nops(5)}add r3, r2, r1\nmov lr, r10\nj #.Lend\n{nops(5)}"
        f".Lsub:\nadd r2, r2, r1\nret lr\nadd r2, r2, r1\n{nops(4)}"
        ".Lend:\nnop",
        "jl and slots 6, .Lsub 1 + 6, back behind jl's slots 1 + 1 + 6, .Lend 1. Both additions"
        " count: r2 = 2, then r3 = 3.",
        {"r1": 1, "r2": 0},
        expected={"r2": 2, "r3": 3},
        cycles=1 + 6 + 7 + 8 + 1 + END,
    ),
    Guard(
        "the return address lands at stage four",
        f"mov r10, lr\njl #.Lsub\n{nops(2)}mov r4, lr\nmov r5, lr\nnop\n"
        f".Lsub:\neq r6, r4, r10\neq r7, r5, r10\nmov lr, r10",
        "Distance 3 still reads the old lr, distance 4 the new one.",
        {},
        expected={"r6": 1, "r7": 0},
        cycles=1 + 6 + 3 + END,
    ),
    Guard(
        "a call through a pointer",
        f"mov r10, lr\nmovxm p2, #.Lsub\njl p2\n{nops(5)}nop\n.Lsub:\nmov lr, r10\nadd r2, r2, r1",
        "The nop behind the delay slots is left out.",
        {"r1": 1, "r2": 0},
        expected={"r2": 1},
        cycles=2 + 6 + 2 + END,
    ),
    Guard(
        "work in the delay slots of the return",
        f"ret lr\n{SLOTS}",
        "All five run.",
        {"r1": 1, "r2": 0},
        expected={"r2": 5},
        cycles=END,
        ended=True,
    ),
    Guard(
        "a loop of two bundles",
        loop(5, 2),
        "10 bundles before, 5 rounds of 2 and nothing between them. r3 = 1 + 2 + 3 + 4 + 5.",
        {"r1": 1, "r2": 0, "r3": 0},
        expected={"r2": 5, "r3": 15, "lc": 0},
        cycles=10 + 5 * 2 + END,
    ),
    Guard(
        "a loop of nine bundles",
        loop(4, 9),
        "10 bundles before and 4 rounds of 9.",
        {"r1": 1, "r2": 0, "r3": 0},
        expected={"r2": 4, "r3": 10, "lc": 0},
        cycles=10 + 4 * 9 + END,
    ),
    Guard(
        "a loop of one round",
        loop(1, 3),
        "lc = 1: straight through.",
        {"r1": 1, "r2": 0, "r3": 0},
        expected={"r2": 1, "r3": 1, "lc": 0},
        cycles=10 + 3 + END,
    ),
    Guard(
        "a loop set up too late",
        "movxm ls, #.Lfirst ; nopa ; nopb ; nops ; nopv\n"
        "movxm le, #.Llast ; nopa ; nopb ; nops ; nopv\n"
        "movxm lc, #2 ; nopa ; nopb ; nops ; nopv\n"
        f".Lfirst:\n{FULL}.Llast:\n{FULL}",
        "lc is written 32 bytes before le is reached; at least 112 are known to work.",
        {},
        fault=True,
    ),
]
