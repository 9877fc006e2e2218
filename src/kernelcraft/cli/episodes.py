"""What `evaluate` and `craft` share: runs episodes with a live table and says what came of them."""

import contextlib
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from pydantic import TypeAdapter

from kernelcraft import agents
from kernelcraft.cells.cell import Cell
from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.board import Board
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.terminal import show
from kernelcraft.evaluation.events import (
    Attempted,
    Event,
    Failed,
    Finished,
    Planned,
    Retrying,
    Started,
)
from kernelcraft.evaluation.executors import LOCAL, executor
from kernelcraft.evaluation.options import Effort, Options
from kernelcraft.evaluation.plan import NO_MODEL, Contestant, contestant
from kernelcraft.evaluation.providers import corrections
from kernelcraft.evaluation.runner import EvaluationError, EvaluationResult, evaluate
from kernelcraft.grading import lockfile
from kernelcraft.isa.suggest import did_you_mean, nearest
from kernelcraft.records.episode import Episode
from kernelcraft.records.jsonl import FILE
from kernelcraft.reports import report, views
from kernelcraft.reports.tables import Column, number, ratio

COLUMNS = (
    Column("cell"),
    Column("state"),
    Column("baseline", right=True, optional=True),
    Column("best", right=True),
    Column("speedup", right=True),
)


def who(agent: str | None, model: str | None) -> Contestant:
    """Who is to work; a model alone means the llm agent. Raises UnknownAgent or AgentError."""
    if agent is None and model is None:
        known = ", ".join(agents.names())
        raise UsageFault(f"name a --model, such as openai/gpt-5, or an --agent: {known}")
    return contestant(agent or agents.LLM, model)


def effort(name: str | None) -> Effort | None:
    """A checked name of an effort."""
    known: tuple[str, ...] = get_args(Effort)
    if name is None:
        return None
    if name not in known:
        hint = did_you_mean(name, known) or f"; expected one of {', '.join(known)}"
        raise UsageFault(f"--reasoning-effort: {name!r}{hint}", tuple(nearest(name, known)))
    return TypeAdapter[Effort](Effort).validate_python(name)


def cores() -> int:
    """How many episodes run at once by default: as many as there are cores, two at least."""
    return max(2, os.cpu_count() or 1)


def run(
    cells: Sequence[Cell],
    contestant: Contestant,
    options: Options,
    workers: int | None,
    place: str = LOCAL,
) -> EvaluationResult:
    """Run what is not finished yet, showing progress; nothing reaches standard output."""
    grader = executor(place, workers)
    model = None if contestant.model == NO_MODEL else contestant.model
    locks = {cell.name: lockfile.locked(cell) for cell in cells}
    baselines = {name: lock.baseline_cycles for name, lock in locks.items() if lock}
    work = f"{contestant.label} -> {options.log_dir}"
    try:
        with (
            Board(COLUMNS, len(cells) * options.epochs, work) as board,
            contextlib.redirect_stdout(sys.stderr),
        ):
            listener = _Listener(board, baselines, options.epochs)
            return evaluate(cells, contestant.spec, model, options, grader=grader, listen=listener)
    except EvaluationError as error:
        meant = () if model is None else corrections(model)
        if not meant:
            raise
        raise UsageFault(f"{error} Did you mean {' or '.join(meant)}?", meant) from None
    finally:
        grader.close()
        with contextlib.suppress(OSError):
            options.log_dir.rmdir()  # a new folder in which nothing happened


def answer_evaluation(
    result: EvaluationResult, contestant: Contestant, log_dir: Path, *, as_json: bool
) -> None:
    """Print the table, what broke off, and where everything is."""
    found = report.build(result.episodes, result.warnings)
    record = {
        **_common(contestant, log_dir),
        "wanted": result.wanted,
        "finished": len(result.episodes),
        "resumed": result.resumed,
        "correct": sum(episode.correct for episode in result.episodes),
        "interrupted": result.interrupted,
        "unfinished": _unfinished(result, log_dir),
        "complete": result.complete,
        "not_tried": [asdict(each) for each in result.not_tried],
        "failed": [
            {
                "cell": each.cell,
                "epoch": each.epoch,
                "fault": each.fault,
                "message": each.message,
            }
            for each in result.failed
        ],
        **found.record(),
    }
    if not as_json:
        views_of_kernels = (views.results(found), views.summary(found)) if found.rows else ()
        for table in (*views_of_kernels, *views.generators(found)):
            show(table)
    before = f", {result.resumed} of them before" if result.resumed else ""
    counts = f"{len(result.episodes)} of {result.wanted} episodes are finished{before}"
    if result.not_tried:
        counts += f"; {len(result.not_tried)} cells were not tried"
    files = [f"kernels: {log_dir / 'kernels'}", f"records: {log_dir / FILE}"]
    answer(record, "\n".join([counts, *files]), as_json=as_json)
    _explain(result, log_dir)


