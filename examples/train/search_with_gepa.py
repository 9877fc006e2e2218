"""GEPA's optimize_anything on a kernel: a model as argument, or else a program that makes moves."""

import sys

from gepa.optimize_anything import EngineConfig, GEPAConfig, ReflectionConfig, optimize_anything

from kernelcraft.environments.evaluators import GOAL, Evaluator
from kernelcraft.environments.stand_in import StandIn

CELL = "plena/softmax/C2"
search = Evaluator(CELL)
found = optimize_anything(
    search.start,
    evaluator=search.score,
    objective=GOAL,
    background=search.background,
    config=GEPAConfig(
        EngineConfig(max_metric_calls=20, parallel=False),
        ReflectionConfig(reflection_lm=sys.argv[1] if len(sys.argv) > 1 else StandIn(CELL)),
    ),
)
reward = search.hand_in(str(found.best_candidate))  # on inputs that the search has not seen
print(f"{search.calls} evaluations; {reward.cycles} cycles, reward {reward.value:.3f}")
