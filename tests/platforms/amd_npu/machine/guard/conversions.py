"""Between accumulators and vectors: every rounding code, saturation, signs, widening, bf16."""

from tests.platforms.amd_npu.machine.guard.program import BANK1, END, Guard, lanes, nops, same

QUARTERS = [-10, -9, -7, -6, -5, -3, -2, -1, 1, 2, 3, 5, 6, 7, 9, 10]
# -2.5 -2.25 -1.75 -1.5 -1.25 -.75 -.5 -.25 .25 .5 .75 1.25 1.5 1.75 2.25 2.5
ROUNDED = {
    0: ("floor", [-3, -3, -2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2]),
    1: ("ceil", [-2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]),
    2: ("towards zero", [-2, -2, -1, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2]),
    3: ("away from zero", [-3, -3, -2, -2, -2, -1, -1, -1, 1, 1, 1, 2, 2, 2, 3, 3]),
    8: ("half down", [-3, -2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2]),
    9: ("half up", [-2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3]),
    10: ("half to zero", [-2, -2, -2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2]),
    11: ("half away from zero", [-3, -2, -2, -2, -1, -1, -1, 0, 0, 1, 1, 1, 2, 2, 2, 3]),
    12: ("half to even", [-2, -2, -2, -2, -1, -1, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2]),
    13: ("half to odd", [-3, -2, -2, -1, -1, -1, -1, 0, 0, 1, 1, 1, 1, 2, 2, 3]),
}
UNIT = 2.0**-7  # between two bf16 numbers at 1


def rounding(code: int, name: str, expected: list[int]) -> Guard:
    """Sixteen quarters to whole numbers."""
    return Guard(
        f"rounding {name}",
        "vsrs.s16.s32 wl0, bml0, s0",
        "The lanes are quarters from -2.5 to 2.5, shifted right by 2.",
        {"bml0": lanes("i", QUARTERS), "s0": 2, "crRnd": code, "crSat": 0, "crSRSSign": 1},
        expected={"wl0": lanes("h", expected)},
        cycles=1 + END,
    )


