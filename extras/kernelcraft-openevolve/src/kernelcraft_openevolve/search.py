"""OpenEvolve on a landscape, with its own settings; the proposer of our strategies is its model."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from openevolve import run_evolution
from openevolve.config import Config, LLMModelConfig

from kernelcraft.studies.lab.control import Course, drawn
from kernelcraft.studies.lab.engines import PATIENCE, Judged, Model, written
from kernelcraft.studies.lab.landscape import Landscape

OPENEVOLVE: Final = "OpenEvolve"
LANGUAGE: Final = "text"
PARENT: Final = "# Current Program\n"
"""Of OpenEvolve's prompt: what is to be rewritten comes after it, other programs before."""
SPENT: Final = 2.0  # more than any score: the engine stops there


@dataclass(frozen=True)
class Counted:
    """OpenEvolve's evaluator; all its processes know the points in `log`, one a line."""

    landscape: Landscape
    budget: int
    log: Path

    def __call__(self, program: str) -> dict[str, float]:
        """The score of the point in a file; SPENT with the last evaluation of the budget."""
        judged = self.judged()
        count = len(judged.known)
        text = Path(program).read_text(encoding="utf-8")
        score, _ = judged.score(text)
        if len(judged.known) > count:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(f"{text}\n")
        return {"combined_score": SPENT if len(judged.known) >= self.budget else score}

    def judged(self) -> Judged:
        """What was evaluated so far, by all processes."""
        found = Judged(self.landscape, self.budget)
        for line in self.log.read_text(encoding="utf-8").splitlines():
            found.score(line)
        return found


class Client:
    """A model of OpenEvolve's that is a program."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def generate_with_context(
        self, system_message: str, messages: Sequence[dict[str, str]], **settings: object
    ) -> str:
        """The answer to the last message."""
        return self._model(messages[-1]["content"].rpartition(PARENT)[2])


def openevolve_search(landscape: Landscape, budget: int, seed: int) -> Course:
    """OpenEvolve with its own settings, from a point drawn uniformly.

    Its archive orders programs by names that are drawn anew in each run, so that equal seeds give
    equal beginnings and not equal courses.
    """
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        start, log = Path(folder, "start.txt"), Path(folder, "log")
        start.write_text(written(drawn(landscape, rng)), encoding="utf-8")
        log.touch()
        counted = Counted(landscape, budget, log)
        run_evolution(
            start,
            counted,
            _settings(landscape, rng, seed),
            iterations=PATIENCE * budget,
            target_score=SPENT,
        )
        return counted.judged().course


def _settings(landscape: Landscape, rng: random.Random, seed: int) -> Config:
    """Those of OpenEvolve, but for what the text is and who answers."""
    found = Config(language=LANGUAGE, file_suffix=".txt", diff_based_evolution=False)
    found.random_seed, found.log_level = seed, "ERROR"
    found.database.random_seed = seed
    found.prompt.system_message = "Find the point with the least regret."

    def answers(config: object) -> Client:
        return Client(Model(landscape, rng))

    found.llm.models = [LLMModelConfig(name="proposer", init_client=answers, random_seed=seed)]
    found.llm.evaluator_models = found.llm.models
    return found