def answer_craft(
    result: EvaluationResult,
    cell: str,
    contestant: Contestant,
    log_dir: Path,
    output: Path | None,
    *,
    as_json: bool,
) -> bool:
    """Print the verdict and the kernel's path; gives whether there is a correct kernel."""
    episode = result.episodes[0] if result.episodes else None
    kernel = log_dir / episode.kernel if episode is not None and episode.kernel else None
    if kernel is not None and output is not None:
        _copy(kernel, output)
    message = _message(result, episode)
    record = {
        **_common(contestant, log_dir),
        "cell": cell,
        "correct": episode is not None and episode.correct,
        "cycles": episode.cycles if episode else None,
        "baseline_cycles": episode.baseline_cycles if episode else None,
        "speedup": episode.speedup if episode else None,
        "message": message,
        "kernel": str(output or kernel) if kernel else None,
        "unfinished": _unfinished(result, log_dir),
        "episode": episode.model_dump(mode="json") if episode else None,
    }
    where = [str(output or kernel)] if kernel else []
    answer(record, "\n".join([f"{cell}: {message}", *where]), as_json=as_json)
    _name_unfinished(result, log_dir)
    return episode is not None and episode.correct


def _common(contestant: Contestant, log_dir: Path) -> dict[str, object]:
    return {"agent": contestant.name, "model": contestant.model, "log_dir": str(log_dir)}


def _unfinished(result: EvaluationResult, log_dir: Path) -> list[str]:
    return [str(log_dir / path) for path in result.unfinished]


def _name_unfinished(result: EvaluationResult, log_dir: Path) -> None:
    for path in _unfinished(result, log_dir):
        say(f"the best so far, right on the public inputs, not yet on others: {path}")


def _message(result: EvaluationResult, episode: Episode | None) -> str:
    if episode is not None:
        return episode.message
    if result.interrupted:
        return "interrupted"
    return "; ".join(failure.message for failure in result.failed) or "the episode did not end"


def _explain(result: EvaluationResult, log_dir: Path) -> None:
    """What the user may want to do next, on standard error."""
    for each in result.not_tried:
        say(f"not tried: {each.cell}: {each.reason}")
    for warning in result.warnings:
        say(f"warning: {warning}")
    for failure in result.failed:
        say(f"broke off ({failure.fault}): {failure}")
    _name_unfinished(result, log_dir)
    if not result.complete:
        state = "interrupted" if result.interrupted else "not complete"
        say(f"{state}; what is finished is kept in {log_dir}. To continue, repeat the command:")
        say(f"  {shlex.join(['kernelcraft', *sys.argv[1:]])}")


def _copy(kernel: Path, output: Path) -> None:
    try:
        shutil.copyfile(kernel, output)
    except OSError as error:
        raise UsageFault(
            f"{output}: cannot be written: {error.strerror}; the kernel is {kernel}"
        ) from None


class _Listener:
    """Fills the board in as events come; the baselines of held-out cells come with the episodes."""

    def __init__(self, board: Board, baselines: dict[str, int], epochs: int) -> None:
        self.board, self.baselines, self.epochs = board, baselines, epochs

    def __call__(self, event: Event) -> None:
        if isinstance(event, Planned):
            self.board.resume(event.finished, event.wanted)
        elif isinstance(event, Retrying):
            self.board.note(str(event))
        elif isinstance(event, Finished):
            self._finished(event.episode)
        elif isinstance(event, Started):
            self._set(event, "running", done=False)
        elif isinstance(event, Attempted):
            self._attempted(event)
        else:
            self._set(event, f"broke off: {event.message}", done=True)

    def _set(self, event: Started | Failed, state: str, *, done: bool) -> None:
        row = (self._name(event.cell, event.epoch), state, number(self.baselines.get(event.cell)))
        self.board.set(f"{event.cell}@{event.epoch}", (*row, "-", "-"), done=done)

    def _attempted(self, event: Attempted) -> None:
        baseline, best = self.baselines.get(event.cell), event.cycles
        row = (
            self._name(event.cell, event.epoch),
            f"running, {event.evaluations} evaluated",
            number(baseline),
            number(best),
            ratio(baseline / best if baseline and best else None),
        )
        self.board.set(f"{event.cell}@{event.epoch}", row, done=False)

    def _finished(self, episode: Episode) -> None:
        row = (
            self._name(episode.cell, episode.epoch),
            "correct" if episode.correct else episode.failure or "wrong result",
            number(episode.baseline_cycles),
            number(episode.cycles),
            ratio(episode.speedup),
        )
        self.board.set(f"{episode.cell}@{episode.epoch}", row, done=True)

    def _name(self, cell: str, epoch: int) -> str:
        return f"{cell}, epoch {epoch}" if self.epochs > 1 else cell
