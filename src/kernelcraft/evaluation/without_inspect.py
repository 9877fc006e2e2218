"""Runs offline agents where Inspect is not installed: equal episodes and records, but no log."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from kernelcraft.agents import OfflineAgent, Stopped
from kernelcraft.agents.from_manual import ModelFromManual
from kernelcraft.agents.open_tools import OpenTools
from kernelcraft.agents.search.agent import ModelSearch
from kernelcraft.evaluation.desk import CannotRecord, Desk, sentence
from kernelcraft.evaluation.plan import Plan
from kernelcraft.evaluation.session import Session, Spent
from kernelcraft.records.episode import Tokens


def run(desk: Desk, plans: Sequence[Plan]) -> None:
    """One episode after the other; the desk has what came of them."""
    strategy = desk.who.strategy
    assert strategy is not None
    assert not isinstance(strategy, ModelSearch | ModelFromManual | OpenTools)
    for plan in plans:
        try:
            session = desk.open(plan.sample_id)
            _work(desk, strategy, session)
            verdict = session.workbench.verdict(desk.options.rules)
            desk.close(session, verdict, "", Spent(Tokens(), 0.0))
        except CannotRecord as error:
            desk.failed(plan.sample_id, sentence(error), "log")
        except Exception as error:  # of the strategy or ours: the next episode may do better
            desk.failed(plan.sample_id, sentence(error), "ours")


def _work(desk: Desk, strategy: OfflineAgent, session: Session) -> None:
    """Let the strategy work, in a thread that can be left alone when its time is over."""
    limit, budget = desk.options.time_limit, desk.options.budget
    stopping = threading.Event()
    failures: list[Exception] = []

    def log(line: str) -> None:
        if stopping.is_set():
            raise Stopped

    def work() -> None:
        try:
            strategy(session.workbench, budget, session.plan.seed, log)
        except Stopped:
            return
        except Exception as failure:  # raised again below, in the caller's thread
            failures.append(failure)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        worker.join(limit)
    finally:
        stopping.set()
    if failures:
        raise failures[0]
    activity = session.activity
    activity.limited = worker.is_alive() or session.exhausted(budget)
    activity.stop = f"time limit ({limit} s)" if worker.is_alive() else "finished"
