"""PLENA's instructions, one chapter per kind of work; importing this package fills the table."""

import importlib

from kernelcraft.platforms.plena.machine.instructions.table import plena

CHAPTERS = ("matrix", "vector", "scalar", "transfer", "control")  # the order of the manual

for chapter in CHAPTERS:
    importlib.import_module(f"{__name__}.{chapter}")
plena.check()

__all__ = ["CHAPTERS", "plena"]
