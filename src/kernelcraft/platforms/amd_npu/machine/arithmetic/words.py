"""The configuration word of AIE2's multipliers: reference section 6.1, aiev2_vmult.h.

An instruction adds its own part (`FORMS`): vmsc is vmac with the product negated once more.
Bit 10 (shift16), the per-lane mask of bits 16 to 31 and every mode outside `INTEGER_MODES` and
`FLOAT_MODES` are not modelled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ZERO = 1 << 0  # the first accumulator counts as 0
MODE = 0xFE  # amode, bmode and variant
AMODE = 0x6
ACC32, ACC64, FLOAT = 0x0, 0x2, 0x4  # values of amode in place
SECOND_SIGNED = 1 << 8
FIRST_SIGNED = 1 << 9
NEGATE_PRODUCT = 1 << 11
NEGATE_FIRST = 1 << 12  # of two accumulators, or the only one
NEGATE_SECOND = 1 << 13

NEGATIONS = NEGATE_PRODUCT | NEGATE_FIRST | NEGATE_SECOND
INTEGER_BITS = ZERO | MODE | SECOND_SIGNED | FIRST_SIGNED | NEGATIONS
FLOAT_BITS = ZERO | MODE | NEGATIONS


@dataclass(frozen=True)
class Mode:
    """C[rows, columns] += A[rows, depth] @ B[depth, columns], row-major; widths in bits.

    Element-wise modes have one row, and lane L sums A[L + k * columns] * B[L + k * columns].
    """

    rows: int
    depth: int
    columns: int
    first: int
    second: int
    accumulator: int
    elementwise: bool = False

    @property
    def lanes(self) -> int:
        """The number of results."""
        return self.rows * self.columns


INTEGER_MODES: Mapping[int, Mode] = {
    0: Mode(4, 16, 8, 8, 4, 32),  # 768
    2: Mode(4, 2, 4, 32, 16, 64),  # 770
    8: Mode(4, 8, 8, 8, 8, 32),  # 776
    16: Mode(4, 4, 8, 16, 8, 32),  # 784
    18: Mode(2, 8, 8, 16, 8, 64),  # 786
    24: Mode(4, 2, 8, 16, 16, 32),  # 792
    26: Mode(2, 4, 8, 16, 16, 64),  # 794
    40: Mode(1, 2, 32, 8, 8, 32, elementwise=True),  # 808
    50: Mode(4, 8, 4, 16, 8, 64),  # 818
    56: Mode(1, 1, 32, 16, 16, 32, elementwise=True),  # 824
    58: Mode(4, 4, 4, 16, 16, 64),  # 826
}
FLOAT_MODES: Mapping[int, Mode] = {
    28: Mode(4, 8, 4, 16, 16, 32),
    60: Mode(1, 2, 16, 16, 16, 32, elementwise=True),
}

# What an instruction does beside its configuration word: bit 0 is set, the negations are flipped.
# The negated forms negate the whole result: the bits of vnegmac are those of vmsc and of a negated
# accumulator together, and AMD's intrinsics guide says so of negadd.
FORMS: Mapping[str, int] = {
    "vmul": ZERO,
    "vnegmul": ZERO | NEGATE_PRODUCT,
    "vmac": 0,
    "vmsc": NEGATE_PRODUCT,
    "vnegmac": NEGATE_FIRST | NEGATE_PRODUCT,
    "vnegmsc": NEGATE_FIRST,
    "vaddmac": 0,
    "vaddmsc": NEGATE_PRODUCT,
    "vsubmac": NEGATE_SECOND,
    "vsubmsc": NEGATE_SECOND | NEGATE_PRODUCT,
    "vadd": 0,
    "vsub": NEGATE_SECOND,
    "vnegadd": NEGATE_FIRST | NEGATE_SECOND,
    "vnegsub": NEGATE_FIRST,
    "vneg": NEGATE_FIRST,
}


def c_words() -> str:
    """The bits of the word and the cases of the integer modes as C."""
    bits = {
        "ZERO": ZERO,
        "MODE": MODE,
        "AMODE": AMODE,
        "ACC64": ACC64,
        "FLOAT": FLOAT,
        "SECOND_SIGNED": SECOND_SIGNED,
        "FIRST_SIGNED": FIRST_SIGNED,
        "NEGATE_PRODUCT": NEGATE_PRODUCT,
        "NEGATE_FIRST": NEGATE_FIRST,
        "NEGATE_SECOND": NEGATE_SECOND,
        "NEGATIONS": NEGATIONS,
        "FLOAT_BITS": FLOAT_BITS,
        "INTEGER_BITS": INTEGER_BITS,
    }
    enum = ", ".join(f"{name} = 0x{value:x}" for name, value in bits.items())
    cases = " ".join(_c_case(bits_, mode) for bits_, mode in INTEGER_MODES.items())
    return f"enum {{ {enum} }};\n#define INTEGER_CASES {cases}\n"


def _c_case(mode_bits: int, mode: Mode) -> str:
    widths = f"{mode.first}, {mode.second}, {mode.accumulator}"
    if mode.elementwise:
        return f"ELEMENTWISE({mode_bits}, {mode.depth}, {mode.columns}, {widths})"
    return f"MATRIX({mode_bits}, {mode.rows}, {mode.depth}, {mode.columns}, {widths})"


def combined(config: int, form: int) -> int:
    """The configuration word with the instruction's own part."""
    return (config | (form & ZERO)) ^ (form & NEGATIONS)


def signs(word: int) -> tuple[int, int, int]:
    """The factors 0, 1 or -1 of the first accumulator, the second one and the product."""
    first = 0 if word & ZERO else -1 if word & NEGATE_FIRST else 1
    second = -1 if word & NEGATE_SECOND else 1
    return first, second, -1 if word & NEGATE_PRODUCT else 1
