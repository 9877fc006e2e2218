"""`annotate`, and what the report shows of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcraft.records import jsonl
from kernelcraft.records.annotation import KINDS
from tests.cli.conftest import Command
from tests.reports.made_up import episode

CELL = "plena/silu/C1"
SAID = ("--who", "ann", "--why", "reads <b>its</b> own verdict")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = [
        episode(CELL, 500),
        episode("plena/gemm/C1", 500),
        episode(CELL, 400, agent="expert"),
        episode(CELL, 300, agent="expert", epoch=2),
    ]
    jsonl.write(tmp_path / jsonl.FILE, made)
    return tmp_path


def test_reports_show_it_and_no_number_changes(kernelcraft: Command, folder: Path) -> None:
    before = kernelcraft("report", folder, "--json").record
    done = kernelcraft("annotate", folder, "plena/gemm/C1", "--as", "rubric-leak", *SAID)
    assert done.code == 0
    assert "plena/gemm/C1, tuner, epoch 1: rubric leak, says ann" in done.out
    after = kernelcraft("report", folder, "--json")
    (remark,) = after.several("annotations")
    assert (remark["cell"], remark["kind"], remark["who"]) == (
        "plena/gemm/C1",
        "rubric leak",
        "ann",
    )
    assert after.record["scores"] == before["scores"]
    text = (folder / "report.md").read_text()
    assert "&lt;b&gt;its&lt;/b&gt;" in text
    assert "rubric leak" in (folder / "report.csv").read_text()
    assert kernelcraft("report", folder, "--html", folder / "site").code == 0
    pages = [each for each in folder.glob("site/episodes/*.html") if "gemm" in each.name]
    assert "<strong>rubric leak</strong>, says ann" in pages[0].read_text()
    assert "&lt;b&gt;its" in pages[0].read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((CELL,), "3 episodes of plena/silu/C1 so named; there are tuner, epoch 1; expert"),
        ((CELL, "--agent", "expert"), "2 episodes"),
        ((CELL, "--agent", "nobody"), "no episode of plena/silu/C1 so named; there are tuner"),
        (("plena/none/C1",), "the cells are plena/silu/C1, plena/gemm/C1"),
    ],
)
def test_it_must_be_one_episode(
    kernelcraft: Command, folder: Path, words: tuple[str, ...], complaint: str
) -> None:
    done = kernelcraft("annotate", folder, *words, "--as", "clean", *SAID)
    assert done.code == 2
    assert complaint in done.err
    assert not (folder / "annotations.jsonl").exists()


def test_what_may_be_said_is_what_records_may_hold(kernelcraft: Command, folder: Path) -> None:
    words = ", ".join(kind.replace(" ", "-") for kind in KINDS)
    done = kernelcraft("annotate", folder, "plena/gemm/C1", "--as", "nice", *SAID)
    assert (done.code, f"--as takes {words}, and not 'nice'" in done.err) == (2, True)


def test_agent_and_epoch_tell_them_apart(kernelcraft: Command, folder: Path) -> None:
    words = ("--agent", "expert", "--epoch", "2", "--as", "lucky", *SAID)
    assert kernelcraft("annotate", folder, CELL, *words).code == 0
    (line,) = (folder / "annotations.jsonl").read_text().splitlines()
    assert json.loads(line)["key"]["epoch"] == 2
