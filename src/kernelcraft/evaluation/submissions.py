"""Grades a submitted run again: kernels, verdicts and cycles need no trust then; the rest does.

Every kernel is graded twice: under the seed of its record, where all that the record says must come
out again, and under a fresh seed that nobody knew, whose verdict counts. A submission with one
false word is refused as a whole.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

from kernelcraft.cells.cell import Cell, UnknownName, find_cells, load_cell
from kernelcraft.cells.designs import for_designs
from kernelcraft.cells.variants import drawn_from
from kernelcraft.evaluation import replaying
from kernelcraft.generators import grade
from kernelcraft.grading.hashes import kernel_hash
from kernelcraft.grading.job import Grade, Grader
from kernelcraft.records.episode import Episode, Tokens
from kernelcraft.records.submission import Submission, kernel_name
from kernelcraft.records.verdict import BENCHMARK_VERSION, Verdict

SHOWN: Final = 20  # faults of one submission
LONGEST: Final = 300  # characters of a fault
MOST_RECORD: Final = 1 << 17
"""Bytes of a record without its history: cells that were left out get a copy each."""
MISSING: Final = "not submitted: it counts as a failure"


@dataclass(frozen=True)
class Judged:
    """The episodes with the verdicts that were made here; none where there are faults."""

    episodes: tuple[Episode, ...]
    faults: tuple[str, ...] = ()


def judge(submission: Submission, grader: Grader, at_once: int = 1) -> Judged:
    """Replay the logs, grade every kernel again, and fill in the cells that were left out.

    Of several episodes of one agent on a cell the fastest right one counts: how often was tried is
    a claim. Where a published cell of a level was submitted, all of that platform's level count.
    """
    faults = [f"{_named(each)}: {why}" for each in submission.episodes for why in _about(each)]
    if faults:  # what is said of no cell of ours is not run
        return _refused(faults)
    with ThreadPoolExecutor(at_once) as threads:
        found = list(threads.map(partial(_again, submission, grader), submission.episodes))
    faults = [fault for each in found for fault in each.faults]
    if submission.logs and not faults:
        replayed = replaying.replay(submission.logs, grader, None, at_once, programs=False)
        faults = [f"replay: {each}" for each in replayed.differences]
    if faults:
        return _refused(faults)
    name = submission.manifest.name
    best = _fastest([episode for each in found for episode in each.episodes])
    return Judged(tuple(_as_submitted(each, name) for each in [*best, *_left_out(best)]))


def _refused(faults: Sequence[str]) -> Judged:
    return Judged((), tuple(each[:LONGEST] for each in faults[:SHOWN]))


def _about(episode: Episode) -> Iterator[str]:
    """What is wrong with a record before anything is run."""
    if (size := len(episode.model_dump_json(exclude={"history"}))) > MOST_RECORD:
        yield f"its record has {size:,} bytes without its history, more than {MOST_RECORD:,}"
        return
    try:
        cell = load_cell(episode.cell)
    except UnknownName as unknown:
        yield unknown.message
        return
    if episode.answer == "design":
        yield "was made on a machine with proposed instructions, which no leaderboard ranks"
    if episode.rules != "strict":
        yield f"graded under the {episode.rules} rules, expected strict"
    if episode.origins.packages:
        yield f"needs {episode.origins.packages[0]}, which is not ours"
    if episode.origins.benchmark != BENCHMARK_VERSION:
        yield f"recorded with benchmark {episode.origins.benchmark}, this is {BENCHMARK_VERSION}"
    elif episode.origins.platform != cell.platform.version:
        yield f"recorded with {episode.origins.platform}, here is {cell.platform.version}"
    for name, true in _facts(cell).items():
        if (said := getattr(episode, name)) != true:
            yield f"its {name} is {true!r}, and not {said!r}"
    yield from _about_verdicts(episode)


def _about_verdicts(episode: Episode) -> Iterator[str]:
    for verdict in (episode.best, episode.last):
        if verdict is not None and verdict.cell != episode.cell:
            yield f"its verdict is about {verdict.cell}"
    if episode.correct and (episode.best is None or not episode.best.correct):
        yield "is correct without a verdict that says so"


def _facts(cell: Cell) -> dict[str, object]:
    """What a record must say of its cell."""
    return {
        "platform": cell.platform.name,
        "task": cell.task.name,
        "configuration": cell.configuration,
        "level": cell.task.level,
        "held_out": cell.held_out,
        "drawn_from": drawn_from(cell.platform.name),
        "designed": for_designs(cell),
    }


def _again(submission: Submission, grader: Grader, episode: Episode) -> Judged:
    """The episode with the verdict of a fresh seed, or how it differs. Failures are believed."""
    if not episode.correct or episode.best is None:
        nothing = {"best": None, "last": None, "best_attempt": None, "kernel": None}
        return Judged((episode.model_copy(update=nothing),))
    name, said = _named(episode), episode.best
    text = submission.kernel(said.kernel_hash)
    if text is None:
        return Judged((), (f"{name}: its kernel is not in the archive",))
    if kernel_hash(text) != said.kernel_hash:
        return Judged((), (f"{name}: its kernel is another text than the verdict's",))
    changes = replaying.differences(said, _grade(grader, episode, text, said.seed))
    if changes:
        return Judged((), tuple(f"{name}: {each}" for each in changes))
    fresh = _grade(grader, episode, text, secrets.randbits(64))
    if not fresh.correct:
        return Judged((), (f"{name}: not right on fresh inputs: {fresh.message}",))
    values = {
        "best": fresh,
        "last": fresh,
        "failure": None,
        "message": fresh.message,
        "kernel": kernel_name(said.kernel_hash),
    }
    return Judged((episode.model_copy(update=values),))


def _grade(grader: Grader, episode: Episode, text: str, seed: int) -> Verdict:
    if episode.is_generator:
        return grade.grade(grader, load_cell(episode.cell), text, "strict", seed)
    return grader.submit(Grade(episode.cell, text, "strict", seed)).result()


def _contender(episode: Episode) -> tuple[str, str, str]:
    """Who the report ranks it as; a program's model says nothing."""
    return (episode.agent, "" if episode.turns is None else episode.model, episode.aid)


