"""Bundles and slots that do nothing."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.bundles import UNITS
from kernelcraft.platforms.amd_npu.instructions.table import Timed, form

_FILLERS = {
    "nopa": "lda",
    "nopb": "ldb",
    "nops": "st",
    "nopx": "alu",
    "nopm": "mv",
    "nopv": "vec",
    "nopxm": "lng",
}

form(
    "nop",
    "A bundle of 2 bytes that does nothing, for one cycle; it stands alone.",
    Timed("nop", 1),
    lambda m, o: None,
)
for _mnemonic, _unit in _FILLERS.items():
    form(
        _mnemonic,
        f"Nothing, in {UNITS[_unit].partition(':')[0]}; makes the bundle longer.",
        Timed(_unit, 1),
        lambda m, o: None,
    )
