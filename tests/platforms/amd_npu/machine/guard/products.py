"""What the multiplier computes: tiles and element-wise products in the modes of the tasks."""

from tests.platforms.amd_npu.machine.guard.program import END, Guard, lanes, same

# bf16 4x8 . 8x4: row i of A is 1 at k = i and 2 at k = 7, so C[i][j] = B[i][j] + 2 B[7][j].
A_BF16 = lanes(
    "bf16", [1.0 if k == i else 2.0 if k == 7 else 0.0 for i in range(4) for k in range(8)]
)
B_BF16 = lanes("bf16", [4 * k + j for k in range(8) for j in range(4)])
C_BF16 = lanes(
    "f",
    # rows of B: 0 1 2 3, 4 5 6 7, 8 .. 11, 12 .. 15; twice row 7 is 56 58 60 62
    [56, 59, 62, 65, 60, 63, 66, 69, 64, 67, 70, 73, 68, 71, 74, 77],
)
# int8 4x8 . 8x8: row i of A is i + 1 at k = 0 and -1 at k = 7; row 0 of B is 0..7, row 7 is 10.
A_INT8 = lanes("b", [i + 1 if k == 0 else -1 if k == 7 else 0 for i in range(4) for k in range(8)])
B_INT8 = lanes("b", [j if k == 0 else 10 if k == 7 else 99 for k in range(8) for j in range(8)])
C_INT8 = lanes("i", [(i + 1) * j - 10 for i in range(4) for j in range(8)])

PROGRAMS = [
    Guard(
        "a bf16 tile product",
        "vmul.f bml0, x0, x1, r0",
        "28: row-major 4x8 by 8x4 into 4x4.",
        {"x0": A_BF16, "x1": B_BF16, "r0": 28},
        expected={"bml0": C_BF16},
        cycles=1 + END,
    ),
    Guard(
        "a bf16 tile product is added",
        "vmac.f bml0, bml0, x0, x1, r0",
        "To 100 in each of the 16 elements.",
        {"x0": A_BF16, "x1": B_BF16, "r0": 28, "bml0": same("f", 100.0, 16)},
        expected={
            "bml0": lanes(
                "f",
                [156, 159, 162, 165, 160, 163, 166, 169, 164, 167, 170, 173, 168, 171, 174, 177],
            )
        },
        cycles=1 + END,
    ),
    Guard(
        "a bf16 tile product is taken away",
        "vmsc.f bml0, bml0, x0, x1, r0",
        "From 100.",
        {"x0": A_BF16, "x1": B_BF16, "r0": 28, "bml0": same("f", 100.0, 16)},
        expected={
            "bml0": lanes("f", [44, 41, 38, 35, 40, 37, 34, 31, 36, 33, 30, 27, 32, 29, 26, 23])
        },
        cycles=1 + END,
    ),
    Guard(
        "bf16 element-wise",
        "vmul.f bmh0, x0, x1, r0",
        "60: lane L = a[L] b[L] + a[L + 16] b[L + 16]: L * 2 + 1 * (-8).",
        {
            "x0": lanes("bf16", [*range(16), *[1.0] * 16]),
            "x1": lanes("bf16", [2.0] * 16 + [-8.0] * 16),
            "r0": 60,
        },
        expected={"bmh0": lanes("f", [2 * lane - 8 for lane in range(16)])},
        cycles=1 + END,
    ),
    Guard(
        "one large and many small products",
        "vmac.f bml0, bml0, x0, x1, r0",
        "60. The 24-bit grid at the exponent of the accumulator 2^24 is 2. Each of the two products"
        " 1 is a tie that goes to the even 0, so 2^24 remains; each 1.5 goes to 2.",
        {
            "x0": lanes("bf16", [1.0, 1.5] * 16),
            "x1": same("bf16", 1.0, 32),
            "r0": 60,
            "bml0": same("f", 2.0**24, 16),
        },
        expected={"bml0": lanes("f", [2.0**24, 2.0**24 + 4] * 8)},
        cycles=1 + END,
    ),
    Guard(
        "an int8 tile product",
        "vmul cm0, x0, x1, r0",
        "776: row-major signed 4x8 by 8x8 into 4x8; A is the lower half of x0.",
        {"x0": A_INT8 + bytes(32), "x1": B_INT8, "r0": 776},
        expected={"cm0": C_INT8},
        cycles=1 + END,
    ),
    Guard(
        "signs of int8 operands",
        "vmul cm0, x0, x1, r0\nvmul cm1, x0, x1, r1\nvmul cm2, x0, x1, r2",
        "808 element-wise, one lane of the pair is 0. -1 * -1 = 1; 552 = 808 - 256 clears the sign"
        " of the second: -1 * 255; 296 = 808 - 512 that of the first: 255 * -1.",
        {
            "x0": same("b", -1, 32) + bytes(32),
            "x1": same("b", -1, 32) + bytes(32),
            "r0": 808,
            "r1": 552,
            "r2": 296,
        },
        expected={"cm0": same("i", 1, 32), "cm1": same("i", -255, 32), "cm2": same("i", -255, 32)},
        cycles=3 + END,
    ),
    Guard(
        "int16 element-wise",
        "vmul cm0, x0, x1, r0",
        "824: 32 lanes, the full 32-bit products. Lane L: (L - 16) * -300.",
        {"x0": lanes("h", range(-16, 16)), "x1": same("h", -300, 32), "r0": 824},
        expected={"cm0": lanes("i", [-300 * lane for lane in range(-16, 16)])},
        cycles=1 + END,
    ),
    Guard(
        "two accumulators and a product",
        "vaddmac.f bml0, bml0, bml1, x0, x1, r0",
        "acc1 + acc2 + A.B: 1 + 2 + (1*1 + 1*1).",
        {
            "x0": same("bf16", 1.0, 32),
            "x1": same("bf16", 1.0, 32),
            "r0": 60,
            "bml0": same("f", 1.0, 16),
            "bml1": same("f", 2.0, 16),
        },
        expected={"bml0": same("f", 5.0, 16)},
        cycles=1 + END,
    ),
    Guard(
        "sums of float accumulators",
        "vadd.f bml2, bml0, bml1, r0\nvsub.f bml3, bml0, bml1, r0\nvneg.f bml4, bml0, r0",
        "1.5 and 0.25.",
        {"bml0": same("f", 1.5, 16), "bml1": same("f", 0.25, 16), "r0": 28},
        expected={
            "bml2": same("f", 1.75, 16),
            "bml3": same("f", 1.25, 16),
            "bml4": same("f", -1.5, 16),
        },
        cycles=3 + END,
    ),
]
