"""One running episode, and how it becomes a record."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from kernelcraft.agents import Activity, Budget
from kernelcraft.cells import kernels
from kernelcraft.cells.designs import for_designs
from kernelcraft.cells.variants import drawn_from
from kernelcraft.evaluation.events import Attempted, Listener
from kernelcraft.evaluation.origins import origins
from kernelcraft.evaluation.plan import Plan
from kernelcraft.experience.advice import Advice
from kernelcraft.experience.evidence import Evidence, Origin
from kernelcraft.experience.learn import learnt
from kernelcraft.grading.job import Grader
from kernelcraft.records import attempt as recorded
from kernelcraft.records.episode import Episode, Tokens
from kernelcraft.records.verdict import FAILURES, FailureClass, Rules
from kernelcraft.workbench import Attempt, FinalVerdict, Workbench
from kernelcraft.workbench.feedback import Feedback
from kernelcraft.workbench.tools.profile import ProfileResult, profiled


@dataclass(frozen=True)
class Spent:
    """What the models of an episode cost; `dollars` is None when a price is unknown."""

    tokens: Tokens
    dollars: float | None


@dataclass
class Session:
    """The workbench of one episode and what its agent did so far.

    The final inputs are drawn from a seed that nobody knows before; the record holds it.
    """

    plan: Plan
    workbench: Workbench
    activity: Activity = field(default_factory=Activity)
    began: float = field(default_factory=time.monotonic)
    started: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))

    @classmethod
    def open(
        cls, plan: Plan, grader: Grader, listen: Listener, experience: Advice | None = None
    ) -> Session:
        """A fresh workbench that tells `listen` of every attempt."""

        def tell() -> None:
            best = workbench.best.cycles if workbench.best else None
            listen(Attempted(plan.key.cell, plan.key.epoch, len(workbench.attempts), best))

        seed = secrets.randbits(63)
        workbench = plan.briefing.workbench(plan.cell, grader, seed, tell, experience)
        return cls(plan, workbench)

    def exhausted(self, budget: Budget) -> bool:
        """Whether an offline agent has spent its budget."""
        if len(self.workbench.attempts) >= budget.evaluations:
            return True
        return budget.seconds is not None and time.monotonic() - self.began >= budget.seconds

    def kernel(self, verdict: FinalVerdict) -> str | None:
        """The text that the episode's verdict is about."""
        number = verdict.best_attempt or verdict.last_attempt
        return None if number is None else self.workbench.attempts[number - 1].code

    def record(
        self,
        verdict: FinalVerdict,
        rules: Rules,
        *,
        spec: str,
        kernel: Path | None,
        log: str,
        spent: Spent,
    ) -> Episode:
        """The finished episode; `kernel` is its file, relative to the log folder, and `spec` names
        the agent.
        """
        cell, key, activity = self.plan.cell, self.plan.key, self.activity
        attempts = self.workbench.attempts
        told, known = self.plan.briefing, self.workbench.experience
        return Episode(
            cell=cell.name,
            platform=cell.platform.name,
            task=cell.task.name,
            configuration=cell.configuration,
            held_out=cell.held_out,
            drawn_from=drawn_from(cell.platform.name),
            answer=told.answer,
            designed=told.answer == "design" or for_designs(cell),
            proposals=self.workbench.proposals or None,
            level=cell.task.level,
            agent=key.agent,
            model=key.model,
            epoch=key.epoch,
            seed=self.plan.seed,
            fingerprint=key.fingerprint,
            rules=rules,
            correct=verdict.correct,
            failure=failure_class(verdict, activity),
            message=verdict.message,
            best=verdict.best,
            last=verdict.last,
            evaluations=len(attempts),
            evaluations_to_first_pass=next((a.number for a in attempts if a.correct), None),
            turns=activity.turns,
            turns_to_first_pass=activity.turns_to_first_pass,
            tool_calls=activity.tool_calls,
            refused_calls=activity.refused,
            stop=activity.stop,
            limited=activity.limited,
            shortened=activity.shortened,
            best_attempt=verdict.best_attempt,
            history=history(attempts, activity),
            prompt=told.prompt,
            tools=told.tools if told.texts else None,
            example=told.example.name if told.example else None,
            feedback=None if told.feedback == Feedback() else str(told.feedback),
            texts=told.texts,
            clock=told.clock,
            hidden_seed=self.workbench.seed,
            experience=None if known is None else str(known.point),
            tokens=spent.tokens,
            cost=spent.dollars,
            seconds=round(self._seconds(), 3),
            started=activity.started or self.started,
            kernel=None if kernel is None else kernel.as_posix(),
            log=log,
            origins=origins(cell, spec, told.tools if told.texts else ()),
        )

    def lessons(self, verdict: FinalVerdict, spec: str) -> list[Evidence]:
        """What its attempts have shown; nothing where the best kernel fails on fresh inputs.

        Nothing either where the answer is a generator, or a design: no replay has its instructions.
        """
        wrong = verdict.best is not None and not verdict.best.correct
        if self.workbench.answer != "kernel" or wrong:
            return []
        cell, key, grader = self.plan.cell, self.plan.key, self.workbench.grader
        known = origins(cell, spec, ())
        origin = Origin(key.agent, key.model, self.plan.seed, known.platform, known.code)

        def profile(code: str) -> ProfileResult:
            return profiled(cell, code, grader)

        attempts = self.workbench.attempts
        start = kernels.baseline(cell) if any(each.before == 0 for each in attempts) else ""
        return learnt(cell, attempts, origin, profile, start)

    def _seconds(self) -> float:
        known = self.activity.seconds
        return time.monotonic() - self.began if known is None else known


def history(attempts: Sequence[Attempt], activity: Activity) -> tuple[recorded.Attempt, ...]:
    """Every attempt with the turn it was made in and the tokens used by then."""
    steps = []
    for attempt in attempts:
        turn = sum(reply.attempts < attempt.number for reply in activity.replies)
        steps.append(
            recorded.Attempt(
                evaluation=attempt.number,
                turn=turn or None,
                tokens=activity.replies[turn - 1].tokens if turn else 0,
                correct=attempt.correct,
                cycles=attempt.cycles,
            )
        )
    return tuple(steps)


def failure_class(verdict: FinalVerdict, activity: Activity) -> FailureClass | None:
    """Why the episode gave no correct kernel; None when it did.

    A kernel that the model printed instead of submitting counts as tool use, whatever came before.
    """
    if verdict.correct:
        return None
    shown = verdict.best or verdict.last
    if shown is None or shown.failure is None:
        if activity.turns is None:
            return "missing"
        return "tool use" if activity.printed_kernel else activity.cause or "tool use"
    return "tool use" if activity.printed_kernel else FAILURES[shown.failure].counted