PROGRAMS = [
    *(rounding(code, name, expected) for code, (name, expected) in ROUNDED.items()),
    Guard(
        "a narrowed vector is stored after four bundles",
        f"vsrs.s16.s32 wl0, bml0, s0\n{nops(2)}vst wl0, [p0], #32\nvst wl0, [p0], #32",
        "vsrs d = 4.",
        {
            "bml0": same("i", 8, 16),
            "wl0": same("h", 1, 16),
            "s0": 1,
            "p0": BANK1,
            "crRnd": 0,
            "crSat": 0,
        },
        after={BANK1: same("h", 1, 16) + same("h", 4, 16)},
        cycles=5 + END,
    ),
    Guard(
        "saturation",
        "vsrs.s16.s32 wl0, bml0, s0\nmovx crSat, r0\nvsrs.s16.s32 wl1, bml0, s0",
        "With crSat = 1 the limits, with 0 the low 16 bits: 40000 - 65536 = -25536.",
        {
            "bml0": lanes("i", [40000, -40000, 5, -5] * 4),
            "s0": 0,
            "r0": 0,
            "crRnd": 0,
            "crSat": 1,
            "crSRSSign": 1,
        },
        expected={
            "wl0": lanes("h", [32767, -32768, 5, -5] * 4),
            "wl1": lanes("h", [-25536, 25536, 5, -5] * 4),
        },
        cycles=3 + END,
    ),
    Guard(
        "the sign of d forms is taken at run time",
        "vsrs.d16.s32 wl0, bml0, s0\nmovx crSRSSign, r1\nvsrs.d16.s32 wl1, bml0, s0",
        "40000 fits 16 unsigned bits but not signed ones; 70000 neither.",
        {
            "bml0": lanes("i", [40000, 70000, 5, 32767] * 4),
            "s0": 0,
            "r1": 1,
            "crRnd": 0,
            "crSat": 1,
            "crSRSSign": 0,
        },
        expected={
            "wl0": lanes("H", [40000, 65535, 5, 32767] * 4),
            "wl1": lanes("H", [32767, 32767, 5, 32767] * 4),
        },
        cycles=3 + END,
    ),
    Guard(
        "to bytes",
        "vsrs.s8.s32 wl0, cm0, s0",
        "32 lanes of a whole accumulator: floor(x / 16), saturated at 127.",
        {
            "cm0": lanes("i", [16 * lane + 5 for lane in range(30)] + [5000, -5000]),
            "s0": 4,
            "crRnd": 0,
            "crSat": 1,
            "crSRSSign": 1,
        },
        expected={"wl0": lanes("b", [*range(30), 127, -128])},
        cycles=1 + END,
    ),
    Guard(
        "narrowing in the mv slot",
        f"vsrsm.s16.s32 wl0, bml0, s0\n{nops(2)}vst wl0, [p0], #32\nvst wl0, [p0], #32",
        "vsrsm d = 4, too.",
        {
            "bml0": same("i", 12, 16),
            "wl0": same("h", 1, 16),
            "s0": 2,
            "p0": BANK1,
            "crRnd": 0,
            "crSat": 0,
        },
        after={BANK1: same("h", 1, 16) + same("h", 3, 16)},
        cycles=5 + END,
    ),
    Guard(
        "widening meets an addition at one",
        "vups.s32.s16 bml0, wl0, s0\nvadd cm2, cm0, cm1, r0",
        "vups d = 3, the accumulators are read at stage 3: D = 1. Lane L: 8 L + 1.",
        {
            "wl0": lanes("h", range(-8, 8)),
            "s0": 3,
            "r0": 0,
            "cm0": same("i", 0, 32),
            "cm1": same("i", 1, 32),
            "crUPSSign": 1,
            "crSat": 0,
        },
        expected={"cm2": lanes("i", [8 * lane + 1 for lane in range(-8, 8)] + [1] * 16)},
        cycles=2 + END,
    ),
    Guard(
        "widening while loading meets an addition at seven",
        f"vlda.ups.s32.s16 bml0, s0, [p0, #0]\n{nops(5)}"
        "vadd cm2, cm0, cm1, r0\nvadd cm3, cm0, cm1, r0",
        "d = 9, the accumulators are read at stage 3: D = 7. Six bundles behind the old 5 is seen.",
        {
            "p0": BANK1,
            "s0": 1,
            "r0": 0,
            "cm0": same("i", 5, 32),
            "cm1": same("i", 1, 32),
            "crUPSSign": 1,
            "crSat": 0,
        },
        {BANK1: same("h", 20, 16)},
        {"cm2": same("i", 6, 32), "cm3": same("i", 41, 16) + same("i", 6, 16)},
        cycles=8 + END,
    ),
    Guard(
        "a narrowed bf16 vector meets a product at two",
        "vconv.bf16.fp32 wl0, bml0\nvmul.f bml1, x0, x1, r0\nvmul.f bml2, x0, x1, r0",
        "d = 2, the vectors of vmul.f are read at stage 1. Lanes 16.. of x0 are 0: 1 * 3, 2 * 3.",
        {
            "x0": same("bf16", 1.0, 16) + bytes(32),
            "x1": same("bf16", 3.0, 32),
            "bml0": same("f", 2.0, 16),
            "r0": 60,
            "crRnd": 0,
        },
        expected={"bml1": same("f", 3.0, 16), "bml2": same("f", 6.0, 16)},
        cycles=3 + END,
    ),
    Guard(
        "widening without sign",
        "vups.s32.d16 bml0, wl0, s0\nvups.s32.s16 bml1, wl0, s0",
        "crUPSSign = 0: d16 reads 0xFFFF as 65535, s16 as -1; both shifted left by 1.",
        {"wl0": same("H", 0xFFFF, 16), "s0": 1, "crUPSSign": 0, "crSat": 0},
        expected={"bml0": same("i", 131070, 16), "bml1": same("i", -2, 16)},
        cycles=2 + END,
    ),
    Guard(
        "bf16 to float and back",
        "vconv.fp32.bf16 bml0, wl0\nnop\nvconv.bf16.fp32 wl1, bml0\nnop\nvst wl1, [p0, #0]",
        "2 bundles each way, nothing lost.",
        {"wl0": lanes("bf16", [lane / 4 for lane in range(-8, 8)]), "p0": BANK1, "crRnd": 0},
        after={BANK1: lanes("bf16", [lane / 4 for lane in range(-8, 8)])},
        cycles=5 + END,
    ),
    *(
        Guard(
            f"bf16 rounding {ROUNDED[code][0]}",
            "vconv.bf16.fp32 wl1, bml0",
            "Units of 2^-7 above and below 1 in magnitude: 0.5, 1.5, 0.25, 0.75 of them.",
            {
                "bml0": lanes(
                    "f",
                    [
                        sign + sign * part * UNIT
                        for sign in (1, -1)
                        for part in (0.5, 1.5, 0.25, 0.75)
                    ]
                    * 2,
                ),
                "crRnd": code,
            },
            expected={
                "wl1": lanes(
                    "bf16",
                    ([1 + part * UNIT for part in above] + [-1 - part * UNIT for part in below])
                    * 2,
                )
            },
            cycles=1 + END,
        )
        for code, above, below in (
            (0, (0, 1, 0, 0), (1, 2, 1, 1)),
            (2, (0, 1, 0, 0), (0, 1, 0, 0)),
            (9, (1, 2, 0, 1), (0, 1, 0, 1)),
            (12, (0, 2, 0, 1), (0, 2, 0, 1)),
        )
    ),
    Guard(
        "whole parts of bf16 numbers",
        "vfloor.s32.bf16 x1, wl0, s0",
        "floor(4 x) as int32.",
        {"wl0": lanes("bf16", [-1.125, 1.125, 0.1875, -0.1875] * 4), "s0": 2},
        expected={"x1": lanes("i", [-5, 4, 0, -1] * 4)},
        cycles=1 + END,
    ),
    Guard(
        "packing and unpacking",
        f"vpack.s8.s16 wl1, x0\nnop\nvunpack.s16.s8 x2, wl1\n{nops(7)}",
        "16-bit lanes that fit 8 bits come back unchanged.",
        {"x0": lanes("h", range(-16, 16)), "crPackSign": 1, "crUnpackSign": 1, "crSat": 0},
        expected={"wl1": lanes("b", range(-16, 16)), "x2": lanes("h", range(-16, 16))},
        cycles=10 + END,
    ),
]
