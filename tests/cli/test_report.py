"""`report` on one folder and on several, and what it compares."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kernelcraft.grading import locks
from kernelcraft.records import jsonl
from kernelcraft.records.verdict import BENCHMARK_VERSION
from tests.cli.conftest import Command
from tests.reports.made_up import ORIGINS, episode

CELLS = [f"plena/task{task:02}/C1" for task in range(12)]


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """runs/tuner, and runs/model with two models."""
    monkeypatch.chdir(tmp_path)
    made = {
        "runs/tuner": [episode(cell, 500 + k) for k, cell in enumerate(CELLS)],
        "runs/model": [
            episode(cell, 600 + 3 * k, agent="llm", model=model, turns=4)
            for model in ("openai/small", "openai/large")
            for k, cell in enumerate(CELLS)
        ],
    }
    for name, episodes in made.items():
        folder = Path(name)
        folder.mkdir(parents=True)
        jsonl.write(folder / jsonl.FILE, episodes)


@pytest.mark.usefixtures("folders")
def test_tables_are_written_beside_the_log(kernelcraft: Command) -> None:
    shown = kernelcraft("report", "runs/tuner")
    assert shown.code == 0
    for name in ("report.md", "report.csv", "scores.csv", "report.json"):
        assert Path("runs/tuner", name).is_file()
    assert "fast_p" in Path("runs/tuner/report.md").read_text()


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("report runs/tuner runs/model --compare tuner openai/large", "tuner"),
        ("report --compare runs/tuner openai/large runs/model", "runs/tuner"),
        ("report runs/model --compare runs/tuner openai/large", "runs/tuner"),
    ],
)
def test_what_a_researcher_types(kernelcraft: Command, line: str, first: str) -> None:
    shown = kernelcraft(*line.split())
    assert shown.code == 0
    assert f"{first} against openai/large on the same cells" in shown.out
    assert "tables: not written" in shown.out  # whose folder would they belong to?
    found = kernelcraft(*line.split(), "--json").record["comparison"]
    assert isinstance(found, dict)
    assert [each["n"] for each in found["contrasts"]] == [12] * 4


@pytest.mark.usefixtures("folders")
def test_tables_of_several_folders_go_where_they_are_sent(kernelcraft: Command) -> None:
    words = ("report", "runs/tuner", "runs/model", "--compare", "tuner", "openai/small")
    assert kernelcraft(*words, "--output", "tables").code == 0
    assert "tuner against openai/small" in Path("tables/report.md").read_text()
    assert not Path("runs/tuner/report.md").exists()


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("report", "name a folder"),
        ("report --compare tuner openai/large", "name a folder"),
        ("report runs/tuner --compare tunr tuner", "did you mean 'tuner'?"),
        (
            "report runs/tuner --compare runs/gone tuner",
            "no folder, agent or model; there are tuner\n",
        ),
        ("report runs/tuner --compare tuner runs/model", "llm openai/small, llm openai/large"),
        ("report runs/model --compare llm openai/large", "llm is several agents"),
        ("report runs/tuner --compare tuner", "--compare"),
    ],
)
def test_usage_errors(kernelcraft: Command, line: str, expected: str) -> None:
    found = kernelcraft(*line.split())
    assert (found.code, found.out) == (2, "")
    assert expected in found.err


def _forged(**changes: object) -> str:
    """A line for plena/silu/C1 whose verdicts say what somebody wrote into them."""
    locked = locks.locked_as("plena", "plena/silu/C1")
    assert locked is not None
    now = ORIGINS.model_copy(update={"benchmark": BENCHMARK_VERSION})
    baseline = locked.baseline_cycles
    line = json.loads(
        episode("plena/silu/C1", baseline, baseline=baseline, origins=now).model_dump_json()
    )
    for which in ("best", "last"):
        line[which] |= changes
    return json.dumps(line) + "\n"


@pytest.mark.parametrize(
    ("forged", "speedup", "note"),
    [
        ({"speedup": 78.0, "sol_score": 1.0}, 1.0, ""),
        ({"baseline_cycles": 10**7}, 1.0, "its record says a baseline of 10,000,000 cycles"),
        ({"cycles": 3}, None, "3 cycles are fewer than the bound of"),
        ({"cycles": 3, "bound_cycles": 1}, None, "3 cycles are fewer than the bound of"),
        ({"cycles": 0}, None, "correct without cycles, quarantined"),
    ],
)
def test_a_forged_line_gains_nothing(
    kernelcraft: Command, tmp_path: Path, forged: dict[str, object], speedup: float, note: str
) -> None:
    (tmp_path / jsonl.FILE).write_text(_forged(**forged))
    found = kernelcraft("report", str(tmp_path), "--json").record
    rows, notes = found["results"], found["notes"]
    assert isinstance(rows, list)
    assert isinstance(notes, list)
    assert (rows[0]["speedup"], rows[0]["correct"]) == (speedup, speedup is not None)
    assert rows[0]["sol_score"] in (None, 0.5)
    assert any(note in each for each in notes) == bool(note)


@pytest.mark.parametrize(
    ("forged", "speedup", "note"),
    [
        ({"cycles": 3}, None, "3 cycles are fewer than the bound of"),
        ({"cycles": 3, "bound_cycles": None}, None, "3 cycles are fewer than the bound of"),
        ({"baseline_cycles": 10**7}, 1.0, "its record says a baseline of 10,000,000 cycles"),
    ],
)
def test_nor_does_one_that_names_another_version(
    kernelcraft: Command, tmp_path: Path, forged: dict[str, object], speedup: float, note: str
) -> None:
    now, before = (f'"benchmark": "{version}"' for version in (BENCHMARK_VERSION, "0.1"))
    line = _forged(**forged)
    assert now in line
    (tmp_path / jsonl.FILE).write_text(line.replace(now, before))
    found = kernelcraft("report", str(tmp_path), "--json").record
    rows, notes = found["results"], found["notes"]
    assert isinstance(rows, list)
    assert isinstance(notes, list)
    assert (rows[0]["speedup"], rows[0]["correct"]) == (speedup, speedup is not None)
    assert any(note in each for each in notes)


@pytest.mark.parametrize("digits", [400, 9000])
@pytest.mark.parametrize("name", ["cycles", "baseline_cycles"])
def test_a_number_of_hundreds_of_digits_is_a_sentence(
    kernelcraft: Command, tmp_path: Path, name: str, digits: int
) -> None:
    line = _forged()
    huge = re.sub(rf'"{name}": \d+', f'"{name}": 1{"0" * (digits - 1)}', line)
    (tmp_path / jsonl.FILE).write_text(huge + line)
    shown = kernelcraft("report", str(tmp_path))
    assert shown.code == 0
    assert f"{jsonl.FILE}: line 1: " in shown.out.replace("\n", "")
