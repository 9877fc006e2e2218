"""Doors for trainers and search engines: an episode with tools, and one reward at its end."""

from kernelcraft.cells.variants.cells import drawn_cells
from kernelcraft.environments.episode import Episode, Graders
from kernelcraft.environments.kernel_env import KernelEnv

__all__ = ["Episode", "Graders", "KernelEnv", "drawn_cells"]
