"""Scalar arithmetic: flags, selection, division steps, shifts, and the widths of registers."""

from tests.platforms.amd_npu.machine.guard.program import END, Guard

PROGRAMS = [
    Guard(
        "selection by r27",
        "sel.eqz r1, r2, r3, r27\nsel.nez r4, r2, r3, r27\nmovx r27, #0\n"
        "sel.eqz r5, r2, r3, r27\nsel.nez r6, r2, r3, r27",
        "r27 = 1 first: eqz takes the second, nez the first operand; with 0 the other way round.",
        {"r2": 22, "r3": 33, "r27": 1},
        expected={"r1": 33, "r4": 22, "r5": 22, "r6": 33},
        cycles=5 + END,
    ),
    Guard(
        "thirty-two steps of a division",
        "divs r1, r31, r1, r2\n" * 32,
        "One step shifts {rest, r31} left and subtracts where it can: 100 = 14 * 7 + 2.",
        {"r1": 0, "r2": 7, "r31": 100},
        expected={"r1": 2, "r31": 14},
        cycles=32 + END,
    ),
    Guard(
        "carries",
        "add r1, r2, r3\nadc r4, r0, r0\nadd r5, r0, r0\nadc r6, r0, r0",
        "0xFFFFFFFF + 1 = 0 carries 1, 0 + 0 none.",
        {"r0": 0, "r2": 0xFFFFFFFF, "r3": 1},
        expected={"r1": 0, "r4": 1, "r5": 0, "r6": 0},
        cycles=4 + END,
    ),
    Guard(
        "an addition that leaves the carry alone",
        "add r1, r2, r3\nadd.nc r5, r0, #5\nadc r6, r0, r0",
        "add.nc does not set srCarry: 1 is still there.",
        {"r0": 0, "r2": 0xFFFFFFFF, "r3": 1},
        expected={"r5": 5, "r6": 1},
        cycles=3 + END,
    ),
    Guard(
        "shifts by negative amounts go right",
        "lshl r3, r1, r2\nashl r4, r1, r2\nlshl r5, r1, r6\nashl r7, r1, r6",
        "0x80000010 >> 4 logically 0x08000001, arithmetically 0xF8000001; << 4 is 0x100.",
        {"r1": 0x80000010, "r2": 0xFFFFFFFC, "r6": 4},
        expected={"r3": 0x08000001, "r4": 0xF8000001, "r5": 0x100, "r7": 0x100},
        cycles=4 + END,
    ),
    Guard(
        "comparisons",
        "lt r3, r1, r2\nltu r4, r1, r2\nge r5, r1, r2\ngeu r6, r1, r2\n"
        "eq r7, r1, r1\nne r8, r1, r1\neqz r9, r1\nnez r10, r1",
        "-1 against 1: less as signed numbers, greater as unsigned ones.",
        {"r1": 0xFFFFFFFF, "r2": 1},
        expected={"r3": 1, "r4": 0, "r5": 0, "r6": 1, "r7": 1, "r8": 0, "r9": 0, "r10": 1},
        cycles=8 + END,
    ),
    Guard(
        "numbers of one operand",
        "abs r2, r1\nclz r3, r4\nextend.s8 r5, r4\nextend.u8 r6, r4\n"
        "extend.s16 r7, r4\nextend.u16 r8, r4",
        "|-5|; 0x0001FE80 has 15 zeros in front; its byte is 0x80, its half 0xFE80.",
        {"r1": 0xFFFFFFFB, "r4": 0x0001FE80},
        expected={
            "r2": 5,
            "r3": 15,
            "r5": 0xFFFFFF80,
            "r6": 0x80,
            "r7": 0xFFFFFE80,
            "r8": 0xFE80,
        },
        cycles=6 + END,
    ),
    Guard(
        "bits and products",
        "and r3, r1, r2\nor r4, r1, r2\nxor r5, r1, r2\nsub r6, r1, r2\nnop\nmul r7, r1, r2",
        "0b1100 and 0b1010; 12 - 10, 12 * 10.",
        {"r1": 12, "r2": 10},
        expected={"r3": 8, "r4": 14, "r5": 6, "r6": 2, "r7": 120},
        cycles=6 + END,
    ),
    Guard(
        "a product keeps its low half",
        "mul r3, r1, r2",
        "0x10001 * 0x10001 = 0x1_0002_0001.",
        {"r1": 0x10001, "r2": 0x10001},
        expected={"r3": 0x00020001},
        cycles=1 + END,
    ),
    Guard(
        "immediates and widths",
        "movx r1, #-1024 ; mova r2, #1023\nmov r3, #-512\nmovxm r4, #0x12345678\n"
        "mov p1, r4\nmov s1, r4\nmova m3, #-4\nmov r5, m3\nmov r6, p1",
        "Pointers and modifiers hold 20 bits, shifts 6: 0x45678 and 0x38. A pointer read into a"
        " scalar has its 20 bits.",
        {},
        expected={
            "r1": 0xFFFFFC00,
            "r2": 1023,
            "r3": 0xFFFFFE00,
            "r4": 0x12345678,
            "p1": 0x45678,
            "s1": 0x38,
            "m3": 0xFFFFC,
            "r6": 0x45678,
        },
        cycles=8 + END,
    ),
]
