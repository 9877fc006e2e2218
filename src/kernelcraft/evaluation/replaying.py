"""Does every episode of a log folder again, from its log alone, and says what is different."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from kernelcraft.agents import AgentError, UnknownAgent
from kernelcraft.agents.agent import Stopped
from kernelcraft.agents.replay import Replay
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import UnknownName, load_cell
from kernelcraft.cells.designs import NoDesign
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.cells.variants import NoVariants
from kernelcraft.evaluation import transcripts
from kernelcraft.evaluation.origins import other_package
from kernelcraft.evaluation.transcripts import Transcript
from kernelcraft.experience.advice import Advice
from kernelcraft.experience.store import Point, Store
from kernelcraft.grading.hashes import code_hash
from kernelcraft.grading.job import Grader
from kernelcraft.isa.suggest import quote
from kernelcraft.records import digests, jsonl
from kernelcraft.records.episode import Episode, Key
from kernelcraft.records.jsonl import Unreadable
from kernelcraft.records.verdict import Rules, Verdict
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.offered import OFFERED

ORIGINS: Final = ("platform_version", "fidelity", "benchmark_version", "task_hash", "code_hash")
COMPARED: Final = tuple(
    name
    for name in Verdict.model_fields
    # errors are sums whose last digit may depend on the machine's BLAS; messages show them. Who
    # repeats a run is no result: `_unconfirmed` holds it to what is repeated here.
    if name not in (*ORIGINS, "normalised_error", "message", "confirmed_by")
)
CANNOT: Final = (AgentError, UnknownAgent, UnknownName, NoDesign, NoVariants, Unwritten)
"""What `work_again` raises where an agent, a cell or a machine is not there any more."""
MOST_CALLS: Final = 10_000
"""Of an episode whose calls are made again."""
REGRADED: Final = ("correct", "failure", "cycles")


@dataclass(frozen=True)
class Found:
    """What came of a replay. regraded: verdicts that differ under other rules than the
    recorded one, which is no difference. notes: what may explain differences."""

    episodes: int
    differences: tuple[str, ...]
    regraded: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Replayed:
    differences: tuple[str, ...] = ()
    regraded: tuple[str, ...] = ()


def logs(path: Path) -> list[Path]:
    """The `.eval` files that a folder, or the path itself, stands for."""
    return sorted(path.glob("*.eval")) if path.is_dir() else [path]


def replay(
    paths: Sequence[Path],
    grader: Grader,
    rules: Rules | None = None,
    at_once: int = 1,
    experience: Store | None = None,
    *,
    programs: bool = True,
) -> Found:
    """Replay the logs of one folder, `at_once` episodes at a time.

    `rules` grades the same attempts under them; None means each episode's own. A damaged log is
    one difference, and its episodes are not replayed. `experience` is the store that programs were
    given; they get it as it was then. Without `programs` only recorded calls are made again, at
    most `MOST_CALLS` of an episode: nothing is run because a log names it.
    """
    differences, known = [], list[Transcript]()
    whole = []
    for path in paths:
        try:
            known += _undamaged(path)
        except Unreadable as reason:
            differences.append(f"{path.name}: {reason}")
            continue
        whole.append(path.name)
    differences += _compare_lines(paths[0].parent / jsonl.FILE, whole, known)
    with ThreadPoolExecutor(at_once) as threads:
        again = known if programs else [each for each in known if each.of_calls]
        work = partial(_replay, grader=grader, rules=rules, experience=experience)
        done = list(threads.map(work, again))
    differences += [each for one in done for each in one.differences]
    regraded = tuple(each for one in done for each in one.regraded)
    return Found(len(known), tuple(differences), regraded, _notes(known))


def _undamaged(path: Path) -> list[Transcript]:
    reason = digests.damage(path)
    if reason is not None:
        raise Unreadable(reason)
    return transcripts.read(path)


def _replay(
    transcript: Transcript, grader: Grader, rules: Rules | None, experience: Store | None
) -> _Replayed:
    episode = transcript.episode
    name = f"{episode.cell}, {episode.agent}, epoch {episode.epoch}"
    if transcript.of_calls and len(transcript.calls) > MOST_CALLS:
        return _Replayed((f"{name}: has more than {MOST_CALLS:,} calls",))
    other = next(filter(None, map(other_package, episode.origins.packages)), "")
    if other:
        return _Replayed((f"{name}: cannot be replayed: {other}",))
    try:
        workbench = work_again(transcript, grader, experience)
    except CANNOT as error:
        return _Replayed((f"{name}: cannot be replayed: {error}",))
    verdict = workbench.verdict(rules or episode.rules)
    differences = list(_compare_attempts(episode, workbench))
    if rules in (None, episode.rules):
        pairs = {"best": (episode.best, verdict.best), "last": (episode.last, verdict.last)}
        for which, (recorded, again) in pairs.items():
            differences += _verdicts(recorded, again, which)
        return _Replayed(tuple(f"{name}: {each}" for each in differences))
    before, after = episode.best or episode.last, verdict.best or verdict.last
    changes = _changes(_fields(before, REGRADED), _fields(after, REGRADED), "verdict")
    return _Replayed(
        tuple(f"{name}: {each}" for each in differences),
        tuple(f"{name}: {episode.rules} -> {rules}: {each}" for each in changes),
    )


def differences(recorded: Verdict, again: Verdict) -> list[str]:
    """One sentence for every value that a second grading under the same seed gives otherwise."""
    return _verdicts(recorded, again, "verdict")


def _verdicts(recorded: Verdict | None, again: Verdict | None, which: str) -> list[str]:
    changes = _changes(_fields(recorded, COMPARED), _fields(again, COMPARED), which)
    return [*changes, *_unconfirmed(recorded, again, which)]


def _unconfirmed(recorded: Verdict | None, again: Verdict | None, which: str) -> list[str]:
    """Whom a record names who has not repeated the run here; more than it names may."""
    if recorded is None or again is None:
        return []
    names = [who for who in recorded.confirmed_by if who not in again.confirmed_by]
    return [f"{which}: recorded as confirmed by {who}, now not" for who in names]


def work_again(
    transcript: Transcript, grader: Grader, experience: Store | None = None
) -> Workbench:
    """The workbench after the same attempts; where a limit ended them, it ends them again."""
    episode = transcript.episode
    if episode.hidden_seed is None:
        raise AgentError("its record, of an older version, does not hold the hidden inputs' seed")

    def stop() -> None:
        if episode.limited and len(workbench.attempts) >= episode.evaluations:
            raise Stopped

    cell = load_cell(episode.cell)
    tools, seed = episode.tools or OFFERED, episode.hidden_seed
    answer = episode.answer
    workbench = Workbench(
        cell, grader=grader, seed=seed, attempted=stop, tools=tools, answer=answer
    )
    if episode.limited and episode.evaluations == 0:
        return workbench
    agent = transcript.agent()
    if episode.experience is not None and not isinstance(agent, Replay):
        workbench.experience = _given(episode.experience, experience)
    try:
        agent(workbench, transcript.budget, episode.seed, lambda line: None)
    except Stopped:
        return workbench
    return workbench


def _given(recorded: str, experience: Store | None) -> Advice:
    """What a store held then; raises AgentError where it is another one, or none."""
    try:
        point = Point.parse(recorded)
    except ValueError:
        raise AgentError(f"no point of a store of lessons is called {quote(recorded)}") from None
    if experience is None or experience.id != point.store:
        raise AgentError(f"it was given the store of lessons {point.store}: name it, --experience")
    return Advice.of(experience, point)


def _compare_attempts(episode: Episode, workbench: Workbench) -> Iterator[str]:
    attempts = workbench.attempts
    recorded: dict[str, object] = {
        "evaluations": episode.evaluations,
        "evaluations_to_first_pass": episode.evaluations_to_first_pass,
    }
    again: dict[str, object] = {
        "evaluations": len(attempts),
        "evaluations_to_first_pass": next((a.number for a in attempts if a.correct), None),
    }
    yield from _changes(recorded, again)
    for step, attempt in zip(episode.history or (), attempts, strict=False):
        yield from _changes(
            {"correct": step.correct, "cycles": step.cycles},
            {"correct": attempt.correct, "cycles": attempt.cycles},
            f"attempt {attempt.number}",
        )


def _compare_lines(path: Path, whole: Sequence[str], known: Sequence[Transcript]) -> list[str]:
    """How `episodes.jsonl` differs from what the undamaged logs say; nothing without the file."""
    if not path.exists():
        return []
    lines: dict[tuple[str, Key], dict[str, object]] = {}
    differences = []
    try:
        for number, line in jsonl.lines(path):
            try:
                episode = Episode.model_validate_json(line)
            except ValidationError:
                differences.append(f"{path.name}: line {number} is no record of an episode")
                continue
            lines[episode.log, episode.key] = json.loads(line)
    except Unreadable as reason:
        differences.append(f"{path.name}: {reason}")
    for transcript in known:
        episode = transcript.episode
        found = lines.pop((episode.log, episode.key), None)
        name = f"{path.name}: {episode.cell}, {episode.agent}, epoch {episode.epoch}"
        if found is None:
            differences.append(f"{name}: no line, but {episode.log} holds it")
            continue
        differences += [f"{name}: {each}" for each in _changes(transcript.raw, found, log="log")]
    differences += [
        f"{path.name}: {key.cell}, {key.agent}, epoch {key.epoch}: {log or 'no log'} has none such"
        for log, key in lines
        if log in whole or not (path.parent / log).is_file()
    ]
    return differences


def _changes(
    recorded: object, again: object, where: str = "", *, log: str = "recorded"
) -> list[str]:
    """One sentence for every value that is not the same."""
    if isinstance(recorded, Mapping) and isinstance(again, Mapping):
        names = dict.fromkeys([*recorded, *again])
        return [
            each
            for name in names
            for each in _changes(
                recorded.get(name), again.get(name), f"{where} {name}".strip(), log=log
            )
        ]
    return [] if recorded == again else [f"{where}: {log} {recorded}, now {again}"]


def _fields(verdict: Verdict | None, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(verdict, name, None) for name in names}


def _notes(known: Sequence[Transcript]) -> tuple[str, ...]:
    codes = dict.fromkeys(
        (each.episode.origins.code, code_hash(each.episode.platform, each.episode.task))
        for each in known
        if platforms.known(each.episode.platform)
    )
    return tuple(
        f"recorded with other code: {code}, this is {here}" for code, here in codes if code != here
    )
