"""An evaluation as an Inspect task: one sample an episode, our solver, our scorer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import anyio.to_thread
from inspect_ai import Task
from inspect_ai.agent import Agent, as_solver
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import Limit, LimitExceededError, time_limit

from kernelcraft.agents import llm, offline, retelling
from kernelcraft.agents.from_manual import ModelFromManual
from kernelcraft.agents.manual import model as manual_model
from kernelcraft.agents.open_tools import OpenTools
from kernelcraft.agents.search import model as model_search
from kernelcraft.agents.search.agent import ModelSearch
from kernelcraft.evaluation import faults, retries
from kernelcraft.evaluation.desk import Desk
from kernelcraft.evaluation.inspect_internals import running_log, sample_model_usage
from kernelcraft.evaluation.plan import Plan
from kernelcraft.evaluation.session import Session, Spent
from kernelcraft.records.episode import Tokens
from kernelcraft.records.logs import EPISODE

SHOWN_KERNEL = 64 * 1024  # characters of a kernel that are copied into the log's score


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


def _agent(desk: Desk, session: Session) -> Agent:
    """The Inspect agent of one episode."""
    strategy, options, plan = desk.who.strategy, desk.options, session.plan
    bench, activity = session.workbench, session.activity
    if strategy is None:
        return llm.as_inspect_agent(bench, activity, options.cap(plan.cell))
    if isinstance(strategy, OpenTools):
        return retelling.as_inspect_agent(strategy.calls[plan.key.cell], bench, activity)
    if isinstance(strategy, ModelFromManual):
        return manual_model.as_inspect_agent(strategy, bench, activity, options.cap(plan.cell))
    if isinstance(strategy, ModelSearch):
        return model_search.as_inspect_agent(
            strategy, bench, options.budget, plan.seed, activity, options.cap(plan.cell)
        )
    return offline.as_inspect_agent(strategy, bench, options.budget, plan.seed, activity)


def _failed(desk: Desk, sample_id: str, error: Exception) -> None:
    desk.failed(sample_id, faults.sentence(error), faults.classify(error, get_model()))


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
                state = await as_solver(_agent(desk, session), limits)(state, generate)
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
                _failed(desk, sample_id, error)
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
                    session.workbench.verdict, desk.options.rules, abandon_on_cancel=True
                )
                spent = Spent(Tokens(), None) if desk.who.open_tools else _spent()
                episode = desk.close(session, found, Path(running_log()).name, spent)
            except Exception as error:
                _failed(desk, sample_id, error)
                raise
            return Score(
                value={"correct": float(episode.correct)},
                answer=(session.kernel(found) or "")[:SHOWN_KERNEL],
                explanation=episode.message,
                metadata={EPISODE: episode.model_dump(mode="json")},
            )

        return score

    return verdict()


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
