"""What is written down of one attempt of an episode."""

from typing import NamedTuple

from kernelcraft.records.verdict import Count


class Attempt(NamedTuple):
    """One attempt of an episode, as far as the public inputs tell.

    evaluation: counts from 1. turn: the model's, None for offline agents. tokens: what the models
    had used by then, as the sum of all kinds. cycles: None where the kernel did not run to its end.
    """

    evaluation: Count
    turn: Count | None
    tokens: Count
    correct: bool
    cycles: Count | None
