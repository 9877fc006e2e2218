"""The machine words of a text: a platform's own, or those of its vendor's assembler.

A platform whose vendor's assembler makes other words has a part `machine.official` with a function
`words(text)`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kernelcraft.cells import platforms
from kernelcraft.cells.platforms import part
from kernelcraft.cells.protocol import Platform
from kernelcraft.cells.simulation import SimulationFault, simulation
from kernelcraft.cells.variants.names import DESIGN_MARK
from kernelcraft.isa.program import Program

OFFICIAL = {"errata": "official"}


def machine_words(platform: str, text: str, settings: Mapping[str, str]) -> list[str]:
    """Hexadecimal words; raises AssemblyError for a bad text, SimulationFault for bad settings.

    They are the vendor's where it has others and the settings name no machine but its own.
    """
    if DESIGN_MARK in platform:
        return _own(_designed(platform, settings).assemble(text))
    bench = simulation(platform).bench(settings)
    vendor = part(platform, "machine.official")
    if vendor is not None and dict(settings) in ({}, OFFICIAL):
        found: list[int] = vendor.words(text)
        return [f"0x{word:08x}" for word in found]
    return _own(bench.assemble(text))


def _designed(name: str, settings: Mapping[str, str]) -> Platform:
    """No vendor's assembler knows instructions that were proposed."""
    if settings:
        raise SimulationFault(f"{name} is the usual machine with proposals; it has no settings")
    return platforms.platform(name)


def _own(program: Program) -> list[str]:
    isa, words = program.isa, program.words()
    if isa.bundle is not None and isa.bundle.formats:
        sizes = np.diff(program.addresses).tolist()
        return [f"0x{word:0{2 * size}x}" for word, size in zip(words, sizes, strict=True)]
    return [f"0x{word:0{-(-isa.word_bits // 4)}x}" for word in words]
