"""`report` on one folder and on several, and what it compares."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.evaluation import records
from tests.cli.conftest import Command
from tests.reports.made_up import episode

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
        records.write(folder / records.FILE, episodes)


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
        ("report runs/tuner --compare tuner runs/model", "llm openai/small, llm openai/large"),
        ("report runs/model --compare llm openai/large", "llm is several agents"),
        ("report runs/tuner --compare tuner", "--compare"),
    ],
)
def test_usage_errors(kernelcraft: Command, line: str, expected: str) -> None:
    found = kernelcraft(*line.split())
    assert (found.code, found.out) == (2, "")
    assert expected in found.err
