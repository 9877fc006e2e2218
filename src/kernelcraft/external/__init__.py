"""Platforms that others assemble for and simulate: commands, files and a memory map.

docs/external.md says what a designer writes.
"""

from kernelcraft.external.confinement import Bounds
from kernelcraft.external.job import Answer, Broken, Tool
from kernelcraft.external.platform import ExternalPlatform
from kernelcraft.external.program import Assembler
from kernelcraft.external.text import Language

__all__ = ["Answer", "Assembler", "Bounds", "Broken", "ExternalPlatform", "Language", "Tool"]
