"""The six slots of a bundle and the formats in which a bundle is written down.

`lng` is one instruction in the places of alu and mv; the 2-byte `nop` is a bundle of its own.
"""

from __future__ import annotations

from kernelcraft.isa.syntax import BundleFormat, Format, Slot

SLOTS = (
    Slot("ldb", 16),
    Slot("lda", 21),
    Slot("st", 21),
    Slot("alu", 20),
    Slot("lng", 42, covers=("alu", "mv")),
    Slot("mv", 22),
    Slot("vec", 26),
    Slot("nop", 1, covers=("ldb", "lda", "st", "alu", "lng", "mv", "vec")),
)
UNITS = {
    "ldb": "slot ldb: load unit B, unpacking, table look-ups",
    "lda": "slot lda: load unit A, pointers, sub-word stores",
    "st": "slot st: stores, and conversions on their way",
    "alu": "slot x: scalar arithmetic, jumps through registers",
    "lng": "slots x and m together: long immediates, jumps to labels",
    "mv": "slot m: moves and element-wise vector operations",
    "vec": "slot v: multiplication and accumulation",
    "nop": "a whole bundle",
}

_SETS = {
    2: "nop",
    4: "vec, st, mv, ldb, lda, alu",
    6: "lng, st+alu, ldb+st, ldb+mv, ldb+alu, lda+st, lda+mv, lda+ldb, lda+alu",
    8: "st+vec, st+mv, mv+vec, ldb+vec, lda+vec, alu+vec, alu+mv, st+ldb+alu, lda+ldb+st, "
    "lda+ldb+alu",
    10: "st+mv+vec, st+alu+vec, st+alu+mv, st+ldb+vec, st+ldb+mv, ldb+mv+vec, ldb+alu+vec, "
    "ldb+alu+mv, lda+st+vec, lda+st+mv, lda+st+alu, lda+mv+vec, lda+ldb+vec, lda+ldb+mv, "
    "lda+alu+vec, lda+alu+mv, alu+mv+vec, lng+st, lng+ldb, lng+lda, lng+vec",
    12: "st+alu+mv+vec, st+ldb+mv+vec, st+ldb+alu+vec, st+ldb+alu+mv, ldb+alu+mv+vec, "
    "lda+st+alu+vec, lda+st+alu+mv, lda+ldb+st+vec, lda+ldb+st+mv, lda+ldb+st+alu, "
    "lda+ldb+mv+vec, lda+ldb+alu+vec, lda+ldb+alu+mv, lda+alu+mv+vec, lng+st+vec, lng+st+ldb, "
    "lng+ldb+vec, lng+lda+st, lng+lda+ldb, lng+lda+vec",
    14: "lda+st+mv+vec, st+ldb+alu+mv+vec, lda+ldb+alu+st+vec, lda+ldb+alu+mv+st, "
    "lda+ldb+alu+mv+vec, lng+st+ldb+vec, lng+lda+ldb+st, lng+lda+ldb+vec",
    16: "ldb+lda+st+alu+mv+vec, ldb+lda+st+lng+vec",
}
"""Bytes: the sets of slots; a bundle takes the smallest format that has all of its slots."""

BUNDLE = BundleFormat(
    SLOTS,
    tuple(
        Format(frozenset(each.split("+")), size)
        for size, sets in _SETS.items()
        for each in sets.split(", ")
    ),
)
