"""Where graded runs happen: one file a place; all of them give futures."""

from typing import Final, Protocol

from kernelcraft.grading.job import Grader

LOCAL: Final = "local"
RAY: Final = "ray"


class Executor(Grader, Protocol):
    """A grader with resources of its own."""

    def close(self) -> None:
        """End its processes; jobs that have not run give a cancelled future."""
        ...


class ExecutorError(Exception):
    """The place cannot be reached or used; the message is a sentence for the user."""


def executor(place: str, workers: int | None = None) -> Executor:
    """The executor called "local", "ray" or "ray://ADDRESS"; equal jobs are performed once.

    Raises ExecutorError.
    """
    from kernelcraft.evaluation.executors.once import Once

    name, _, address = place.partition("://")
    if name == LOCAL and not address:
        from kernelcraft.evaluation.executors.local import local

        return Once(local(workers))
    if name == RAY and (address or place == RAY):
        from kernelcraft.evaluation.executors.ray import RayCluster

        return Once(RayCluster(address or None, workers))
    raise ExecutorError(f"expected local, ray or ray://ADDRESS as executor, got {place!r}")
