"""Comparisons with a sign and without one, a border, the byte that ends a string.

The other programs have nothing to leave out: sums and products wrap around by themselves, and every
word of copy, rsort and towers is alike. A move of the tuner keeps these instructions as they are.
"""

from typing import Final

from kernelcraft.cells.safeguards import Safeguard, replaced

SAFEGUARDS: Final = (
    Safeguard("the sign", ("median", "qsort"), replaced(r"\bb(lt|ge)\b", r"b\1u"), ("baseline",)),
    Safeguard("a border", ("median",), replaced(r"\bsw(\s+)zero, *-4\(a4\)", "nop"), ("baseline",)),
    Safeguard(
        "bytes without a sign",
        ("dhrystone",),
        replaced(r"\blbu(\s+s0, *0\(s1\))", r"lb\1"),
        ("baseline",),
    ),
    Safeguard("bytes without a sign", ("dhrystone",), replaced(r"\bsltu\b", "slt"), ("expert",)),
    Safeguard(
        "the end of a string",
        ("dhrystone",),
        replaced(r"\bbnez(\s+)s4, *\.LBB0_9", r"j\1.LBB0_9"),
        ("baseline",),
    ),
)
