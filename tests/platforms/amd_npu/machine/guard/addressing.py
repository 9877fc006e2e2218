"""Pointers: post-updates, and walks in two and three dimensions that wrap."""

from tests.platforms.amd_npu.machine.guard.program import BANK1, BANK2, END, OWN, Guard, lanes

WORDS = lanes("i", range(100, 140))
TWO = {"dn0": 2, "dj0": 4, "dc0": 0, "m0": 8}  # three words, then on by two
THREE = {"dn0": 1, "dj0": 4, "dc0": 0, "dn4": 2, "dj4": 12, "dc4": 0, "m0": 40}

PROGRAMS = [
    Guard(
        "a pointer moves on for the next bundle",
        "lda r1, [p0], #4\nlda r2, [p0], #-8\nlda r3, [p0, #0]",
        "The update of a load is there after one bundle, its value after seven: words 1, 2, 0.",
        {"p0": BANK1 + 4},
        {BANK1: WORDS},
        {"r1": 101, "r2": 102, "r3": 100, "p0": BANK1},
        cycles=3 + END,
    ),
    Guard(
        "a pointer moves by a modifier",
        "lda r1, [p0], m1\nlda r2, [p0], m2\nst r1, [p0], m1",
        "m1 = 12, m2 = -4: words 0, 3, and the store goes to word 2.",
        {"p0": BANK1, "m1": 12, "m2": 0xFFFFC, "r1": 7},
        {BANK1: WORDS},
        {"r1": 100, "r2": 103, "p0": BANK1 + 20},
        {BANK1 + 8: lanes("i", [7])},
        cycles=3 + END,
    ),
    Guard(
        "three pointers move in one bundle",
        "vlda wl0, [p0], #32 ; vldb wl2, [p1], #-32 ; vst wl3, [p2], #64",
        "Each slot has its own address unit.",
        {"p0": BANK1, "p1": BANK2, "p2": OWN + 0xC000, "wl3": bytes(32)},
        {BANK1: WORDS[:32], BANK2: WORDS[32:64]},
        {
            "p0": BANK1 + 32,
            "p1": BANK2 - 32,
            "p2": OWN + 0xC040,
            "wl0": WORDS[:32],
            "wl2": WORDS[32:64],
        },
        cycles=1 + END,
    ),
    Guard(
        "a walk in two dimensions",
        "\n".join(f"lda.2d r{index}, [p0], d0" for index in range(1, 7)),
        "p += dj0 twice (dc0 1, 2), then p += m0 and dc0 = 0: words 0 1 2, 4 5 6.",
        {"p0": BANK1, **TWO},
        {BANK1: WORDS},
        {
            **{f"r{index}": word for index, word in enumerate([100, 101, 102, 104, 105, 106], 1)},
            "p0": BANK1 + 32,
            "dc0": 0,
        },
        cycles=6 + END,
    ),
    Guard(
        "a walk in two dimensions that is left in the middle",
        "padda.2d [p0], d0\npaddb.2d [p0], d0\npadds.2d [p0], d0\npadda.2d [p0], d0",
        "All three units step: +4, +4, +8 with the wrap, +4 and dc0 = 1.",
        {"p0": BANK1, **TWO},
        expected={"p0": BANK1 + 20, "dc0": 1},
        cycles=4 + END,
    ),
    Guard(
        "a walk in three dimensions",
        "\n".join(f"lda.3d r{index}, [p0], d0" for index in range(1, 8)),
        "Inner: two words 4 apart; then dj4 = 12 on, three times; then m0 = 40."
        " Words 0 1, 4 5, 8 9, then 9 + 10 = 19.",
        {"p0": BANK1, **THREE},
        {BANK1: WORDS},
        {
            **{
                f"r{index}": word
                for index, word in enumerate([100, 101, 104, 105, 108, 109, 119], 1)
            },
            "p0": BANK1 + 80,
            "dc0": 1,
            "dc4": 0,
        },
        cycles=7 + END,
    ),
    Guard(
        "a vector walk",
        "vlda.2d wl0, [p0], d1\nvlda.2d wl1, [p0], d1\nvlda.2d wl2, [p0], d1",
        "dn1 = 1: 64 on, then m1 = -32, then 64 again.",
        {"p0": BANK1, "dn1": 1, "dj1": 64, "dc1": 0, "m1": 0xFFFE0},
        {BANK1: lanes("h", range(64))},
        {
            "wl0": lanes("h", range(16)),
            "wl1": lanes("h", range(32, 48)),
            "wl2": lanes("h", range(16, 32)),
            "p0": BANK1 + 96,
            "dc1": 1,
        },
        cycles=3 + END,
    ),
    Guard(
        "pointers are added to",
        "padda [p0], #2044\npaddb [p0], #-1024\npadds [p0], m1",
        "2044 - 1024 + 4 = 1024.",
        {"p0": BANK1, "m1": 4},
        expected={"p0": BANK1 + 1024},
        cycles=3 + END,
    ),
    Guard(
        "the stack grows upwards",
        "paddb [sp], #32\nst r1, [sp, #-4]\nlda r2, [sp, #-4]\npaddb [sp], #-32",
        "A slot at a negative offset.",
        {"sp": OWN, "r1": 77},
        expected={"r2": 77, "sp": OWN},
        after={OWN + 28: lanes("i", [77])},
        cycles=4 + END,
    ),
]
