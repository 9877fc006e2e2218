"""A class for trainers that call an environment's methods as tools, such as TRL's GRPOTrainer.

Nothing of a trainer is imported: `GRPOTrainer(environment_factory=KernelEnv, ...)` finds `reset`,
the tools with their docstrings, and `get_reward`.
"""

from __future__ import annotations

from typing import ClassVar

from kernelcraft.environments.episode import Episode, Graders
from kernelcraft.grading.secret import Secret


class KernelEnv:
    """One try at writing a kernel; every instance has an episode of its own.

    `graders` and `secret` are those of the process: change them on a subclass.
    """

    graders: ClassVar[Graders] = Graders()
    secret: ClassVar[Secret] = Secret.of_this_run()
    shape: ClassVar[str] = "default"

    def __init__(self) -> None:
        self._episode: Episode | None = None

    def reset(self, cell: str, seed: int = 0, **columns: object) -> str:
        """Begin anew with a cell; tries with the same `seed` are a group with equal hidden inputs.

        Columns of the data set that are not named here are left alone. Raises UnknownName.
        """
        self._episode = Episode(cell, str(seed), self.secret, self.graders.get(), self.shape)
        return self._episode.task

    def write_code(self, code: str) -> str:
        """Replace the kernel's text; all other tools read what was written last.

        Args:
            code: The whole text of the kernel.
        """
        return self._begun.call("write_code", code=code)

    def check_syntax(self) -> str:
        """Assemble the kernel and list every error with its line."""
        return self._begun.call("check_syntax")

    def run_evaluation(self) -> str:
        """Run the kernel on the public inputs: is it right, and how many cycles does it take?"""
        return self._begun.call("run_evaluation")

    def view_output(self, num_rows: int = 4) -> str:
        """Show the first rows of the output beside what they should be.

        Args:
            num_rows: How many rows to show.
        """
        return self._begun.call("view_output", num_rows=num_rows)

    def grep_docs(self, query: str) -> str:
        """Search the manual of the accelerator.

        Args:
            query: A mnemonic, a regular expression, or a question in plain words.
        """
        return self._begun.call("grep_docs", query=query)

    def get_instruction_size(self) -> str:
        """Count the instructions of the kernel, by category and by mnemonic."""
        return self._begun.call("get_instruction_size")

    def get_reward(self) -> float:
        """The reward of what was evaluated so far; raises where the machine is at fault."""
        return self._begun.reward().value

    @property
    def _begun(self) -> Episode:
        if self._episode is None:
            raise RuntimeError("reset(cell=...) comes first")
        return self._episode
