"""Kernels as candidates of a search: every evaluation is one of the workbench's."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol

from kernelcraft.agents.agent import Budget, Log
from kernelcraft.agents.search.trial import Behaviour, C, Judgement, Scored, Spent, Told
from kernelcraft.experience.advice import Advice
from kernelcraft.workbench.results import EvaluationResult
from kernelcraft.workbench.tools.check_syntax import SyntaxResult
from kernelcraft.workbench.tools.profile import ProfileResult
from kernelcraft.workbench.tools.write_code import WriteResult

FIFTHS = 5


class Tools(Protocol):
    """The tools that a search uses; a workbench has them."""

    def write_code(self, code: str) -> WriteResult: ...
    def run_evaluation(self) -> EvaluationResult: ...
    def profile(self) -> ProfileResult: ...
    def check_syntax(self) -> SyntaxResult: ...


@dataclass
class KernelJudge(Generic[C]):
    """The loss of a candidate is its kernel's cycles; `text` writes the kernel.

    `tools.profile` runs nothing that counts as an evaluation.
    """

    tools: Tools
    text: Callable[[C], str]
    budget: Budget
    experience: Advice | None = None
    start: float = field(default_factory=time.monotonic)
    _profiles: dict[C, ProfileResult] = field(default_factory=dict)

    def evaluate(self, candidate: C) -> Judgement:
        """Submit the kernel; Spent when the time is over."""
        limit = self.budget.seconds
        if limit is not None and time.monotonic() - self.start >= limit:
            raise Spent(f"time limit ({limit:g} s)")
        written = self.tools.write_code(self.text(candidate))
        if not written.success:
            return Judgement(math.inf, str(written))
        result = self.tools.run_evaluation()
        right = result.correct and result.latency_cycles is not None
        return Judgement(float(result.latency_cycles or 0) if right else math.inf, str(result))

    def behaviour(self, scored: Scored[C]) -> Behaviour:
        """The busiest unit and its share of the cycles, the commonest reason and its share."""
        return behaviour(self.profile(scored))

    def profile(self, scored: Scored[C]) -> ProfileResult:
        """Where the kernel's cycles go; each kernel is profiled once."""
        if scored.candidate not in self._profiles:
            self.tools.write_code(self.text(scored.candidate))
            self._profiles[scored.candidate] = self.tools.profile()
        return self._profiles[scored.candidate]


def behaviour(profile: ProfileResult) -> Behaviour:
    """Unit mix and reasons of waiting, with shares in fifths; `profile` says what they are."""
    return (*_largest(profile.by_unit), *_largest(profile.by_reason))


def _largest(cycles: Mapping[str, int]) -> tuple[str, int]:
    whole = sum(cycles.values())
    if not whole:
        return ("", 0)
    name = max(sorted(cycles), key=lambda each: cycles[each])
    return name, min(FIFTHS * cycles[name] // whole, FIFTHS - 1)


def teller(log: Log, change: Callable[[C | None, C], str] = lambda before, after: "") -> Told[C]:
    """Logs one line an evaluation, and what `change` says of the way from its parent, if any."""

    def tell(scored: Scored[C], plan: str, parent: Scored[C] | None) -> None:
        head = plan.partition("\n")[0]
        found = f"{scored.loss:,.0f} cycles" if scored.right else scored.message.partition("\n")[0]
        made = change(parent.candidate if parent else None, scored.candidate)
        log(f"{scored.number}{f' {head}' if head else ''}: {found}{made}")

    return tell
