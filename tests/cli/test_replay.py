"""`replay`: recorded episodes give the same again, and a changed byte is noticed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import read_eval_log, write_eval_log

from kernelcraft.cli import main
from kernelcraft.grading.second_run import FRESH
from kernelcraft.records import digests, jsonl
from tests.cli.conftest import Command
from tests.small_kernels import fetch, silu

CELL = "plena/silu/C1"
TWO = (
    "--platform",
    "plena",
    "--task",
    "silu",
    "--task",
    "softmax",
    "--config",
    "C1",
    "--workers",
    "1",
)
INEXACT = silu(4).replace("V_RECI_V gp4, gp4, 0\n", "")  # runs, and gives another function


def _calls(*kernels: str) -> list[dict[str, object]]:
    calls: list[dict[str, object]] = []
    for kernel in kernels:
        calls.append({"tool": "write_code", "arguments": {"code": kernel}})
        calls.append({"tool": "run_evaluation", "arguments": {}})
    return calls


REPLIES: list[dict[str, object]] = [
    {"calls": _calls(fetch(4), INEXACT)},
    {"calls": [{"tool": "run_evaluation", "arguments": {"fast": 1}}, *_calls(silu(4))]},
    {"calls": _calls("no kernel")},
    {"text": "Done."},
]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log folder with the tuner's episodes of two cells and a model's, one cut by its limit."""
    folder = tmp_path_factory.mktemp("recorded")
    script, log_dir = folder / "replies.json", folder / "log"
    script.write_text(json.dumps(REPLIES))
    words = ("evaluate", *TWO, "--log-dir", str(log_dir))
    assert main([*words, "--agent", "tuner", "--evaluations", "3"]) == 0
    assert main([*words, "--model", f"scripted/{script}", "--turns", "3"]) == 0
    return log_dir


@pytest.fixture
def log(recorded: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(recorded, tmp_path / "log"))


def _first_eval(log: Path) -> Path:
    return min(log.glob("*.eval"))


@pytest.mark.parametrize("workers", [1, 2])
def test_nothing_is_different(kernelcraft: Command, log: Path, workers: int) -> None:
    shown = kernelcraft("replay", log, "--workers", workers)
    assert (shown.code, shown.out) == (0, "4 episodes replayed, 0 differences\n")


def test_one_file_is_enough(kernelcraft: Command, log: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.eval"
    shutil.copyfile(_first_eval(log), alone)
    found = kernelcraft("replay", alone, "--workers", 1, "--json")
    assert (found.code, found.record["episodes"], found.record["differences"]) == (0, 2, [])


@pytest.mark.parametrize("place", [0.1, 0.5, 0.99])
@pytest.mark.parametrize("sealed", [True, False], ids=["digest", "no digest"])
def test_a_changed_byte_of_a_log(
    kernelcraft: Command, log: Path, place: float, sealed: bool
) -> None:
    path = _first_eval(log)
    for each in sorted(log.glob("*.eval"))[1:]:  # what is whole needs no time here
        each.unlink()
    if not sealed:
        (log / digests.FILE).unlink()
        place = min(place, 0.5)  # the archive's directory is under no checksum
    content = bytearray(path.read_bytes())
    content[int(len(content) * place)] ^= 1
    path.write_bytes(content)
    found = kernelcraft("replay", path, "--json")
    assert (found.code, found.record["episodes"]) == (1, 0)
    assert path.name in str(found.record["differences"])


def test_a_changed_digit_of_a_record(kernelcraft: Command, log: Path) -> None:
    path = log / jsonl.FILE
    text = path.read_text()
    assert text.count('"cycles":61,') >= 1
    path.write_text(text.replace('"cycles":61,', '"cycles":60,', 1))
    shown = kernelcraft("replay", log, "--workers", 1)
    assert shown.code == 1
    assert "4 episodes replayed, 1 difference\n" in shown.out
    assert f"{CELL}, tuner, epoch 1: best cycles: log 61, now 60" in shown.out


def test_a_record_that_was_taken_out(kernelcraft: Command, log: Path) -> None:
    path = log / jsonl.FILE
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    found = kernelcraft("replay", log, "--workers", 1, "--json")
    assert found.code == 1
    assert "no line, but" in str(found.record["differences"])


def _forged(log: Path, edit: Callable[[dict[str, Any]], None]) -> Path:
    """The first log with other records, alone as a stranger would hand it on."""
    path = _first_eval(log)
    forged = read_eval_log(path.as_posix())
    for sample in forged.samples or []:
        for score in (sample.scores or {}).values():
            assert score.metadata is not None
            edit(score.metadata["episode"])
    write_eval_log(forged, path.as_posix())
    for name in (digests.FILE, jsonl.FILE):
        (log / name).unlink()
    return path


def test_a_forged_log(kernelcraft: Command, log: Path) -> None:
    path = _forged(log, lambda episode: episode["best"].update(cycles=60))
    shown = kernelcraft("replay", path, "--workers", 1)
    assert shown.code == 1
    assert f"{CELL}, tuner, epoch 1: best cycles: recorded 60, now 61" in shown.out


def test_who_repeated_a_run_may_be_more_but_not_others(kernelcraft: Command, log: Path) -> None:
    """Fewer may have been asked when it was recorded; whom it names must repeat it here, too."""
    path = _forged(log, lambda episode: episode["best"].update(confirmed_by=[FRESH, "a colleague"]))
    shown = kernelcraft("replay", path, "--workers", 1)
    assert shown.code == 1
    assert "2 episodes replayed, 2 differences\n" in shown.out
    assert f"{CELL}, tuner, epoch 1: best: recorded as confirmed by a colleague, now not" in (
        shown.out
    )


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("cell", "plena+none/silu/C1", "there are no proposals called 'none'"),
        ("cell", "boom+none/dotprod/C1", "boom takes no proposals"),
        ("experience", "none", "no point of a store of lessons is called 'none'"),
        ("experience", f"a@1.{9**30}", "no point of a store of lessons is called 'a@1."),
    ],
)
def test_what_a_stranger_names_and_nobody_knows_is_a_sentence(
    kernelcraft: Command, log: Path, field: str, value: str, said: str
) -> None:
    path = _forged(log, lambda episode: episode.update({field: value}))
    shown = kernelcraft("replay", path, "--workers", 1)
    assert shown.code == 1
    assert f"cannot be replayed: {said}" in shown.out


