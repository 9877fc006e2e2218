"""The operand of vsetvli: `e8, m1, ta, ma` and its number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kernelcraft.isa.operand import Operand
from kernelcraft.isa.suggest import quote
from kernelcraft.isa.syntax import Syntax

_SEW = {"e8": 0, "e16": 1, "e32": 2, "e64": 3}
_LMUL = {"m1": 0, "m2": 1, "m4": 2, "m8": 3, "mf8": 5, "mf4": 6, "mf2": 7}
_TAIL = {"tu": 0, "ta": 1}
_MASK = {"mu": 0, "ma": 1}
_TEXT = re.compile(r"(e8|e16|e32|e64)(?: *, *(mf?[1248]))?(?: *, *(t[ua]))?(?: *, *(m[ua]))?")


@dataclass(frozen=True)
class VectorType(Operand):
    """Element width, group multiplier, tail and mask policy; what is left out is m1, tu, mu."""

    @property
    def values(self) -> range:
        """All that the width allows; the machine decides which are legal."""
        return range(2**self.width)

    @property
    def commas(self) -> bool:
        """`e8, m1, ta, ma` is one operand."""
        return True

    @property
    def expected(self) -> str:
        """The form."""
        return "a vector type such as e8, m1, ta, ma"

    def pattern(self, syntax: Syntax) -> str:
        """Words between commas, or one number."""
        return r"(?:[a-z][a-z0-9]*(?: *, *[a-z][a-z0-9]*)*|0x[0-9a-fA-F]{1,4}|[0-9]{1,5})"

    def read(self, text: str) -> int | None:
        """The number of a type."""
        if text[0].isdigit():
            value = int(text, 0)
            return value if value in self.values else None
        found = _TEXT.fullmatch(text)
        if found is None or (found[2] or "m1") not in _LMUL:
            return None
        sew, lmul, tail, mask = found.groups()
        return (
            _LMUL[lmul or "m1"]
            | _SEW[sew] << 3
            | _TAIL[tail or "tu"] << 6
            | _MASK[mask or "mu"] << 7
        )

    def write(self, value: int) -> str:
        """The words, or a number that no words mean."""
        sew, lmul = value >> 3 & 7, value & 7
        if value >> 8 or sew > 3 or lmul == 4:
            return str(value)
        words = (
            next(word for word, code in table.items() if code == bits)
            for table, bits in (
                (_SEW, sew),
                (_LMUL, lmul),
                (_TAIL, value >> 6 & 1),
                (_MASK, value >> 7 & 1),
            )
        )
        return ", ".join(words)

    def complaint(self, text: str, syntax: Syntax) -> str:
        """Shows the form."""
        return f"expected {self.expected}, got {quote(text)}"
