"""Search engines: the function that all of them call, and two of the contracts around it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from gepa.optimize_anything import EngineConfig, GEPAConfig, ReflectionConfig, optimize_anything

from kernelcraft import expert
from kernelcraft.environments.evaluators import GOAL, GRADERS, Evaluator, of_shinka
from kernelcraft.environments.stand_in import StandIn

CELL = "plena/softmax/C1"
EVALUATE = Path(__file__).parents[2] / "examples" / "search" / "shinka_evaluate.py"
WRONG = "S_ADDI_INT gp1, gp0, 64\n"


@pytest.fixture(autouse=True, scope="module")
def processes() -> Iterator[None]:
    yield
    GRADERS.close()


def test_better_kernels_have_larger_numbers_and_wrong_ones_0(tmp_path: Path) -> None:
    search = Evaluator(CELL, log=tmp_path / "calls.jsonl")
    texts = ("V_ADD gp1", WRONG, search.start, expert(CELL))
    scores, said = zip(*map(search.score, texts), strict=True)
    assert scores[:2] == (0.0, 0.0)
    assert scores[2] == pytest.approx(0.65)
    assert scores[3] > scores[2]
    assert "line 1" in said[0]["verdict"]
    assert ["profile" in each for each in said] == [False, False, True, True]
    assert "Softmax" in search.background
    lines = (tmp_path / "calls.jsonl").read_text().splitlines()
    assert [json.loads(line)["score"] for line in lines] == list(scores)


def test_a_text_that_cannot_be_one_is_no_error() -> None:
    number, said = Evaluator(CELL).score(";" * 20_000_000)
    assert number == 0.0
    assert said["verdict"]


def test_threads_do_not_mix_their_texts() -> None:
    search = Evaluator(CELL)
    texts = [f"{search.start if n % 2 else WRONG}; {n}\n" for n in range(32)]
    with ThreadPoolExecutor(8) as threads:
        scores = [number for number, _ in threads.map(search.score, texts)]
    assert scores == [0.0, pytest.approx(0.65)] * 16
    assert search.calls == 32


def test_hidden_inputs_are_asked_once() -> None:
    search = Evaluator(CELL)
    reward = search.hand_in(search.start)
    assert reward.rules == "train"
    assert reward.value == pytest.approx(0.65)
    for again in (search.hand_in, search.score):
        with pytest.raises(RuntimeError, match="what is hidden is asked once"):
            again(search.start)


def test_gepa_finds_a_faster_kernel_and_counts_as_we_do() -> None:
    search = Evaluator(CELL)
    found = optimize_anything(
        search.start,
        evaluator=search.score,
        objective=GOAL,
        config=GEPAConfig(
            EngineConfig(max_metric_calls=12, parallel=False),
            ReflectionConfig(reflection_lm=StandIn(CELL)),
        ),
    )
    assert found.total_metric_calls == search.calls >= 12
    assert search.hand_in(str(found.best_candidate)).value > 0.7


def test_shinka_finds_its_two_files(tmp_path: Path) -> None:
    start = Evaluator(CELL).start
    for text, right in ((start, True), (WRONG, False)):
        (tmp_path / "initial.asm").write_text(text)
        program, results = str(tmp_path / "initial.asm"), str(tmp_path / "results")
        of_shinka(CELL, ["--program_path", program, "--results_dir", results])
        correct = json.loads((tmp_path / "results" / "correct.json").read_text())
        metrics = json.loads((tmp_path / "results" / "metrics.json").read_text())
        assert correct["correct"] is right
        assert bool(correct["error"]) is not right
        assert metrics["combined_score"] == pytest.approx(0.65 if right else 0.0)
        assert metrics["text_feedback"]


@pytest.mark.sweep
def test_a_search_over_shinka_s_files_finds_a_faster_kernel(tmp_path: Path) -> None:
    """Generation by generation, as its engine does: a program, evaluate.py beside it, two files."""
    cell, scores = "plena/softmax/C2", list[float]()
    model, parent = StandIn(cell), Evaluator(cell).start
    text, feedback = parent, ""
    for generation in range(7):
        folder = tmp_path / f"gen_{generation}"
        folder.mkdir()
        program, results = folder / "main.asm", folder / "results"
        program.write_text(text)
        given = ("--program_path", str(program), "--results_dir", str(results))
        subprocess.run([sys.executable, str(EVALUATE), *given], check=True)
        metrics = json.loads((results / "metrics.json").read_text())
        if json.loads((results / "correct.json").read_text())["correct"]:
            if metrics["combined_score"] > max(scores, default=0.0):
                parent, feedback = text, metrics["text_feedback"]
            scores.append(metrics["combined_score"])
        answer = model(f"{feedback}\n\n```\n{parent}\n```")
        text = re.findall(r"^```\n(.*?)\n```", answer, re.MULTILINE | re.DOTALL)[0]
    assert scores[0] == pytest.approx(0.65)
    assert max(scores) > 0.7
