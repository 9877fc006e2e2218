"""This machine's cores: warm worker processes with limits."""

import os

from kernelcraft.evaluation.executors import Executor
from kernelcraft.grading.workers import Workers


def local(workers: int | None = None) -> Executor:
    """`workers` processes, as many as there are cores by default; they start when first needed."""
    return Workers(workers or os.cpu_count() or 1)
