"""The three kinds of rows: trajectories, examples of right kernels, and preferences."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from kernelcraft.records.verdict import Rules

Message = dict[str, JsonValue]
"""Of a conversation, as OpenAI's chat completions have it."""


class _Row(BaseModel):
    """What every row says of its origin.

    `author` is the model, or the program with its name; `program` says which of both, and with it
    whose terms the text is under. `contaminates` are the reasons why a model that is trained on the
    row must not be measured on its cell, or at all; see `contamination`.
    """

    model_config = ConfigDict(frozen=True)

    cell: str
    platform: str
    task: str
    author: str
    program: bool
    contaminates: tuple[str, ...] = ()


class Step(BaseModel):
    """One attempt. `feedback` is what `run_evaluation` answered.

    `passed` and `cycles` are of the public inputs; `right` is the verdict on hidden ones, None for
    a kernel that failed before. `parent` is the attempt that it was made after. `reward` is this
    kernel's alone, `credit` counts what it made possible later, too.
    """

    model_config = ConfigDict(frozen=True)

    number: int
    parent: int | None
    kernel: str
    feedback: str
    passed: bool
    right: bool | None
    cycles: int | None
    reward: float
    credit: float


class Trajectory(_Row):
    """An episode: its conversation, its attempts, and the reward of its best one."""

    epoch: int
    rules: Rules
    shape: str
    reward: float
    right: bool
    messages: tuple[Message, ...]
    steps: tuple[Step, ...]


class Example(_Row):
    """The prompt of a cell and a right kernel: a pair for supervised training."""

    messages: tuple[Message, ...]
    cycles: int | None
    reward: float


class Preference(_Row):
    """Two kernels of an episode, the later one better; `why` is "right" or "faster"."""

    prompt: tuple[Message, ...]
    chosen: str
    rejected: str
    feedback: str
    why: Literal["right", "faster"]
    cycles: int | None
    rejected_cycles: int | None
