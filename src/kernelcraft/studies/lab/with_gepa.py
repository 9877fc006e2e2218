"""GEPA on a landscape."""

from __future__ import annotations

import random
from typing import Final

from gepa.optimize_anything import (
    EngineConfig,
    GEPAConfig,
    ReflectionConfig,
    TrackingConfig,
    optimize_anything,
)

from kernelcraft.studies.lab.control import Course, drawn
from kernelcraft.studies.lab.engines import PATIENCE, Judged, Model, written
from kernelcraft.studies.lab.landscape import Landscape

GEPA: Final = "GEPA"


class _Quiet:
    def log(self, message: str) -> None:
        """Nothing."""


def gepa_search(landscape: Landscape, budget: int, seed: int) -> Course:
    """GEPA's optimize_anything with its own settings, from a point drawn uniformly."""
    rng, judged = random.Random(seed), Judged(landscape, budget)
    optimize_anything(
        written(drawn(landscape, rng)),
        evaluator=judged.score,
        objective="find the point with the least regret",
        config=GEPAConfig(
            EngineConfig(max_metric_calls=PATIENCE * budget, parallel=False, seed=seed),
            ReflectionConfig(reflection_lm=Model(landscape, rng)),
            TrackingConfig(logger=_Quiet()),
            stop_callbacks=lambda state: len(judged.known) >= budget,
        ),
    )
    return judged.course
