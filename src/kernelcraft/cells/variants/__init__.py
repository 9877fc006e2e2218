"""Machines drawn by a seed: a platform's machine behind another instruction set."""

from kernelcraft.cells.variants.names import (
    MARK,
    STRENGTHS,
    NoVariants,
    Strength,
    Variant,
    base_of,
    drawn,
    drawn_from,
    endless,
    parsed,
)

__all__ = [
    "MARK",
    "STRENGTHS",
    "NoVariants",
    "Strength",
    "Variant",
    "base_of",
    "drawn",
    "drawn_from",
    "endless",
    "parsed",
]
