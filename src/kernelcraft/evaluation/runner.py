"""The one runner: which agent works on which cells, with limits, records and resumption."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from kernelcraft.agents import OfflineAgent
from kernelcraft.evaluation import digests, events, logs
from kernelcraft.evaluation.events import Failed, Listener
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.plan import Contestant, Plan, contestant, plans
from kernelcraft.evaluation.records import Episode, Recorded
from kernelcraft.grading.job import Grader
from kernelcraft.kernels import Cell

if TYPE_CHECKING:
    from inspect_ai.model import Model

    from kernelcraft.evaluation.task import Desk

_MARKUP = re.compile(r"\[/?(?:bold|italic|blue|link)[^\]]*\]")


class EvaluationError(Exception):
    """The evaluation cannot start or go on; the message is a sentence for the user."""


@dataclass(frozen=True)
class EvaluationResult:
    """What an evaluation has, whether or not it came to its end.

    episodes: the finished ones that were asked for, in the order of the cells; `resumed` of them
    were on the disk before. failed: those that broke off now. warnings: what could not be read.
    """

    episodes: tuple[Episode, ...]
    wanted: int
    resumed: int
    failed: tuple[Failed, ...] = ()
    interrupted: bool = False
    warnings: tuple[str, ...] = field(default=())

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
    EvaluationError, agents.UnknownAgent or AgentError before anything ran; what breaks off later is
    in the result's `failed`.
    """
    who = contestant(agent, model)
    return run(plans(cells, who, options), who, options, grader=grader, listen=listen)


def run(
    wanted: Sequence[Plan],
    who: Contestant,
    options: Options,
    *,
    grader: Grader,
    listen: Listener = events.ignore,
) -> EvaluationResult:
    """Run those of the planned episodes that the log folder has not; see `evaluate`."""
    known = _known(options.log_dir)
    done = {episode.key: episode for episode in known.episodes}
    todo = [plan for plan in wanted if plan.key not in done]
    resumed = len(wanted) - len(todo)
    failed: tuple[Failed, ...] = ()
    interrupted = False
    if todo:
        ran = _run(todo, who, options, grader, listen)
        done.update((episode.key, episode) for episode in ran.episodes)
        failed, interrupted = ran.failed, ran.interrupted
    episodes = tuple(done[plan.key] for plan in wanted if plan.key in done)
    return EvaluationResult(
        episodes, len(wanted), resumed, failed, interrupted, warnings=known.unreadable
    )


@dataclass(frozen=True)
class _Ran:
    episodes: tuple[Episode, ...]
    failed: tuple[Failed, ...]
    interrupted: bool


def _run(
    todo: Sequence[Plan],
    who: Contestant,
    options: Options,
    grader: Grader,
    listen: Listener,
) -> _Ran:
    import inspect_ai
    from inspect_ai._util.error import PrerequisiteError

    from kernelcraft.evaluation.retries import announced
    from kernelcraft.evaluation.task import Desk, task

    desk = Desk(who, {plan.sample_id: plan for plan in todo}, options, grader, listen)
    interrupted = False
    set_prices(options.prices)
    model = _model(who, options)
    try:
        with announced(listen):
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
        interrupted = not found or any(log.status == "cancelled" for log in found)
        faults = [log.error.message for log in found if log.error is not None]
        digests.seal(options.log_dir, [Path(log.location).name for log in found])
    except KeyboardInterrupt:
        interrupted, faults = True, []
    except PrerequisiteError as error:
        raise EvaluationError(_plain(str(error.message))) from error
    except (OSError, sqlite3.Error) as error:  # a full disk: the log, or Inspect's live buffer
        faults = [f"the log cannot be written: {error}"]
    if faults and not desk.episodes and not desk.failures:
        raise EvaluationError(_plain(faults[0]))
    if not interrupted:
        desk.failures += _unsettled(desk, todo, faults)
    return _Ran(tuple(desk.episodes), tuple(desk.failures), interrupted)


def _model(who: Contestant, options: Options) -> Model:
    from inspect_ai._util.error import PrerequisiteError
    from inspect_ai.model import GenerateConfig, get_model

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
    return model


def _unsettled(desk: Desk, todo: Sequence[Plan], faults: Sequence[str]) -> list[Failed]:
    """The episodes that ended outside our own code, with Inspect's reason."""
    settled = {(episode.cell, episode.epoch) for episode in desk.episodes}
    settled |= {(failure.cell, failure.epoch) for failure in desk.failures}
    reason = _plain(faults[0]) if faults else "it ended without a verdict; see the log"
    return [
        Failed(plan.key.cell, plan.key.epoch, reason, "log")
        for plan in todo
        if (plan.key.cell, plan.key.epoch) not in settled
    ]


def _known(log_dir: Path) -> Recorded:
    """What the log folder holds; it is made if missing."""
    try:
        log_dir.mkdir(parents=True, exist_ok=True)
        return logs.load(log_dir)
    except FileExistsError:
        raise EvaluationError(f"{log_dir}: expected a folder for the log, found a file") from None
    except OSError as error:
        raise EvaluationError(f"{error.filename or log_dir}: {error.strerror}") from error


def set_prices(path: Path | None) -> None:
    """Tell Inspect the prices of a file, for models that it does not know, too."""
    from inspect_ai.model import ModelCost, ModelInfo, get_model_info, set_model_info

    if path is None:
        return
    try:
        prices = TypeAdapter(dict[str, ModelCost]).validate_json(path.read_bytes())
    except OSError as error:
        raise EvaluationError(f"{path}: {error.strerror}") from error
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise EvaluationError(f"{path}: {where}: {fault['msg']}") from error
    for model, cost in prices.items():
        info = get_model_info(model) or ModelInfo()
        set_model_info(model, info.model_copy(update={"cost": cost}))


def _plain(text: str) -> str:
    """Inspect's messages without its markup and line breaks."""
    return " ".join(_MARKUP.sub("", text).split())
