"""Chains of multiply-accumulates and what may follow them; the products of eight that survive."""

from tests.platforms.amd_npu.machine.guard.program import BANK1, END, Guard, lanes, nops, same

ONES_BF16, ONES_INT8 = same("bf16", 1.0, 32), same("b", 1, 64)


def chain(mac: str, distance: int) -> str:
    """Eight dependent accumulations, `distance` bundles apart."""
    return (mac + "\n" + nops(distance - 1)) * 7 + mac


def bf16_chain(distance: int, survivors: int) -> Guard:
    """Each product adds 1*1 + 1*1 to every lane."""
    return Guard(
        f"eight bf16 accumulations {distance} apart",
        chain("vmac.f bml0, bml0, x0, x1, r0", distance),
        f"d = 6, acc u = 3: D = 4. At {distance} apart the last sees the one"
        f" {-(-4 // distance)} before, and so on: {survivors} products remain.",
        {"x0": ONES_BF16, "x1": ONES_BF16, "r0": 60, "bml0": same("f", 0.0, 16)},
        expected={"bml0": same("f", 2.0 * survivors, 16)},
        cycles=7 * distance + 1 + END,
    )


def int8_chain(distance: int, survivors: int) -> Guard:
    """Each product of a 4x8 and an 8x8 tile of ones adds 8 to every element."""
    return Guard(
        f"eight int8 accumulations {distance} apart",
        chain("vmac cm0, cm0, x0, x1, r0", distance),
        f"d = 5, acc u = 3, VEC: D = 2. {survivors} products remain.",
        {"x0": ONES_INT8, "x1": ONES_INT8, "r0": 776, "cm0": same("i", 0, 32)},
        expected={"cm0": same("i", 8 * survivors, 32)},
        cycles=7 * distance + 1 + END,
    )


