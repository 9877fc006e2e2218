"""The runner on real cells with offline agents."""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from kernelcraft.agents import AgentError, Budget, OfflineAgent, UnknownAgent
from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation import runner
from kernelcraft.evaluation.events import Attempted, Event, Failed, Finished, Planned, Started
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.runner import EvaluationError, EvaluationResult, evaluate
from kernelcraft.grading.workers import Workers
from kernelcraft.records import jsonl, logs
from kernelcraft.workbench import InProcess
from tests.evaluation.strategies import SILU, Breaks, Remembers, Right, Stays, Submits
from tests.small_kernels import fetch, silu

ENDLESS = """\
C_LOOP_START gp1, 4000000
C_LOOP_START gp2, 4000000
V_ADD_VV gp0, gp0, gp0
C_LOOP_END gp2
C_LOOP_END gp1
"""


def run(
    agent: str | OfflineAgent,
    options: Options,
    cells: Sequence[str] = SILU,
    heard: list[Event] | None = None,
) -> EvaluationResult:
    chosen = [load_cell(name) for name in cells]
    listen = (heard if heard is not None else []).append
    return evaluate(chosen, agent, None, options, grader=InProcess(), listen=listen)


def test_records_kernels_and_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[Event] = []
    result = run(Right(), Options(tmp_path), heard=heard)
    assert result.complete
    assert [episode.cell for episode in result.episodes] == list(SILU)
    first = result.episodes[0]
    assert first.correct
    assert (first.evaluations, first.turns, first.cost) == (1, None, 0.0)
    assert first.kernel == "kernels/plena/silu/C1/right.asm"
    assert (tmp_path / first.kernel).read_text() == silu(4)
    assert (tmp_path / first.log).exists()
    assert first.best is not None
    assert first.best.seeds
    assert {type(event) for event in heard} == {Planned, Started, Attempted, Finished}
    assert jsonl.read(tmp_path / jsonl.FILE).episodes == tuple(
        event.episode for event in heard if isinstance(event, Finished)
    )
    assert capsys.readouterr().out == ""  # printing is the caller's


def test_the_best_so_far_is_told_while_an_agent_works(tmp_path: Path) -> None:
    heard: list[Event] = []
    texts = (silu(4, stored=3), silu(4) + "S_ADDI_INT gp1, gp0, 1\n", silu(4), silu(4, stored=3))
    run(Submits(texts), Options(tmp_path), SILU[:1], heard)
    told = [event for event in heard if isinstance(event, Attempted)]
    assert [event.evaluations for event in told] == [1, 2, 3, 4]
    assert [event.cycles for event in told] == [None, 82, 81, 81]


def test_nothing_keeps_what_an_episode_needed(tmp_path: Path) -> None:
    agent = Remembers([])
    run(agent, Options(tmp_path, epochs=3))
    gc.collect()
    assert sum(seen() is not None for seen in agent.seen) <= 1  # the loop's last context has one


def test_a_large_evaluation_has_several_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "EPISODES_A_LOG", 2)
    result = run(Right(), Options(tmp_path, epochs=3))
    assert (result.complete, len(list(tmp_path.glob("*.eval")))) == (True, 3)
    assert set(logs.rebuild(tmp_path).episodes) == set(result.episodes)


def test_finished_episodes_are_not_run_again(tmp_path: Path) -> None:
    run(Right(), Options(tmp_path), SILU[:1])
    heard: list[Event] = []
    result = run(Right(), Options(tmp_path), SILU, heard)
    assert (result.resumed, result.wanted, result.complete) == (1, 2, True)
    assert heard[:2] == [Planned(wanted=2, finished=1), Started(SILU[1], 1)]
    assert run(Right(), Options(tmp_path)).resumed == 2


def test_other_settings_are_other_episodes(tmp_path: Path) -> None:
    run(Right(), Options(tmp_path), SILU[:1])
    assert run(Right(), Options(tmp_path, seed=7), SILU[:1]).resumed == 0
    assert run(Right(name="other"), Options(tmp_path), SILU[:1]).resumed == 0
    more = run(Right(), Options(tmp_path, epochs=2), SILU[:1])
    assert (more.resumed, [episode.seed for episode in more.episodes]) == (1, [0, 1])
    assert more.episodes[1].kernel == "kernels/plena/silu/C1/right.2.asm"


def test_records_are_rebuilt_from_the_logs(tmp_path: Path) -> None:
    before = run(Right(), Options(tmp_path))
    (tmp_path / jsonl.FILE).unlink()
    (tmp_path / "torn.eval").write_bytes(b"PK\x03\x04 half a log")
    after = run(Right(), Options(tmp_path))
    assert after.resumed == 2
    assert after.episodes == before.episodes
    assert len(after.warnings) == 1
    assert "torn.eval: cannot be read" in after.warnings[0]
    assert (tmp_path / jsonl.FILE).exists()


def test_a_torn_line_is_dropped_and_its_episode_run_again(tmp_path: Path) -> None:
    run(Right(), Options(tmp_path))
    path = tmp_path / jsonl.FILE
    path.write_bytes(path.read_bytes()[:-100])
    result = run(Right(), Options(tmp_path))
    assert (result.resumed, result.complete) == (1, True)
    assert "line 2: cut in the middle, dropped" in result.warnings[0]
    assert jsonl.read(path).unreadable == ()
    assert len(jsonl.read(path).episodes) == 2


def test_a_bug_in_an_agent_costs_its_own_episode_only(tmp_path: Path) -> None:
    result = run(Breaks(SILU[0]), Options(tmp_path))
    assert result.failed == (Failed(SILU[0], 1, "RuntimeError: a bug"),)
    assert [episode.cell for episode in result.episodes] == [SILU[1]]
    assert not result.complete
    assert run(Right(), Options(tmp_path)).resumed == 1


