"""Small offline agents for the runner's tests."""

from __future__ import annotations

import time
import weakref
from dataclasses import dataclass

from kernelcraft.agents import Budget
from kernelcraft.agents.agent import Log
from kernelcraft.workbench import Workbench
from tests.small_kernels import silu

SILU = "plena/silu/C1", "plena/silu/C2"


@dataclass(frozen=True)
class Right:
    """Submits a right SiLU; `seconds` makes it slow."""

    seconds: float = 0.0
    name: str = "right"

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        time.sleep(self.seconds)
        workbench.write_code(silu(workbench.cell.dims["rows"]))
        log(workbench.run_evaluation().message)


@dataclass(frozen=True)
class Submits:
    """Submits the same texts everywhere, in order; none at all if there are none."""

    texts: tuple[str, ...] = ()
    name: str = "submits"

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        for text in self.texts:
            workbench.write_code(text)
            log(workbench.run_evaluation().message)


@dataclass(frozen=True)
class Remembers:
    """Submits a right SiLU; `seen` has a weak reference to every workbench it worked on."""

    seen: list[weakref.ref[Workbench]]
    name: str = "remembers"

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        self.seen.append(weakref.ref(workbench))
        Right()(workbench, budget, seed, log)


@dataclass(frozen=True)
class Breaks:
    """Has a bug on one cell."""

    cell: str
    name: str = "right"

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        if workbench.cell.name == self.cell:
            raise RuntimeError("a bug")
        Right()(workbench, budget, seed, log)


@dataclass(frozen=True)
class Stays:
    """Submits a right SiLU and never ends by itself."""

    name: str = "stays"

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        Right()(workbench, budget, seed, log)
        while True:
            time.sleep(0.05)
            log("still here")
