"""Data to train on, made of recorded episodes: every kernel is run and graded again."""

from kernelcraft.dataset.collection import Collection, collect
from kernelcraft.dataset.rows import Example, Preference, Step, Trajectory

__all__ = ["Collection", "Example", "Preference", "Step", "Trajectory", "collect"]
