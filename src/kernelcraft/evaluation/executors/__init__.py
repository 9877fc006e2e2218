"""Where graded runs happen: one file a place; all of them give futures."""

from typing import Protocol

from kernelcraft.grading.job import Grader


class Executor(Grader, Protocol):
    """A grader with resources of its own."""

    def close(self) -> None:
        """End its processes; jobs that have not run give a cancelled future."""
        ...
