"""The names of the registers; scalar ones also have a number in one common file.

A move names any scalar register, so all of them are numbered through: general, pointer, modifier
and the special, control and status registers.
"""

from __future__ import annotations

R = tuple(f"r{index}" for index in range(32))
P = tuple(f"p{index}" for index in range(8))
M = tuple(f"m{index}" for index in range(8))
DN = tuple(f"dn{index}" for index in range(8))
DJ = tuple(f"dj{index}" for index in range(8))
DC = tuple(f"dc{index}" for index in range(8))
S = tuple(f"s{index}" for index in range(4))
CONTROL = (
    *("crVaddSign", "crF2FMask", "crF2IMask", "crFPMask", "crMCDEn", "crPackSign", "crRnd"),
    *("crSCDEn", "crSRSSign", "crSat", "crUPSSign", "crUnpackSign"),
)
STATUS = (
    *("srCarry", "srCompr_uf", "srF2FFlags", "srF2IFlags", "srFPFlags", "srMS0", "srSRS_of"),
    *("srSS0", "srSparse_of", "srUPS_of"),
)
SPECIAL = ("lr", "lc", "ls", "le", "sp", "dp", "CORE_ID")

SCALARS = (*R, *P, *M, *DN, *DJ, *DC, *S, *SPECIAL, *CONTROL, *STATUS)
NUMBER = {name: number for number, name in enumerate(SCALARS)}

POINTER_BITS = 20
_BITS = {
    **dict.fromkeys((*P, *M, *DN, *DJ, *DC, "lr", "ls", "le", "sp", "dp", "CORE_ID"), POINTER_BITS),
    **dict.fromkeys(S, 6),
    "crVaddSign": 1,
    "crMCDEn": 1,
    "crPackSign": 1,
    "crRnd": 4,
    "crSCDEn": 1,
    "crSRSSign": 1,
    "crSat": 2,
    "crUPSSign": 1,
    "crUnpackSign": 1,
    "srCarry": 1,
}
WIDTHS = tuple(_BITS.get(name, 32) for name in SCALARS)
"""The bits of each scalar register by its number; a longer value is truncated."""

W = tuple(f"w{half}{index}" for index in range(12) for half in "lh")
X = tuple(f"x{index}" for index in range(12))
AM = tuple(f"am{half}{index}" for index in range(9) for half in ("ll", "lh", "hl", "hh"))
BM = tuple(f"bm{half}{index}" for index in range(9) for half in "lh")
CM = tuple(f"cm{index}" for index in range(9))
PAIRS = tuple(f"r{first + 1}:r{first}" for first in range(16, 32, 2))
"""64 bits in two registers, the upper half first."""
L = tuple(f"l{index}" for index in range(8))
"""What reference manuals call the pairs: l0 is r17:r16, l7 is r31:r30."""
