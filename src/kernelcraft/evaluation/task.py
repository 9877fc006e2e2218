"""An evaluation as an Inspect task: one sample an episode, our solver, our scorer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import anyio.to_thread
from inspect_ai import Task
from inspect_ai.agent import Agent, as_solver
from inspect_ai.dataset import Sample
from inspect_ai.log._samples import sample_active
from inspect_ai.model import get_model
from inspect_ai.model._model import sample_model_usage
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import Limit, LimitExceededError, time_limit

from kernelcraft.agents import llm, offline, retelling
from kernelcraft.agents.open_tools import OpenTools
from kernelcraft.agents.search import model as model_search
from kernelcraft.agents.search.agent import ModelSearch
from kernelcraft.evaluation import faults, records, retries
from kernelcraft.evaluation.events import Failed, Finished, Listener, Started
from kernelcraft.evaluation.faults import CannotRecord
from kernelcraft.evaluation.logs import EPISODE
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.plan import Contestant, Plan
from kernelcraft.evaluation.records import Episode, Key, Tokens
from kernelcraft.evaluation.session import Session, Spent
from kernelcraft.grading.job import Grader
from kernelcraft.workbench import FinalVerdict

SHOWN_KERNEL = 64 * 1024  # characters of a kernel that are copied into the log's score


@dataclass
class Desk:
    """The running episodes and what came of them; one for each call of the runner."""

    who: Contestant
    plans: dict[str, Plan]
    options: Options
    grader: Grader
    listen: Listener
    sessions: dict[str, Session] = field(default_factory=dict)
    recorded: list[Key] = field(default_factory=list)
    failures: list[Failed] = field(default_factory=list)
    broken: str | None = None  # why nothing can be recorded any more

    def agent(self, session: Session) -> Agent:
        """The Inspect agent of one episode."""
        strategy = self.who.strategy
        if strategy is None:
            return llm.as_inspect_agent(
                session.workbench, session.activity, self.options.cap(session.plan.cell)
            )
        if isinstance(strategy, OpenTools):
            calls = strategy.calls[session.plan.key.cell]
            return retelling.as_inspect_agent(calls, session.workbench, session.activity)
        if isinstance(strategy, ModelSearch):
            return model_search.as_inspect_agent(
                strategy,
                session.workbench,
                self.options.budget,
                session.plan.seed,
                session.activity,
                self.options.cap(session.plan.cell),
            )
        return offline.as_inspect_agent(
            strategy,
            session.workbench,
            self.options.budget,
            session.plan.seed,
            session.activity,
        )

    def open(self, sample_id: str) -> Session:
        """Begin an episode."""
        if self.broken is not None:
            raise CannotRecord(self.broken)
        plan = self.plans[sample_id]
        self.listen(Started(plan.key.cell, plan.key.epoch))
        session = self.sessions[sample_id] = Session.open(plan, self.grader, self.listen)
        return session

    def close(self, session: Session, verdict: FinalVerdict) -> Episode:
        """Write the kernel and the record of a graded episode."""
        try:
            kernel = self._save(session, verdict)
            episode = session.record(
                verdict,
                self.options.profile,
                kernel=kernel,
                log=_log_name(),
                spent=Spent(Tokens(), None) if self.who.open_tools else _spent(),
            )
            records.append(self.options.log_dir / records.FILE, episode)
        except OSError as error:
            self.broken = f"{self.options.log_dir} cannot be written: {error.strerror or error}"
            raise CannotRecord(self.broken) from error
        self.recorded.append(episode.key)
        self.listen(Finished(episode))
        return episode

    def failed(self, sample_id: str, error: Exception) -> None:
        """Note an episode that broke off."""
        key = self.plans[sample_id].key
        fault = faults.classify(error, get_model())
        failure = Failed(key.cell, key.epoch, faults.sentence(error), fault)
        self.failures.append(failure)
        self.listen(failure)

    def _save(self, session: Session, verdict: FinalVerdict) -> Path | None:
        """Write a correct kernel; a wrong one stays in the log only."""
        text = session.kernel(verdict)
        if text is None or not verdict.correct:
            return None
        key = session.plan.key
        name = self.who.label if key.epoch == 1 else f"{self.who.label}.{key.epoch}"
        path = Path("kernels", key.cell, f"{name}{session.plan.cell.platform.suffix}")
        whole = self.options.log_dir / path
        whole.parent.mkdir(parents=True, exist_ok=True)
        beside = whole.with_suffix(".new")
        beside.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        beside.replace(whole)
        return path


def task(desk: Desk, plans: Sequence[Plan]) -> Task:
    """The Inspect task that runs the plans and reports to the desk."""
    samples = [
        Sample(
            id=plan.sample_id,
            input=plan.key.cell,
            metadata={
                **plan.key.model_dump(),
                "seed": plan.seed,
                "spec": desk.who.spec,
                "evaluations": desk.options.budget.evaluations,
                "texts": plan.briefing.texts and plan.briefing.texts.model_dump(),
            },
        )
        for plan in plans
    ]
    return Task(dataset=samples, solver=_craft(desk), scorer=_verdict(desk), name="kernelcraft")


def _craft(desk: Desk) -> Solver:
    @solver(name="craft")
    def craft() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            retries.install()
            sample_id = str(state.sample_id)
            try:
                session = desk.open(sample_id)
                # not as an option of the evaluation: Inspect would cut the grading, too
                limits: list[Limit] = [time_limit(desk.options.time_limit)]
                state = await as_solver(desk.agent(session), limits)(state, generate)
                if desk.who.offline:
                    session.activity.limited = session.exhausted(desk.options.budget)
                return state
            except LimitExceededError as limit:  # the sample ends here and is still graded
                unit = " s" if limit.type == "time" else ""
                reason = f"{limit.type} limit ({limit.limit_str}{unit})"
                activity = desk.sessions[sample_id].activity
                activity.stop, activity.limited = reason, True
                raise
            except Exception as error:  # noted, then recorded by Inspect with its traceback
                desk.sessions.pop(sample_id, None)
                desk.failed(sample_id, error)
                raise

        return solve

    return craft()


def _verdict(desk: Desk) -> Scorer:
    @scorer(metrics={"correct": [mean(), stderr()]}, name="verdict")
    def verdict() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            sample_id = str(state.sample_id)
            session = desk.sessions.pop(sample_id)
            try:
                found = await anyio.to_thread.run_sync(
                    session.workbench.verdict, desk.options.profile, abandon_on_cancel=True
                )
                episode = desk.close(session, found)
            except Exception as error:
                desk.failed(sample_id, error)
                raise
            return Score(
                value={"correct": float(episode.correct)},
                answer=(session.kernel(found) or "")[:SHOWN_KERNEL],
                explanation=episode.message,
                metadata={EPISODE: episode.model_dump(mode="json")},
            )

        return score

    return verdict()


def _log_name() -> str:
    """The `.eval` file that the running sample is written to."""
    active = sample_active()
    return "" if active is None else Path(active.log_location).name


def _spent() -> Spent:
    """Tokens and cost of the running sample, the reply that broke a limit included."""
    usages = list(sample_model_usage().values())
    costs = [usage.total_cost for usage in usages]
    return Spent(
        Tokens(
            input=sum(usage.input_tokens for usage in usages),
            output=sum(usage.output_tokens for usage in usages),
            cache_read=sum(usage.input_tokens_cache_read or 0 for usage in usages),
            cache_write=sum(usage.input_tokens_cache_write or 0 for usage in usages),
            reasoning=sum(usage.reasoning_tokens or 0 for usage in usages),
        ),
        None if None in costs else sum(cost for cost in costs if cost is not None),
    )