def test_under_the_same_rules(kernelcraft: Command, log: Path) -> None:
    path = _first_eval(log)
    found = kernelcraft("replay", path, "--rules", "strict", "--workers", 1, "--json")
    assert (found.code, found.record["regraded"]) == (0, [])


def test_what_the_other_rules_say(kernelcraft: Command, tmp_path: Path) -> None:
    log_dir, calls = tmp_path / "log", tmp_path / "calls.jsonl"
    stray = silu(4, after="V_ADD_VV gp4, gp4, gp4, 0")  # writes behind its output
    calls.write_text("".join(f"{json.dumps(call)}\n" for call in _calls(stray)))
    words = ("--agent", f"replay:{calls}", "--log-dir", log_dir)
    assert (
        kernelcraft(
            "evaluate", "--platform", "plena", "--task", "silu", "--config", "C1", *words
        ).code
        == 0
    )
    shown = kernelcraft("replay", log_dir, "--rules", "paper", "--workers", 1)
    assert shown.code == 0
    assert "1 episode replayed, 0 differences\nunder rules paper: " in shown.out
    assert "strict -> paper: verdict correct: recorded False, now True" in shown.out
    calls.unlink()
    gone = kernelcraft("replay", log_dir, "--workers", 1)
    assert (gone.code, "cannot be replayed" in gone.out) == (1, True)


def test_a_report_marks_the_line_that_its_log_contradicts(kernelcraft: Command, log: Path) -> None:
    path, name = log / jsonl.FILE, f"{CELL}, tuner, epoch 1: the line disagrees with "
    assert kernelcraft("report", log, "--json").record["notes"] == []
    text = path.read_text()
    path.write_text(text.replace('"cycles":61,', '"cycles":62,', 1))
    notes = kernelcraft("report", log, "--json").record["notes"]
    assert isinstance(notes, list)
    (note,) = notes
    assert note.startswith(name)
    assert note.endswith(".eval in best")
    shown = kernelcraft("report", log, "--json", "--html", log / "pages").record["results"]
    assert isinstance(shown, list)
    assert [row["verdict"].endswith(", doubtful") for row in shown].count(True) == 1
    assert "| correct, doubtful |" in (log / "report.md").read_text()
    assert '"correct, doubtful"' in (log / "pages" / "index.html").read_text()
    pages = [page.read_text() for page in (log / "pages" / "episodes").glob("*.html")]
    assert sum("This record is doubtful: the line disagrees with" in page for page in pages) == 1


def test_a_report_checks_digests_before_it_opens_a_log(kernelcraft: Command, log: Path) -> None:
    first = _first_eval(log)
    first.write_bytes(first.read_bytes()[:-1])
    notes = kernelcraft("report", log, "--json").record["notes"]
    assert f"{first.name}: its lines are not compared with it: its bytes are not" in str(notes)
