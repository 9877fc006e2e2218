"""`export`: what is written of an evaluation of a program and of a scripted model."""

from __future__ import annotations

import json
import shutil
from importlib import import_module
from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.cli import main
from kernelcraft.dataset.collection import CARD, collect
from kernelcraft.dataset.contamination import (
    ALL_SIZES,
    CANARY,
    HELD_OUT,
    OURS,
    PUBLISHED,
    reasons,
)
from kernelcraft.dataset.pairs import examples, preferences
from kernelcraft.dataset.rows import Example, Step, Trajectory
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.replaying import logs
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.generators import grade
from kernelcraft.grading.job import InProcess
from tests.generators.test_grade import EXAMPLE
from tests.small_kernels import fetch, silu

CELL = "plena/silu/C1"
ONE = ("--platform", "plena", "--task", "silu", "--config", "C1", "--workers", "1")
INEXACT = silu(4).replace("V_RECI_V gp4, gp4, 0\n", "")  # runs, and gives another function
KERNELS = (fetch(4), INEXACT, silu(4))


def handed_in(text: str) -> dict[str, object]:
    return {
        "calls": [
            {"tool": "write_code", "arguments": {"code": text}},
            {"tool": "run_evaluation", "arguments": {}},
        ]
    }


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log folder with an episode of the tuner's and one of a model's."""
    folder = tmp_path_factory.mktemp("recorded")
    script, log_dir = folder / "replies.json", folder / "log"
    script.write_text(json.dumps([*map(handed_in, KERNELS), {"text": "Done."}]))
    words = ("evaluate", *ONE, "--log-dir", str(log_dir))
    assert main([*words, "--agent", "tuner", "--evaluations", "4"]) == 0
    assert main([*words, "--model", f"scripted/{script}"]) == 0
    return log_dir


@pytest.fixture(scope="module")
def out(log: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "set"
    assert main(["export", str(log), str(folder), "--parquet", "--workers", "1"]) == 0
    return folder


def rows(out: Path, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (out / f"{name}.jsonl").read_text().splitlines()]


def test_a_trajectory_has_every_attempt_with_what_was_said_of_it(out: Path) -> None:
    by_author = {
        each.author: each for each in map(Trajectory.model_validate, rows(out, "trajectories"))
    }
    program, model = by_author.pop("tuner"), by_author.popitem()[1]
    assert program.program
    assert not model.program
    assert tuple(step.kernel for step in model.steps) == KERNELS
    assert [(step.passed, step.right) for step in model.steps] == [
        (False, None),
        (False, None),
        (True, True),
    ]
    assert "wrong" in model.steps[1].feedback
    assert [step.reward for step in model.steps[:2]] == [0.0, 0.0]
    assert model.reward == model.steps[2].reward > 0.3
    assert model.steps[0].credit == pytest.approx(0.4**2 * model.reward)
    roles = [message["role"] for message in model.messages]
    assert roles == ["system", "user", *["assistant", "tool", "tool"] * 3]


def test_only_what_is_right_on_hidden_inputs_is_an_example(out: Path) -> None:
    found = rows(out, "examples")
    assert {each["author"] for each in found} >= {"tuner"}
    assert len(found) == 2
    told = [Example.model_validate(each).messages for each in found]
    assert [message["role"] for message in told[0]] == ["system", "user", "assistant"]
    assert all(messages[2]["role"] == "assistant" for messages in told)


def test_a_right_kernel_is_preferred_to_the_wrong_one_before(out: Path) -> None:
    found = [each for each in rows(out, "preferences") if not each["program"]]
    assert [(each["why"], each["chosen"], each["rejected"]) for each in found] == [
        ("right", silu(4), INEXACT)
    ]


def test_parquet_has_the_same_rows(out: Path) -> None:
    parquet = import_module("pyarrow.parquet")
    for name in ("trajectories", "examples", "preferences"):
        table = parquet.read_table(out / f"{name}.parquet").to_pylist()
        assert [each["cell"] for each in table] == [each["cell"] for each in rows(out, name)]
    kernels = [step["kernel"] for each in table for step in each.get("steps", [])]
    assert set(kernels) <= set(KERNELS)


def test_the_card_says_who_wrote_it_and_what_it_spoils(out: Path) -> None:
    card = (out / CARD).read_text()
    assert "| plena | tuner | program | 1 | 1 |" in card
    assert "Language models wrote some" in card
    assert f"| {PUBLISHED} | 2 |" in card


def test_a_kernel_that_is_not_right_any_more_is_not_exported_as_right(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verdicts of the log are not believed: they are made again."""
    from kernelcraft.grading.job import Grade

    plain = Grade.perform
    monkeypatch.setattr("kernelcraft.evaluation.executors.local.local", lambda count: _Here())
    monkeypatch.setattr(
        Grade, "perform", lambda self: plain(self).model_copy(update={"correct": False})
    )
    assert main(["export", str(log), str(tmp_path / "x")]) == 0
    assert rows(tmp_path / "x", "examples") == []


