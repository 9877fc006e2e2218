"""Bundles and slots that do nothing."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.machine.bundles import UNITS
from kernelcraft.platforms.amd_npu.machine.instructions.table import Timed, form

_FILLERS = {
    "nopa": ("lda", "0*21"),
    "nopb": ("ldb", "0*16"),
    "nops": ("st", "0*21"),
    "nopx": ("alu", "0*20"),
    "nopm": ("mv", "0*16 111000"),
    "nopv": ("vec", "0*17 111100000"),
    "nopxm": ("lng", "0*42"),
}

form(
    "nop",
    "A bundle of 2 bytes that does nothing, for one cycle; it stands alone.",
    Timed("nop", 1),
    lambda m, o: None,
    "0",
)
for _mnemonic, (_unit, _bits) in _FILLERS.items():
    form(
        _mnemonic,
        f"Nothing, in {UNITS[_unit].partition(':')[0]}; makes the bundle longer.",
        Timed(_unit, 1),
        lambda m, o: None,
        _bits,
    )
