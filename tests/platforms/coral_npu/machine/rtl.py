"""What was measured on the RTL, and where our cycles are not those of the reference.

The RTL is the public one of the core with vectors (February 2026) under Verilator 5.48. Cycles of
programs run from the first dispatch to the halt. The variant without the retirement buffer is the
same text with the buffer's limit taken out; it hangs in a few programs, which have no number.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field


class Measured(BaseModel):
    """Cycles by name; `programs` and `fresh` are named by their seed, `baselines` by their cell."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rows: dict[str, float]
    kernels: dict[str, int]
    kernels_unbuffered: dict[str, int] = Field(alias="kernels without the buffer")
    random: dict[str, int]
    programs: dict[int, int]
    fresh: dict[int, int]
    programs_unbuffered: dict[int, int] = Field(alias="programs without the buffer")
    baselines: dict[str, int]


RTL: Final = Measured.model_validate_json((Path(__file__).parent / "rtl.json").read_bytes())
DEVIATIONS: Final[dict[str, float]] = {  # rows beyond 5 % and half a cycle of the reference: ours
    "Scalar: div of 16 bits, dependent": 20,
    "Float: fdiv, 1 / 3": 19,
    "Float: fsqrt of 3": 19,
    "Vector: vfirst.m and its user": 5,
    "Vector: vadd, vmul and vslidedown together": 2.5,
    "Division: vdivu.vv, all bits, independent, e8": 10,
    "Division: vdivu.vv, all bits, independent, e16": 16,
    "Division: vdivu.vv, all bits, independent, e32": 26,
    "External: sw": 5,
    "External: sw: latency 10": 5,
    "Decoupling: div of 32 bits, dependent: no buffer": 35,
    "Decoupling: div of 32 bits, independent: no buffer": 35,
}
