"""What a search engine asks for: `score(text) -> number, diagnostics`, and one verdict at the end.

GEPA takes `Evaluator.score` as it is, OpenEvolve's evaluation files call it, and ShinkaEvolve's are
one call of `of_shinka`. No engine is imported.
"""

from __future__ import annotations

import argparse
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.environments.episode import Episode, Graders
from kernelcraft.environments.kernel_env import KernelEnv
from kernelcraft.grading.secret import Secret
from kernelcraft.records.attempt import Attempt
from kernelcraft.rewards import Outcome, Reward, named

GRADERS: Final = Graders()
GOAL: Final = "Write a kernel that is right and takes as few cycles as possible: the whole program."


class Evaluator:
    """Scores kernels of one cell on its public inputs; `hand_in` grades one on hidden ones, once.

    The number is the reward that the public inputs alone would give: 0 for a wrong kernel, never
    less, so that no engine takes a failure for a success. `calls` counts evaluations as we see
    them; `log` is a file that gets a line for each, of all processes that name it. May be called
    from several threads. Raises UnknownName for a cell that there is not.
    """

    def __init__(
        self,
        cell: str,
        *,
        shape: str = "default",
        graders: Graders = GRADERS,
        secret: Secret = KernelEnv.secret,
        log: Path | None = None,
    ) -> None:
        self.cell = load_cell(cell)
        self.shape, self.calls = named(shape), 0
        self._graders, self._secret, self._log = graders, secret, log
        self._bound = kernels.bound(self.cell)
        self._lock = threading.Lock()
        self._handed_in = False

    @property
    def start(self) -> str:
        """The compiler's kernel, to begin with; raises Unwritten where there is none."""
        return kernels.baseline(self.cell)

    @property
    def background(self) -> str:
        """What a model is told of the machine and the task."""
        return self._episode("").task

    def score(self, text: str) -> tuple[float, dict[str, str]]:
        """The number, more is better, and what was found: the verdict, and where cycles go."""
        self._use()
        episode = self._episode("")
        written = episode.call("write_code", code=text)
        if episode.workbench.code != text:
            return self._told(text, 0.0, None), {"verdict": written}
        said = {"verdict": episode.call("run_evaluation")}
        found = episode.workbench.attempts[-1]
        if found.correct:
            said["profile"] = episode.call("profile")
        attempt = Attempt(found.number, None, 0, found.correct, found.cycles)
        outcome = Outcome.of_attempt(attempt, found.result.baseline_cycles, self._bound)
        return self._told(text, max(0.0, self.shape.of(outcome)), found.cycles), said

    def hand_in(self, text: str, group: str = "0") -> Reward:
        """The reward of the search's result, on hidden inputs; nothing is scored afterwards."""
        self._use()
        self._handed_in = True
        episode = self._episode(group)
        episode.call("write_code", code=text)
        episode.call("run_evaluation")
        return episode.reward()

    def _use(self) -> None:
        if self._handed_in:
            raise RuntimeError("the search's kernel was handed in: what is hidden is asked once")

    def _episode(self, group: str) -> Episode:
        grader = self._graders.get()
        return Episode(self.cell.name, group, self._secret, grader, self.shape.name)

    def _told(self, text: str, number: float, cycles: int | None) -> float:
        with self._lock:
            self.calls += 1
            if self._log is not None:
                line = {"score": number, "cycles": cycles, "characters": len(text)}
                with self._log.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps(line)}\n")
        return number


def of_shinka(cell: str, arguments: Sequence[str] | None = None) -> None:
    """ShinkaEvolve's contract: score `--program_path`, write two files to `--results_dir`.

    `metrics.json` has `combined_score` and what was found as `text_feedback`, `correct.json`
    whether the kernel is right on the public inputs, and if not, why.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--program_path", type=Path, required=True)
    parser.add_argument("--results_dir", type=Path, required=True)
    given = parser.parse_args(arguments)
    text = given.program_path.read_text(encoding="utf-8", errors="surrogateescape")
    number, said = Evaluator(cell).score(text)
    right = "profile" in said
    metrics = {
        "combined_score": number,
        "public": {},
        "private": {},
        "text_feedback": "\n\n".join(said.values()),
    }
    given.results_dir.mkdir(parents=True, exist_ok=True)
    verdict = {"correct": right, "error": None if right else said["verdict"].partition("\n")[0]}
    for name, record in {"metrics.json": metrics, "correct.json": verdict}.items():
        (given.results_dir / name).write_text(json.dumps(record), encoding="utf-8")
