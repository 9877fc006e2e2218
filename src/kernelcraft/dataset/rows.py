"""The three kinds of rows: trajectories, examples of right kernels, and preferences."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from kernelcraft.records.episode import Answer
from kernelcraft.records.verdict import AtSize, Rules

Message = dict[str, JsonValue]
"""Of a conversation, as OpenAI's chat completions have it."""


class Origin(BaseModel):
    """What every row says of its origin.

    `author` is the model, or the program with its name; `program` says which of both, and with it
    whose terms the text is under. `contaminates` are the reasons why a model that is trained on the
    row must not be measured on its cell, or at all; see `contamination`. Where the `answer`
    is "generator" or "template", texts are programs that write a kernel for any sizes of the task.
    """

    model_config = ConfigDict(frozen=True)

    cell: str
    platform: str
    task: str
    answer: Answer = "kernel"
    author: str
    program: bool
    contaminates: tuple[str, ...] = ()


class Step(BaseModel):
    """One attempt. `feedback` is what `run_evaluation` answered.

    `passed` and `cycles` are of the public inputs; `right` is the verdict on hidden ones, None for
    a kernel that failed before. `parent` is the attempt that it was made after. `reward` is this
    kernel's alone, `credit` counts what it made possible later, too. A generator is right if it is
    at all `sizes` of its verdict, and `cycles` are a mean over the published ones.
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
    sizes: tuple[AtSize, ...] = ()


class Trajectory(Origin):
    """An episode: its conversation, its attempts, and the reward of its best one."""

    epoch: int
    rules: Rules
    shape: str
    reward: float
    right: bool
    messages: tuple[Message, ...]
    steps: tuple[Step, ...]


class Example(Origin):
    """The prompt of a cell and a right kernel: a pair for supervised training."""

    messages: tuple[Message, ...]
    cycles: int | None
    reward: float


class Preference(Origin):
    """Two kernels of an episode, the later one better; `why` is "right" or "faster"."""

    prompt: tuple[Message, ...]
    chosen: str
    rejected: str
    feedback: str
    why: Literal["right", "faster"]
    cycles: int | None
    rejected_cycles: int | None