PROGRAMS = [
    *(bf16_chain(distance, left) for distance, left in enumerate([2, 4, 4, 8, 8, 8], 1)),
    *(int8_chain(distance, left) for distance, left in enumerate([4, 8, 8, 8], 1)),
    Guard(
        "a product and a sum of accumulators",
        f"vmul.f bml0, x0, x1, r0\n{nops(2)}"
        "vadd.f bml2, bml0, bml1, r1\nvadd.f bml3, bml0, bml1, r1",
        "vmul.f d = 6, the accumulators of vadd.f are read at stage 3: D = 4. 2 lanes add up.",
        {
            "x0": ONES_BF16,
            "x1": ONES_BF16,
            "r0": 60,
            "r1": 28,
            "bml0": same("f", 32.0, 16),
            "bml1": same("f", 0.5, 16),
        },
        expected={"bml2": same("f", 32.5, 16), "bml3": same("f", 2.5, 16)},
        cycles=5 + END,
    ),
    Guard(
        "storing an accumulator five and six bundles after",
        f"vmac.f bml0, bml0, x0, x1, r0\n{nops(4)}vst amll0, [p0], #32\nvst amll0, [p0], #32",
        "vst reads at stage 1: D = 6.",
        {
            "x0": ONES_BF16,
            "x1": ONES_BF16,
            "r0": 60,
            "bml0": same("f", 1.0, 16),
            "p0": BANK1,
        },
        after={BANK1: same("f", 1.0, 8) + same("f", 3.0, 8)},
        cycles=7 + END,
    ),
    Guard(
        "storing an int accumulator four and five bundles after",
        f"vmac cm0, cm0, x0, x1, r0\n{nops(3)}vst amll0, [p0], #32\nvst amll0, [p0], #32",
        "d = 5, no bypass into a store: D = 5.",
        {"x0": ONES_INT8, "x1": ONES_INT8, "r0": 776, "cm0": same("i", 1, 32), "p0": BANK1},
        after={BANK1: same("i", 1, 8) + same("i", 9, 8)},
        cycles=6 + END,
    ),
    Guard(
        "accumulating onto a loaded accumulator",
        f"vlda amll0, [p0, #0]\n{nops(3)}vmac.f bml1, bml0, x0, x1, r0\n"
        "vmac.f bml2, bml0, x0, x1, r0",
        "load d = 7, acc u = 3: D = 5. Only the first 8 lanes are loaded.",
        {
            "x0": ONES_BF16,
            "x1": ONES_BF16,
            "r0": 60,
            "bml0": same("f", 10.0, 16),
            "p0": BANK1,
        },
        {BANK1: same("f", 20.0, 8)},
        {"bml1": same("f", 12.0, 16), "bml2": same("f", 22.0, 8) + same("f", 12.0, 8)},
        cycles=6 + END,
    ),
    Guard(
        "an accumulator set to zero",
        "vclr cm0\nvmac cm1, cm0, x0, x1, r0\nvmac cm2, cm0, x0, x1, r0",
        "vclr cm d = 5 with VEC, acc u = 3: D = 2.",
        {"x0": ONES_INT8, "x1": ONES_INT8, "r0": 776, "cm0": same("i", 100, 32)},
        expected={"cm0": same("i", 0, 32), "cm1": same("i", 108, 32), "cm2": same("i", 8, 32)},
        cycles=3 + END,
    ),
    Guard(
        "two accumulations in flight in one accumulator",
        "vmac.f bml0, bml1, x0, x1, r0\nvmac.f bml0, bml2, x0, x1, r0\n"
        f"{nops(4)}vst amll0, [p0], #32\nvst amll0, [p0], #32",
        "They land at 6 and 7, and each store sees its own.",
        {
            "x0": ONES_BF16,
            "x1": ONES_BF16,
            "r0": 60,
            "bml1": same("f", 1.0, 16),
            "bml2": same("f", 5.0, 16),
            "p0": BANK1,
        },
        expected={"bml0": same("f", 7.0, 16)},
        after={BANK1: same("f", 3.0, 8) + same("f", 7.0, 8)},
        cycles=8 + END,
    ),
    Guard(
        "the configuration word is read at issue",
        "vmac cm0, cm0, x0, x1, r0\nmovx r0, #0",
        "Stage 1: the movx one bundle later does not reach it.",
        {"x0": ONES_INT8, "x1": ONES_INT8, "r0": 776, "cm0": same("i", 0, 32)},
        expected={"cm0": same("i", 8, 32), "r0": 0},
        cycles=2 + END,
    ),
    Guard(
        "the zero bit ignores the accumulator",
        "vmac cm0, cm0, x0, x1, r0",
        "777 is 776 with bit 0 set: 8 products of 1*1, whatever was there.",
        {"x0": ONES_INT8, "x1": ONES_INT8, "r0": 777, "cm0": same("i", 100, 32)},
        expected={"cm0": same("i", 8, 32)},
        cycles=1 + END,
    ),
    Guard(
        "minus a product",
        "vmsc cm0, cm0, x0, x1, r0\nvmul cm1, x0, x1, r0\nvnegmul cm2, x0, x1, r0",
        "cm - 8, +8 and -8.",
        {"x0": ONES_INT8, "x1": ONES_INT8, "r0": 776, "cm0": same("i", 100, 32)},
        expected={"cm0": same("i", 92, 32), "cm1": same("i", 8, 32), "cm2": same("i", -8, 32)},
        cycles=3 + END,
    ),
    Guard(
        "sums of accumulators",
        "vadd cm2, cm0, cm1, r0\nvsub cm3, cm0, cm1, r0\nvneg cm4, cm0, r0",
        "Per lane, 32-bit lanes with configuration 0.",
        {
            "cm0": lanes("i", range(32)),
            "cm1": same("i", 3, 32),
            "r0": 0,
        },
        expected={
            "cm2": lanes("i", range(3, 35)),
            "cm3": lanes("i", range(-3, 29)),
            "cm4": lanes("i", range(0, -32, -1)),
        },
        cycles=3 + END,
    ),
    Guard(
        "the sum of an accumulation meets at two",
        "vmac cm0, cm0, x0, x1, r0\nvadd cm2, cm0, cm1, r1\nvadd cm3, cm0, cm1, r1",
        "VEC at both ends: D = 5 - 3 + 1 - 1 = 2.",
        {
            "x0": ONES_INT8,
            "x1": ONES_INT8,
            "r0": 776,
            "r1": 0,
            "cm0": same("i", 0, 32),
            "cm1": same("i", 1, 32),
        },
        expected={"cm2": same("i", 1, 32), "cm3": same("i", 9, 32)},
        cycles=3 + END,
    ),
]
