"""Bank stalls, parallel lookup, and what must not happen: clashes at ports, wrong alignment."""

from tests.platforms.amd_npu.machine.guard.program import (
    BANK1,
    BANK2,
    BANK3,
    END,
    Guard,
    lanes,
    nops,
    same,
)

PROGRAMS = [
    Guard(
        "two loads from one bank cost a cycle",
        "vlda wl0, [p0], #32 ; vldb wl2, [p1], #32",
        "Both at stage 5, both 256 bits of bank 1.",
        {"p0": BANK1, "p1": BANK1 + 64},
        cycles=1 + 1 + END,
    ),
    Guard(
        "two loads from two banks cost none",
        "vlda wl0, [p0], #32 ; vldb wl2, [p1], #32",
        "Banks 1 and 2.",
        {"p0": BANK1, "p1": BANK2},
        cycles=1 + END,
    ),
    Guard(
        "a load and a store in one bank",
        "vlda wl0, [p0], #32 ; vst wl2, [p1], #32",
        "Both at stage 5.",
        {"p0": BANK1, "p1": BANK1 + 1024, "wl2": bytes(32)},
        cycles=1 + 1 + END,
    ),
    Guard(
        "a late store meets a later load",
        "vst.srs.s16.s32 bml0, s0, [p1, #0]\nnop\nvlda wl0, [p0, #0]",
        "Stage 7 of bundle 0 is stage 5 of bundle 2.",
        {
            "p0": BANK1,
            "p1": BANK1 + 64,
            "bml0": bytes(64),
            "s0": 0,
            "crRnd": 0,
            "crSat": 0,
            "crSRSSign": 1,
        },
        cycles=3 + 1 + END,
    ),
    Guard(
        "a late store and the load beside it",
        "vst.srs.s16.s32 bml0, s0, [p1, #0] ; vlda wl0, [p0, #0]",
        "Stages 7 and 5 of one bundle are two cycles apart.",
        {
            "p0": BANK1,
            "p1": BANK1 + 64,
            "bml0": bytes(64),
            "s0": 0,
            "crRnd": 0,
            "crSat": 0,
            "crSRSSign": 1,
        },
        cycles=1 + END,
    ),
    Guard(
        "words in the two halves of a bank",
        "lda r1, [p0, #0] ; st r2, [p1, #0]\nlda r3, [p0, #0] ; st r2, [p2, #0]",
        "A word touches one physical bank, chosen by bit 4 of its address: BANK1 and BANK1 + 16 do"
        " not meet, BANK1 and BANK1 + 32 do.",
        {"p0": BANK1, "p1": BANK1 + 16, "p2": BANK1 + 32, "r2": 0},
        cycles=2 + 1 + END,
    ),
    Guard(
        "a word and a vector",
        "lda r1, [p0, #0] ; vldb wl0, [p1, #0]",
        "A vector touches both halves.",
        {"p0": BANK1, "p1": BANK1 + 64},
        cycles=1 + 1 + END,
    ),
    Guard(
        "a stall changes no distance",
        f"vlda wl0, [p0, #0] ; vldb wl2, [p1, #0]\n{nops(5)}vst wl0, [p2, #0]\nvst wl0, [p2, #32]",
        "The whole core stands still: the load still shows at bundle 7 and not at 6.",
        {"p0": BANK1, "p1": BANK1 + 64, "p2": BANK3, "wl0": same("h", 1, 16)},
        {BANK1: same("h", 2, 16)},
        after={BANK3: same("h", 1, 16) + same("h", 2, 16)},
        cycles=8 + 1 + END,
    ),
    Guard(
        "four table entries at once",
        "vldb.4x64.lo wl1, wl0\nvldb.4x64.hi wl2, wl0\n" + nops(7),
        "Four 64-bit entries from addresses 0..3 (lo) and 4..7 (hi) of the vector; the tables stand"
        " in two banks by pairs. Each address has 32 bytes of one entry, as a table is doubled.",
        {
            "wl0": lanes(
                "I",
                [
                    bank + 32 * line
                    for first in (0, 2)
                    for bank in (BANK1, BANK2)
                    for line in (first, first + 1)
                ],
            )
        },
        {
            BANK1: b"".join(same("q", entry, 4) for entry in (1, 2, 3, 4)),
            BANK2: b"".join(same("q", entry, 4) for entry in (5, 6, 7, 8)),
        },
        {"wl1": lanes("q", [1, 2, 5, 6]), "wl2": lanes("q", [3, 4, 7, 8])},
    ),
    Guard(
        "a vector address must be a multiple of 32",
        "vlda wl0, [p0, #0]",
        "256-bit accesses are aligned.",
        {"p0": BANK1 + 16},
        fault=True,
    ),
    Guard(
        "a word address must be a multiple of 4",
        "lda r0, [p0, #0]",
        "32-bit accesses are aligned.",
        {"p0": BANK1 + 2},
        fault=True,
    ),
    Guard(
        "an address outside the memories",
        "lda r0, [p0, #0]",
        "The windows are 0x40000 to 0x7FFFF.",
        {"p0": 0x1000},
        fault=True,
    ),
    Guard(
        "three accesses to one bank",
        "vlda wl0, [p0], #32 ; vldb wl1, [p1], #32 ; vst wl2, [p2], #32",
        "What three cost in one cycle is not public.",
        {"p0": BANK1, "p1": BANK1 + 64, "p2": BANK1 + 128, "wl2": bytes(32)},
        fault=True,
    ),
    Guard(
        "two readers of accumulators",
        "vaddmac.f bml2, bml2, bml3, x0, x1, r0\nnop\nvst amll4, [p0], #32",
        "The second accumulator of the sum at stage 3 and the store at stage 1 of bundle 2 share a"
        " port.",
        {
            "p0": BANK1,
            "x0": bytes(64),
            "x1": bytes(64),
            "r0": 60,
            **{name: bytes(64) for name in ("bml2", "bml3", "bml4")},
        },
        fault=True,
    ),
    Guard(
        "a product and the next alu result",
        "mul r4, r1, r2\nadd r5, r1, r2",
        "Both reach the port wx in cycle 2.",
        {"r1": 1, "r2": 2},
        fault=True,
    ),
    Guard(
        "a load and a constant six bundles later",
        f"lda r4, [p0, #0]\n{nops(5)}mova r5, #1",
        "Both reach the port wa in cycle 7.",
        {"p0": BANK1},
        fault=True,
    ),
    Guard(
        "a float and an int accumulation",
        "vmac.f bml0, bml0, x0, x1, r0\nvmac cm2, cm2, x0, x1, r1",
        "6 and 1 + 5: both reach CM_WA in cycle 6.",
        {
            "x0": bytes(64),
            "x1": bytes(64),
            "bml0": bytes(64),
            "cm2": bytes(128),
            "r0": 60,
            "r1": 776,
        },
        fault=True,
    ),
    Guard(
        "narrowing and adding in the mv slot",
        "vsrsm.s16.s32 wl0, bml0, s0\nnop\nvadd.16 x2, x3, x4",
        "4 and 2 + 2: both reach W_WM in cycle 4.",
        {"bml0": bytes(64), "s0": 0, "x3": bytes(64), "x4": bytes(64), "crRnd": 0, "crSat": 0},
        fault=True,
    ),
    Guard(
        "a vector load and a narrowing",
        f"vlda wl0, [p0, #0]\n{nops(2)}vsrs.s16.s32 wl1, bml0, s0",
        "7 and 3 + 4: both reach W_WA in cycle 7.",
        {"p0": BANK1, "bml0": bytes(64), "s0": 0, "crRnd": 0, "crSat": 0, "crSRSSign": 1},
        fault=True,
    ),
]