@pytest.mark.parametrize(
    ("texts", "failure", "evaluations"),
    [
        ((), "missing", 0),
        (("no such thing",), "syntax", 1),
        ((ENDLESS,), "too slow", 1),
        ((silu(4), fetch(4)), None, 2),
        ((fetch(4), silu(4)), None, 2),
        ((fetch(4),), "wrong result", 1),
    ],
    ids=["nothing", "no program", "endless", "right, then wrong", "wrong, then right", "wrong"],
)
def test_failure_classes(
    tmp_path: Path, texts: tuple[str, ...], failure: str | None, evaluations: int
) -> None:
    cells, options = [load_cell(SILU[0])], Options(tmp_path)
    with Workers(1, wall_seconds=5) as workers:
        result = evaluate(cells, Submits(texts), None, options, grader=workers)
    episode = result.episodes[0]
    assert (episode.failure, episode.evaluations) == (failure, evaluations)
    assert episode.correct is (failure is None)
    assert (episode.kernel is not None) is episode.correct


def test_best_and_last_are_both_graded(tmp_path: Path) -> None:
    episode = run(Submits((fetch(4), silu(4), fetch(4))), Options(tmp_path), SILU[:1]).episodes[0]
    assert episode.best is not None
    assert episode.last is not None
    assert (episode.best.correct, episode.last.correct) == (True, False)
    assert episode.evaluations_to_first_pass == 2


def test_every_attempt_is_in_the_history(tmp_path: Path) -> None:
    episode = run(Submits((fetch(4), silu(4), fetch(4))), Options(tmp_path), SILU[:1]).episodes[0]
    assert episode.history is not None
    assert [(s.evaluation, s.turn, s.tokens) for s in episode.history] == [
        (1, None, 0),
        (2, None, 0),
        (3, None, 0),
    ]
    assert [step.correct for step in episode.history] == [False, True, False]
    assert episode.history[1].cycles == episode.cycles
    assert (episode.best_attempt, episode.limited) == (2, False)
    assert jsonl.read(tmp_path / jsonl.FILE).episodes[0].history == episode.history


def test_a_spent_budget_is_a_limit(tmp_path: Path) -> None:
    agent, options = Submits((fetch(4), silu(4))), Options(tmp_path, budget=Budget(evaluations=2))
    assert run(agent, options, SILU[:1]).episodes[0].limited is True


def test_records_of_the_first_schema_are_read(tmp_path: Path) -> None:
    episode = run(Right(), Options(tmp_path), SILU[:1]).episodes[0]
    newer = {"limited", "best_attempt", "history", "tools", "example", "feedback", "texts"}
    old = {**episode.model_dump(mode="json", exclude=newer), "schema_version": 1}
    path = tmp_path / jsonl.FILE
    path.write_text(f"{json.dumps(old)}\n")
    (found,) = jsonl.read(path).episodes
    assert (found.history, found.limited, found.best_attempt) == (None, None, None)
    assert found.key == episode.key
    assert run(Right(), Options(tmp_path), SILU[:1]).resumed == 1


def test_time_limit_ends_an_episode_and_what_there_is_is_graded(tmp_path: Path) -> None:
    episode = run(Stays(), Options(tmp_path, time_limit=4), SILU[:1]).episodes[0]
    assert episode.stop.startswith("time limit")
    assert episode.limited is True
    assert episode.correct


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file may grow beyond `size` bytes: the nearest thing to a full disk without a disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    run(Right(), Options(tmp_path), SILU[:1])
    size = (tmp_path / jsonl.FILE).stat().st_size + 100
    with files_up_to(size), pytest.raises(EvaluationError, match="cannot be written"):
        run(Right(), Options(tmp_path))
    result = run(Right(), Options(tmp_path))
    assert (result.resumed, result.complete, result.warnings) == (1, True, ())


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    episode = run(Right(), Options(tmp_path), SILU[:1]).episodes[0]
    path = tmp_path / jsonl.FILE
    size = path.stat().st_size
    with files_up_to(size + 100), pytest.raises(OSError, match="too large"):
        jsonl.append(path, episode)
    assert path.stat().st_size == size
    with path.open("ab") as file:
        file.write(b'{"torn')
    jsonl.append(path, episode)
    assert path.stat().st_size == 2 * size
    assert logs.load(tmp_path).unreadable == ()


@pytest.mark.parametrize(
    ("agent", "model", "error", "message"),
    [
        ("baselin", None, UnknownAgent, "did you mean baseline"),
        ("llm", None, AgentError, "needs a model"),
        ("llm", "gpt", AgentError, "got 'gpt'"),
        ("baseline", "openai/gpt-5", AgentError, "without a model"),
        ("baseline:x", None, AgentError, "no argument"),
        ("replay", None, AgentError, "replay:FILE"),
        ("replay:nowhere.jsonl", None, AgentError, "No such file"),
        ("llm", "opnai/gpt-5", EvaluationError, "opnai"),
        ("llm", "openai-api/nobody/gpt-5", EvaluationError, "NOBODY_API_KEY"),
        ("llm", "scripted/nowhere.json", EvaluationError, "No such file"),
    ],
)
def test_what_cannot_start_is_one_sentence(
    tmp_path: Path, agent: str, model: str | None, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        evaluate([load_cell(SILU[0])], agent, model, Options(tmp_path), grader=InProcess())
    assert "\n" not in str(caught.value)


def test_a_file_in_the_place_of_the_folder_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("")
    with pytest.raises(EvaluationError, match="log: expected a folder for the log, found a file"):
        run(Right(), Options(path))


def test_importing_the_runner_does_not_load_inspect() -> None:
    program = "import sys, kernelcraft.evaluation.runner; print('inspect_ai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"False\n"
