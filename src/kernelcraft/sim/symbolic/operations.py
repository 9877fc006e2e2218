"""The names of what an expression can be."""

from typing import Final

Range = tuple[int, int]

NOTHING: Final = 0  # no operand; in a memory: the number that lies there, and no expression
OPERATIONS: Final = (
    *("nothing", "constant", "input", "scale", "unwritten", "time"),
    *("add", "sub", "mul", "shl", "shr", "and", "or", "xor", "signed", "floor_divide", "mod"),
    *("lt", "eq", "smaller", "larger", "look_up", "any"),
    *("fadd", "fsub", "fmul", "fmax", "fmin", "exp", "reciprocal", "sqrt", "rescaled", "opaque"),
    "pattern",  # the bits of a number with a fraction, in as many bytes
    "number",  # the number with a fraction that bits are, in as many bytes
    "rounded",  # to a format of as many bytes
    "floored",  # floor(x 2^k), a whole number
)
CODE: Final = {name: number for number, name in enumerate(OPERATIONS)}
REAL: Final = frozenset(
    CODE[name]
    for name in (
        *("fadd", "fsub", "fmul", "fmax", "fmin", "exp", "reciprocal", "sqrt", "rescaled"),
        *("number", "rounded"),
    )
)
LEAVES: Final = frozenset(CODE[name] for name in OPERATIONS[:6])
COMMUTATIVE: Final = frozenset(
    CODE[name]
    for name in (
        *("mul", "and", "or", "xor", "eq", "smaller", "larger"),
        *("fadd", "fmul", "fmax", "fmin"),
    )
)
RING: Final = frozenset(CODE[name] for name in ("add", "sub", "mul"))
UNKNOWN: Final[Range] = (-(1 << 64), 1 << 64)
