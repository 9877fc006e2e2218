"""When an instruction's operands are needed, and when its results are there.

Written from the scheduling facts of LLVM's Hexagon back end: a vector result comes in stage 9;
arithmetic and accumulators take it in stage 7, one packet later, multiplications, shifts and
permutations in stage 5, two packets later. A scalar load or multiplication ends in stage 4; plain
arithmetic takes it in stage 2, one packet later, addresses and multiplications in stage 1, two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_REGISTER = re.compile(r"\b([RVQ])(\d+)(?::(\d+))?(\.new)?")
_ASSIGNMENT = re.compile(r"^(.*?[^=!<>+|&^-])(\+|-|\||&|\^)?= ?(.*)$")
_CONDITION = re.compile(r"^if ?\([^)]*\) ?")
_NAME = re.compile(r"^([a-z]\w*)")
EXTRACT: Final = "vextract("
VECTOR_EARLY: Final = (
    *("vmpy", "vmpa", "vrmpy", "vdmpy", "vtmpy", "vdsad", "vrsad", "vmux8"),
    *("vasl", "vasr", "vlsr", "vrotr", "vcl0", "vnormamt", "vpopcount", "vround"),
    *("valign", "vlalign", "vror", "vdelta", "vrdelta", "vshuff", "vdeal", "vpack", "vunpack"),
    *("vlut", "vsxt", "vzxt", "vinsert", "vextract", "prefixsum", "vmemu"),
)
"""What takes its vectors early: multiplications, shifts, permutations, unaligned stores."""
MULTIPLIES: Final = ("mpy", "dmpy", "cmpy", "sfmpy", "vmpy", "vrmpy", "vdmpy", "vcmpy", "vrcmpy")
"""Of scalar registers."""
SCALAR_SLOW: Final = (
    *MULTIPLIES,
    *("mem", "sfadd", "sfsub", "asr", "asl", "lsr", "lsl", "rol", "vasr", "vasl", "vlsr"),
    *("extract", "insert", "cl", "ct", "popcount", "brev", "bitsplit", "vextract"),
)
"""What gives a scalar result late: loads, multiplications, shifts and the search of bits."""
_EVEN: Final = ("vshuffe", "vshuffo", "vshuffoe", "vshuffob")  # of two vectors, as arithmetic


@dataclass(frozen=True)
class Needs:
    """Registers that are needed early, and those whose results are late."""

    early: frozenset[str]
    late: frozenset[str]


@lru_cache(maxsize=1 << 16)
def needs(instruction: str) -> Needs:
    """Of one instruction, as the disassembler writes it."""
    text = _CONDITION.sub("", instruction)
    match = _ASSIGNMENT.match(text)
    if match is None:
        return _swap(text)
    target, _, source = match.groups()
    name = _name(source)
    if "mem" in target:
        data = registers(source) if target.startswith("vmemu") else frozenset[str]()
        return Needs(registers(_inside(target)) | data, frozenset())
    written = registers(target)
    return Needs(_early(name, source), written if _is_late(target, name) else frozenset())


@lru_cache(maxsize=1 << 16)
def registers(text: str) -> frozenset[str]:
    """The registers that a text names, pairs as both of theirs; not those of the same packet."""
    found: set[str] = set()
    for kind, first, second, new in _REGISTER.findall(text):
        if not new:
            found |= {f"{kind}{number}" for number in (first, second) if number}
    return frozenset(found)


def _swap(text: str) -> Needs:
    """What changes two vectors in place, or has no result."""
    if text.startswith(("vshuff(", "vdeal(")):
        both = registers(text)
        return Needs(both, frozenset(each for each in both if each[0] == "V"))
    return Needs(frozenset(), frozenset())


def _early(name: str, source: str) -> frozenset[str]:
    if "mem" in name:
        return registers(_inside(source))
    found = registers(source)
    vectors = frozenset(each for each in found if each[0] == "V")
    if vectors:
        is_early = name.startswith(VECTOR_EARLY) and name not in _EVEN
        return vectors if is_early else frozenset()
    return found if name.startswith(MULTIPLIES) else frozenset()


def _is_late(target: str, name: str) -> bool:
    if target.startswith(("V", "Q")):
        return ".tmp" not in target
    return name.startswith(SCALAR_SLOW)


def _name(source: str) -> str:
    match = _NAME.match(source)
    return match[1] if match else ""


def _inside(text: str) -> str:
    return text.partition("(")[2]