class _Here:
    """Performs in this process."""

    def __init__(self) -> None:
        from kernelcraft.grading.job import InProcess

        self.submit = InProcess().submit

    def close(self) -> None:
        return


def test_generators_are_rows_about_all_sizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model's that is right at one size, then at all."""
    monkeypatch.setattr(grade, "HIDDEN", 1)
    right, grader = EXAMPLE.read_text(), InProcess()
    texts = (right.replace('x["rows"], x["columns"]', "4, 64"), right)
    script = tmp_path / "replies.json"
    script.write_text(json.dumps([*map(handed_in, texts), {"text": "Done."}]))
    options = Options(tmp_path / "log", answer="generator", rules="train")
    evaluate([load_cell(CELL)], "llm", f"scripted/{script}", options, grader=grader)
    collect(logs(tmp_path / "log"), grader, "train").write(tmp_path / "x", parquet=True)
    (model,) = map(Trajectory.model_validate, rows(tmp_path / "x", "trajectories"))
    assert (model.answer, model.contaminates) == ("generator", (ALL_SIZES,))
    assert "You write generators" in str(model.messages[0]["content"])
    assert [(step.passed, step.right) for step in model.steps] == [(False, None), (True, True)]
    assert [each.hidden for each in model.steps[1].sizes] == [False] * 5 + [True]
    assert model.steps[0].sizes == ()
    assert model.reward > 0.3
    preferred = rows(tmp_path / "x", "preferences")
    assert [(each["chosen"], each["answer"]) for each in preferred] == [(right, "generator")]
    assert "1 of the trajectories hand in generators" in (tmp_path / "x" / CARD).read_text()


def test_a_damaged_log_is_named_and_the_rest_is_written(log: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(log, tmp_path / "log"))
    first = min(copy.glob("*.eval"))
    first.write_bytes(first.read_bytes()[:100])
    assert main(["export", str(copy), str(tmp_path / "x"), "--workers", "1"]) == 0
    assert len(rows(tmp_path / "x", "trajectories")) == 1
    assert first.name in (tmp_path / "x" / CARD).read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere", "x"), "nowhere: expected a folder with .eval logs"),
        ((".", "x", "--reward", "much"), "--reward much: expected one of default"),
    ],
)
def test_mistakes_are_sentences(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *words]) == 2
    assert said in capsys.readouterr().err


def test_reasons() -> None:
    cell, unpublished = load_cell(CELL), load_cell("plena/silu/rows=12,width=64")
    expert = kernels.expert(cell)
    assert reasons(cell, ["S_ADDI_INT gp1, gp0, 1\n"]) == (PUBLISHED,)
    assert reasons(cell, [expert.upper() + "\n\n"]) == (PUBLISHED, OURS)
    assert reasons(unpublished, ["; kernelcraft canary 5f\n"]) == (HELD_OUT, CANARY)


def test_a_faster_kernel_is_preferred_to_the_fastest_before_it() -> None:
    cycles = [(None, None), (True, 100), (True, 99), (False, 10), (True, 50), (True, 70)]
    steps = [
        Step(
            number=number,
            parent=number - 1 or None,
            kernel=f"k{number}",
            feedback="",
            passed=bool(right),
            right=right,
            cycles=taken,
            reward=1.0 / taken if right and taken else 0.0,
            credit=0.0,
        )
        for number, (right, taken) in enumerate(cycles, 1)
    ]
    whole = Trajectory(
        cell=CELL,
        platform="plena",
        task="silu",
        author="tuner",
        program=True,
        epoch=1,
        rules="strict",
        shape="default/1",
        reward=0.0,
        right=True,
        messages=({"role": "system"}, {"role": "user"}),
        steps=tuple(steps),
    )
    found = [(each.why, each.chosen, each.rejected) for each in preferences([whole])]
    assert found == [("right", "k2", "k1"), ("faster", "k5", "k2")]
    assert [each.cycles for each in examples([whole, whole])] == [50]
