"""The C text before the routines: their header, and the tables they share with the oracles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def c_prelude() -> str:
    """Types, configuration bits and tables as C."""
    return Path(__file__).with_name("lane_types.h").read_text(encoding="utf-8")


C_PRELUDE: Callable[[], str] = c_prelude
