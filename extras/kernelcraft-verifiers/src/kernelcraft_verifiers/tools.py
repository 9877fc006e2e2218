"""The tools as a server of verifiers; a process for each rollout."""

from __future__ import annotations

import verifiers.v1 as vf

from kernelcraft_verifiers.rows import Row, Tried, episode


class Tools(vf.Toolset[vf.ToolsetConfig, Tried]):
    """Under the names that the prompt has."""

    TOOL_PREFIX = None

    async def setup_task(self, task: Row) -> None:
        """Begin the row's episode."""
        self._episode = episode(task)

    @vf.tool
    def write_code(self, code: str) -> str:
        """Replace the kernel's text; all other tools read what was written last."""
        return self._episode.call("write_code", code=code)

    @vf.tool
    def check_syntax(self) -> str:
        """Assemble the kernel and list every error with its line."""
        return self._episode.call("check_syntax")

    @vf.tool
    def run_evaluation(self) -> str:
        """Run the kernel on the public inputs: is it right, and how many cycles does it take?"""
        said = self._episode.call("run_evaluation")
        self.state.evaluated = [each.code for each in self._episode.workbench.attempts]
        return said

    @vf.tool
    def view_output(self, num_rows: int = 4) -> str:
        """Show the first rows of the output beside what they should be."""
        return self._episode.call("view_output", num_rows=num_rows)

    @vf.tool
    def grep_docs(self, query: str) -> str:
        """Search the manual: a mnemonic, a regular expression, or a question in plain words."""
        return self._episode.call("grep_docs", query=query)

    @vf.tool
    def get_instruction_size(self) -> str:
        """Count the instructions of the kernel, by category and by mnemonic."""
        return self._episode.call("get_instruction_size")


if __name__ == "__main__":
    Tools.run()