def _fastest(episodes: Sequence[Episode]) -> list[Episode]:
    """One for each contender, kind of answer and cell."""
    found: dict[tuple[tuple[str, str, str], str, str], Episode] = {}
    for each in episodes:
        who = (_contender(each), each.answer, each.cell)
        known = found.get(who)
        if known is None or (each.speedup or 0.0) > (known.speedup or 0.0):
            found[who] = each
    return list(found.values())


def _left_out(episodes: Sequence[Episode]) -> Iterator[Episode]:
    """A failure for every published cell of a level that a contender left out."""
    counted = [e for e in episodes if e.conditions == "published" and not e.is_generator]
    there = {(_contender(each), each.cell) for each in counted}
    levels: dict[tuple[tuple[str, str, str], str, int], Episode] = {}
    for each in counted:
        levels.setdefault((_contender(each), each.platform, each.level), each)
    for (who, platform, level), like in levels.items():
        for cell in find_cells(platform, level):
            if (who, cell.name) not in there:
                yield _missing(like, cell)


def _missing(like: Episode, cell: Cell) -> Episode:
    values = {
        "cell": cell.name,
        **_facts(cell),
        "epoch": 1,
        "correct": False,
        "failure": "missing",
        "message": MISSING,
        "best": None,
        "last": None,
        "evaluations": 0,
        "evaluations_to_first_pass": None,
        "turns": None if like.turns is None else 0,
        "turns_to_first_pass": None,
        "tool_calls": 0,
        "refused_calls": 0,
        "limited": None,
        "best_attempt": None,
        "history": None,
        "tokens": Tokens(),
        "cost": 0.0,
        "seconds": 0.0,
        "kernel": None,
        "log": "",
    }
    return like.model_copy(update=values)


def _as_submitted(episode: Episode, name: str) -> Episode:
    """Under the submission's name: equal runs of two submissions are two."""
    values = {"submission": name, "fingerprint": f"{episode.fingerprint}@{name}"}
    return episode.model_copy(update={**values, "doubt": "", "annotations": ()})


def _named(episode: Episode) -> str:
    return f"{episode.cell[:80]}, {episode.agent[:80]}, epoch {episode.epoch}"
