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
    Slot("mv", 22, idle=0b111000),
    Slot("vec", 26, idle=0b111100000),
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

_FORMATS = {
    2: ("0001", "nop 0*11"),
    4: (
        "1001",
        "vec 00",
        "00001 st 01",
        "00011 mv 1",
        "00111 ldb 0000001",
        "00000 lda 01",
        "00010 alu 001",
    ),
    6: (
        "101",
        "lng 010",
        "st alu 0111",
        "00001 ldb st 000",
        "00000 ldb mv 00",
        "00010 ldb alu 0000",
        "lda st 110",
        "lda mv 01",
        "lda ldb 00001111",
        "lda alu 0011",
    ),
    8: (
        "0011",
        "st 00000000010 vec 10",
        "st 0*9 mv 0*8",
        "0*5 mv 00110 vec 10",
        "0*5 ldb 0*11 vec 10",
        "lda 00000000100 vec 10",
        "0*10 alu 01 vec 10",
        "0*10 alu mv 1 0000100",
        "st ldb alu 101",
        "lda ldb st 11",
        "lda ldb alu 001",
    ),
    10: (
        "1011",
        "st mv 00100 vec 00",
        "st 0*5 alu 01 vec 10",
        "st 0*5 alu mv 1 0010011",
        "st ldb 0*5 000001 vec 00",
        "st ldb 0*9 mv 01101011",
        "0*5 ldb mv 00110 vec 00",
        "0*5 ldb 0*5 alu 10 vec 10",
        "0*5 ldb 0*5 alu mv 1 0000011",
        "lda st 001001 vec 00",
        "lda st 0000 mv 00101011",
        "lda st 0*11 alu 111",
        "lda mv 00010 vec 00",
        "lda ldb 00000011101 vec 00",
        "lda ldb 0*9 mv 11101011",
        "lda 0*5 alu 00 vec 10",
        "lda 0*5 alu mv 1 0001011",
        "0*5 alu mv 1 vec 01",
        "st 0*5 lng 0 0010011",
        "0*5 ldb 0*5 lng 0 0000011",
        "lda 0*5 lng 0 0001011",
        "0*5 lng 0 vec 01",
    ),
    12: (
        "0111",
        "st alu mv 1 vec 01",
        "st ldb mv 00110 vec 10",
        "st ldb 0*5 alu 01 vec 10",
        "st ldb 0*5 alu mv 1 0000011",
        "ldb 0 alu mv 1 1010 vec 10",
        "lda st alu 00 vec 10",
        "lda st alu mv 1 0000111",
        "lda ldb st 001110 vec 10",
        "lda ldb st 0000 mv 00001111",
        "lda ldb 0*5 alu st 000010011",
        "lda ldb mv 00010 vec 10",
        "lda ldb 0*5 alu 11 vec 10",
        "lda ldb 0*5 alu mv 1 0001011",
        "lda alu mv 1 vec 00",
        "st lng 0 vec 01",
        "st ldb 0*5 lng 0 0000011",
        "ldb 0 lng 0 1010 vec 10",
        "lda st lng 0 0000111",
        "lda ldb 0*5 lng 0 0001011",
        "lda lng 0 vec 00",
    ),
    14: (
        "1111",
        "lda st 0*15 1 mv vec 10",
        "st ldb alu mv 1 vec 01",
        "lda ldb alu 00 st vec 10",
        "lda ldb alu mv 1 st 0000111",
        "lda ldb alu mv 1 vec 00",
        "st ldb lng 0 vec 01",
        "lda ldb lng 0 st 0000111",
        "lda ldb lng 0 vec 00",
    ),
    16: ("0", "ldb lda st alu mv 1 vec", "ldb lda st lng 0 vec"),
}
"""Bytes: how formats of this size end, and what stands before that, bits nobody reads as 0."""

BUNDLE = BundleFormat(
    SLOTS,
    tuple(
        Format(size, f"{bits} {ending}")
        for size, (ending, *formats) in _FORMATS.items()
        for bits in formats
    ),
)
