"""The one runner: which agent works on which cells, with limits, records and resumption."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kernelcraft.agents import OfflineAgent
from kernelcraft.cells.cell import Cell
from kernelcraft.evaluation import events, without_inspect
from kernelcraft.evaluation.desk import Desk, Experience
from kernelcraft.evaluation.events import Failed, Listener, Planned
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.plan import Contestant, NotTried, Plan, contestant, plans, tried
from kernelcraft.evaluation.prices import set_prices
from kernelcraft.evaluation.providers import count_offline, installed
from kernelcraft.grading.job import Grader
from kernelcraft.records import digests, logs
from kernelcraft.records.episode import Episode, Key

if TYPE_CHECKING:
    from inspect_ai.model import Model

EPISODES_A_LOG: Final = 100
"""Inspect copies a log whole after every episode of it: 1,600 episodes in one log took 72 s of CPU,
in 16 logs 53 s (measured), and the difference grows with the square."""
_MARKUP = re.compile(r"\[/?(?:bold|italic|blue|link)[^\]]*\]")


class EvaluationError(Exception):
    """The evaluation cannot start or go on; the message is a sentence for the user."""


@dataclass(frozen=True)
class EvaluationResult:
    """What an evaluation has, whether or not it came to its end.

    episodes: the finished ones that were asked for, in the order of the cells; `resumed` of them
    were on the disk before. failed: those that broke off now. warnings: what could not be read.
    not_tried: cells on which the agent had nothing to try; they are in no count. unfinished: the
    best kernels, right on the public inputs, of episodes that the user ended; files in the folder.
    """

    episodes: tuple[Episode, ...]
    wanted: int
    resumed: int
    failed: tuple[Failed, ...] = ()
    interrupted: bool = False
    warnings: tuple[str, ...] = field(default=())
    not_tried: tuple[NotTried, ...] = ()
    unfinished: tuple[Path, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every episode that was asked for is finished."""
        return len(self.episodes) == self.wanted


def evaluate(
    cells: Sequence[Cell],
    agent: str | OfflineAgent,
    model: str | None,
    options: Options,
    *,
    grader: Grader,
    listen: Listener = events.ignore,
) -> EvaluationResult:
    """Run the agent on every cell and epoch that has no finished episode in the log folder.

    Call it in the main thread: Ctrl-C ends it in order, and the same call finishes the rest.
    `grader` performs the runs and outlives the call. `listen` is called with every event, on the
    thread of the event loop (`Attempted`: on the agent's); it must not block. Raises
    EvaluationError, PriceFault, agents.UnknownAgent or AgentError before anything ran, also where
    the agent has nothing to try on any cell; what breaks off later is in the result's `failed`.
    """
    who = contestant(agent, model)
    able, not_tried = tried(cells, who, options.answer)
    result = run(plans(able, who, options), who, options, grader=grader, listen=listen)
    return replace(result, not_tried=not_tried)


def run(
    wanted: Sequence[Plan],
    who: Contestant,
    options: Options,
    *,
    grader: Grader,
    listen: Listener = events.ignore,
) -> EvaluationResult:
    """Run those of the planned episodes that the log folder has not; see `evaluate`."""
    known, warnings = _known(options.log_dir)
    todo = [plan for plan in wanted if plan.key not in known]
    resumed = len(wanted) - len(todo)
    listen(Planned(len(wanted), resumed))
    if todo:
        del known  # episodes are kept on the disk, not in memory, while others run
        ran = _run(todo, who, options, grader, listen)
        known, _ = _known(options.log_dir)
    else:
        ran = _Ran((), interrupted=False)
    episodes = tuple(known[plan.key] for plan in wanted if plan.key in known)
    return EvaluationResult(
        episodes,
        len(wanted),
        resumed,
        ran.failed,
        ran.interrupted,
        warnings,
        unfinished=ran.unfinished,
    )


@dataclass(frozen=True)
class _Ran:
    failed: tuple[Failed, ...]
    interrupted: bool
    unfinished: tuple[Path, ...] = ()


def _run(
    todo: Sequence[Plan],
    who: Contestant,
    options: Options,
    grader: Grader,
    listen: Listener,
) -> _Ran:
    """One log after the other; the first that is interrupted or cannot be written is the last."""
    if _logged(who):
        set_prices(options.prices)
    size = max(EPISODES_A_LOG, options.parallel)
    experience = None
    if options.experience is not None:
        on = {plan.cell.platform.name for plan in todo}
        experience = Experience.of(options.experience, on, grader)
    failed: list[Failed] = []
    for start in range(0, len(todo), size):
        part = todo[start : start + size]
        desk = Desk(who, {plan.sample_id: plan for plan in part}, options, grader, listen)
        desk.experience = experience
        ended = _run_log(desk, part, who, options)
        if ended.faults and not (start or desk.recorded or desk.failures):
            raise EvaluationError(_plain(ended.faults[0]))
        if not ended.interrupted:
            desk.failures += _unsettled(desk, part, ended.faults)
        failed += desk.failures
        if ended.interrupted or ended.faults or desk.broken:
            left = desk.leave() if ended.interrupted else ()
            return _Ran(tuple(failed), ended.interrupted, tuple(left))
    return _Ran(tuple(failed), interrupted=False)


