"""The faulty oracle: a program that knows what could be wrong, and mends what the feedback names.

It is no language model. It holds a kernel in which some of its doubts read wrong, does not know
which, and tries them one by one: those first that the tools' answers name, the others in a random
order. It reads the text of the answers only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.agents import Budget
from kernelcraft.agents.agent import Log
from kernelcraft.studies.lab.feedback import reading
from kernelcraft.studies.lab.feedback.case import Case, share
from kernelcraft.studies.lab.feedback.doubt import Doubt, Draft
from kernelcraft.studies.lab.feedback.edits import mnemonic
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.results import EvaluationResult

WASTES = frozenset({"waste", "spread waste"})
Progress = tuple[bool, bool, int]


@dataclass(frozen=True)
class FaultyOracle:
    """Mends a kernel of `case` in which the `wrong` doubts read wrong."""

    case: Case
    wrong: frozenset[Doubt]
    name: str = "faulty oracle (a program)"

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Try doubts until the kernel is right and as fast as it can be, or nothing is left."""
        draft = Draft(self.case.lines, self.wrong)
        result = evaluated(workbench, draft)
        order = list(self.case.doubts)
        random.Random(seed).shuffle(order)
        untried = self._plan(workbench, draft, result, order)
        while untried and len(workbench.attempts) < budget.evaluations and not self._done(result):
            doubt = untried.pop(0)
            log(f"{len(workbench.attempts)}: lines {doubt.first + 1}: {doubt.defect}")
            tried = draft.toggled(doubt)
            found = evaluated(workbench, tried)
            if progress(found) > progress(result):
                draft, result = tried, found
                untried = self._plan(workbench, draft, result, order)

    def _done(self, result: EvaluationResult) -> bool:
        cycles = result.latency_cycles
        return result.correct and cycles is not None and cycles <= self.case.cycles

    def _plan(
        self, workbench: Workbench, draft: Draft, result: EvaluationResult, order: Sequence[Doubt]
    ) -> list[Doubt]:
        """What to try in turn: what is named, by the reader that names the fewest first."""
        possible = [doubt for doubt in order if (doubt.defect in WASTES) == result.correct]
        workbench.write_code(draft.text)
        readers = self._speed if result.correct else self._mistakes
        named = sorted(readers(workbench, draft, result, possible), key=len)
        return list(dict.fromkeys([doubt for doubts in named for doubt in doubts] + possible))

    def _mistakes(
        self, workbench: Workbench, draft: Draft, result: EvaluationResult, doubts: Sequence[Doubt]
    ) -> Iterator[list[Doubt]]:
        """What errors, rows, the manual and the example name."""
        syntax = "" if result.success else workbench.check_syntax()
        lines = reading.lines_named(f"{syntax}\n{result}")
        yield [each for each in doubts if not lines.isdisjoint(draft.places(each))]
        symptom = reading.symptom(str(result))
        yield [each for each in doubts if symptom and each.symptom == symptom]
        yield [each for each in doubts if each.question and self._better(workbench, draft, each)]
        shown = reading.example(workbench.cell.platform.isa, workbench.prompt.task)
        here = {each: share(workbench, draft, each, shown) for each in doubts}
        yield [
            each
            for each in doubts
            if each.defect == "order"
            and share(workbench, draft.toggled(each), each, shown) > here[each]
        ]

    def _speed(
        self, workbench: Workbench, draft: Draft, result: EvaluationResult, doubts: Sequence[Doubt]
    ) -> Iterator[list[Doubt]]:
        """What the profile and the what-if runs name."""
        answer = str(workbench.profile())
        hot = {line: place for place, line in enumerate(reading.hot_lines(answer))}
        heat = {
            each: min((hot[line] for line in draft.places(each) if line in hot), default=len(hot))
            for each in doubts
        }
        yield sorted((each for each in doubts if heat[each] < len(hot)), key=lambda d: heat[d])
        cause = reading.grown(reading.gains(answer), self.case.gains)
        yield [each for each in doubts if cause and each.cause == cause]

    def _better(self, workbench: Workbench, draft: Draft, doubt: Doubt) -> bool:
        """Whether the manual puts the other reading's instruction before this one's."""
        found = reading.sections(str(workbench.grep_docs(doubt.question, ranked=True)))
        place = {title: number for number, title in reversed(list(enumerate(found)))}
        isa = workbench.cell.platform.isa
        readings = (doubt.right[0], doubt.wrong[0])
        here, other = reversed(readings) if doubt in draft.wrong else readings
        last = len(found)
        return place.get(mnemonic(isa, other) or "", last) < place.get(
            mnemonic(isa, here) or "", last
        )


def evaluated(workbench: Workbench, draft: Draft) -> EvaluationResult:
    """The draft, written and run."""
    workbench.write_code(draft.text)
    return workbench.run_evaluation()


def progress(result: EvaluationResult) -> Progress:
    """How far a kernel came, as every agent is told: whether right, whether ended, cycles."""
    cycles = result.latency_cycles if result.correct else None
    return result.correct, result.success, -(cycles or 0)
