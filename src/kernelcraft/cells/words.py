"""The machine words of a text: a platform's own, or those of its vendor's assembler.

A platform whose vendor's assembler makes other words has a part `machine.official` with a function
`words(text)`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kernelcraft.cells.platforms import part
from kernelcraft.cells.simulation import simulation

OFFICIAL = {"errata": "official"}


def machine_words(platform: str, text: str, settings: Mapping[str, str]) -> list[str]:
    """Hexadecimal words; raises AssemblyError for a bad text, SimulationFault for bad settings.

    They are the vendor's where it has others and the settings name no machine but its own.
    """
    bench = simulation(platform).bench(settings)
    vendor = part(platform, "machine.official")
    if vendor is not None and dict(settings) in ({}, OFFICIAL):
        found: list[int] = vendor.words(text)
        return [f"0x{word:08x}" for word in found]
    program = bench.assemble(text)
    isa, words = program.isa, program.words()
    if isa.bundle is not None and isa.bundle.formats:
        sizes = np.diff(program.addresses).tolist()
        return [f"0x{word:0{2 * size}x}" for word, size in zip(words, sizes, strict=True)]
    return [f"0x{word:0{-(-isa.word_bits // 4)}x}" for word in words]
