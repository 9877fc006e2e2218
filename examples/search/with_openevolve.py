"""OpenEvolve on a kernel: MODEL ITERATIONS http://SERVER/v1; its key is OPENAI_API_KEY."""

import sys
from pathlib import Path

from openevolve import run_evolution
from openevolve.config import Config, LLMModelConfig
from openevolve.evaluation_result import EvaluationResult

from kernelcraft.environments.evaluators import GOAL, Evaluator

SEARCH = Evaluator("plena/softmax/C2", log=Path("evaluations.jsonl"))


def evaluate(program_path: str) -> EvaluationResult:
    """What OpenEvolve looks for in this file."""
    number, said = SEARCH.score(Path(program_path).read_text(encoding="utf-8"))
    return EvaluationResult({"combined_score": number}, {**said})


if __name__ == "__main__":
    config = Config(language="asm", file_suffix=".asm", diff_based_evolution=False)
    config.max_iterations, config.max_code_length = int(sys.argv[2]), 1_000_000
    config.prompt.system_message = f"{GOAL}\n\n{SEARCH.background}"
    config.llm.models = [LLMModelConfig(name=sys.argv[1], api_base=sys.argv[3])]
    Path("kernel.asm").write_text(SEARCH.start, encoding="utf-8")
    found = run_evolution("kernel.asm", __file__, config, output_dir="openevolve")
    reward = SEARCH.hand_in(found.best_code)  # on inputs that the search has not seen
    print(f"{reward.cycles} cycles, reward {reward.value:.3f}")
