"""Machines drawn by a seed: a platform's machine behind another instruction set."""

from kernelcraft.cells.variants.names import MARK, STRENGTHS, Strength, Variant, base_of, parsed

__all__ = ["MARK", "STRENGTHS", "Strength", "Variant", "base_of", "parsed"]
