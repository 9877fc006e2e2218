"""What travels between the processes of a rollout: a task's row, and what was tried."""

from __future__ import annotations

import verifiers.v1 as vf

from kernelcraft.environments import Episode, KernelEnv


class Row(vf.TaskData):
    """A cell; rows of one `group` have the same hidden inputs."""

    cell: str
    group: str


class Tried(vf.State):
    """The kernels that were evaluated, in order, and the record of the reward at the end."""

    evaluated: list[str] = []
    reward: float = 0.0
    right: bool = False
    cycles: int | None = None


def episode(row: Row) -> Episode:
    """A new episode of the row, graded by the processes of this one."""
    env = KernelEnv
    return Episode(row.cell, row.group, env.secret, env.graders.get(), env.shape)


def played(row: Row, texts: list[str]) -> Episode:
    """One in which the kernels were evaluated; equal kernels, equal rewards."""
    found = episode(row)
    for text in texts:
        found.call("write_code", code=text)
        found.call("run_evaluation")
    return found