@dataclass(frozen=True)
class _Ended:
    faults: tuple[str, ...]
    interrupted: bool


def _run_log(desk: Desk, todo: Sequence[Plan], who: Contestant, options: Options) -> _Ended:
    """Run the episodes of one log; the desk has what came of them."""
    if not _logged(who):
        return _run_without_inspect(desk, todo)
    import inspect_ai

    from kernelcraft.evaluation.inspect_internals import PrerequisiteError, forget_tools
    from kernelcraft.evaluation.retries import announced
    from kernelcraft.evaluation.task import task

    try:
        model = _model(who, options)
        with announced(desk.listen):
            found = inspect_ai.eval(
                task(desk, todo),
                model=model,
                display="none",
                log_level="error",
                log_dir=options.log_dir.as_posix(),
                log_format="eval",
                log_realtime=True,  # without it a killed run loses every finished sample
                log_buffer=1,
                log_header_only=True,
                fail_on_error=False,
                score_display=False,
                ctl_server=False,
                max_samples=options.parallel,
                token_limit=options.token_limit,
                cost_limit=options.cost_limit,
            )
        faults = tuple(log.error.message for log in found if log.error is not None)
        digests.seal(options.log_dir, [Path(log.location).name for log in found])
    except KeyboardInterrupt:
        return _Ended((), interrupted=True)
    except PrerequisiteError as error:
        raise EvaluationError(_plain(str(error.message))) from error
    except (OSError, sqlite3.Error) as error:  # a full disk: the log, or Inspect's live buffer
        return _Ended((f"the log cannot be written: {error}",), interrupted=False)
    finally:
        forget_tools()
    interrupted = not found or any(log.status == "cancelled" for log in found)
    return _Ended(faults, interrupted)


def _logged(who: Contestant) -> bool:
    """Whether Inspect runs the agent and keeps a log; offline agents can do without."""
    return not who.offline or installed("inspect_ai")


def _run_without_inspect(desk: Desk, todo: Sequence[Plan]) -> _Ended:
    try:
        without_inspect.run(desk, todo)
    except KeyboardInterrupt:
        return _Ended((), interrupted=True)
    return _Ended((), interrupted=False)


def _model(who: Contestant, options: Options) -> Model:
    from inspect_ai.model import GenerateConfig, get_model

    from kernelcraft.evaluation.inspect_internals import PrerequisiteError
    from kernelcraft.evaluation.retries import make_patient

    try:
        model = get_model(
            who.model,
            config=GenerateConfig(**options.generation.arguments()),
            base_url=options.base_url,
            memoize=False,
            **dict[str, Any](options.model_args),
        )
    except (PrerequisiteError, ValueError, TypeError, ImportError) as error:
        raise EvaluationError(f"{who.model}: {_plain(str(error))}") from error
    make_patient(model)
    count_offline(model)
    return model


def _unsettled(desk: Desk, todo: Sequence[Plan], faults: Sequence[str]) -> list[Failed]:
    """The episodes that ended outside our own code, with Inspect's reason."""
    settled = {(key.cell, key.epoch) for key in desk.recorded}
    settled |= {(failure.cell, failure.epoch) for failure in desk.failures}
    reason = _plain(faults[0]) if faults else "it ended without a verdict; see the log"
    return [
        Failed(plan.key.cell, plan.key.epoch, reason, "log")
        for plan in todo
        if (plan.key.cell, plan.key.epoch) not in settled
    ]


def _known(log_dir: Path) -> tuple[dict[Key, Episode], tuple[str, ...]]:
    """What the log folder holds, and what cannot be read; the folder is made if missing."""
    try:
        log_dir.mkdir(parents=True, exist_ok=True)
        recorded = logs.load(log_dir)
        return {episode.key: episode for episode in recorded.episodes}, recorded.unreadable
    except FileExistsError:
        raise EvaluationError(f"{log_dir}: expected a folder for the log, found a file") from None
    except OSError as error:
        raise EvaluationError(f"{error.filename or log_dir}: {error.strerror}") from error


def _plain(text: str) -> str:
    """Inspect's messages without its markup and line breaks."""
    return " ".join(_MARKUP.sub("", text).split())
