"""The C text before the routines: their header, and the tables they share with the oracles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kernelcraft.platforms.amd_npu.machine.arithmetic.rounding import c_rounding
from kernelcraft.platforms.amd_npu.machine.arithmetic.shuffle import c_shuffles
from kernelcraft.platforms.amd_npu.machine.arithmetic.words import c_words


def c_prelude() -> str:
    """Types, configuration bits and tables as C."""
    header = Path(__file__).with_name("lane_types.h").read_text(encoding="utf-8")
    return c_words() + header + c_rounding() + c_shuffles()


C_PRELUDE: Callable[[], str] = c_prelude
