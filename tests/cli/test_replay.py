"""`replay`: recorded episodes give the same again, and a changed byte is noticed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from kernelcraft.cli import main
from kernelcraft.evaluation import digests, records
from tests.cli.conftest import Command
from tests.small_kernels import fetch, silu

CELL = "plena/silu/C1"
TWO = ("--task", "silu", "--task", "softmax", "--config", "C1", "--workers", "1")
INEXACT = silu(4).replace("V_RECI_V gp4, gp4, 0\n", "")  # runs, and gives another function


def _calls(*kernels: str) -> list[dict[str, object]]:
    return [
        call
        for kernel in kernels
        for call in (
            {"tool": "write_code", "arguments": {"code": kernel}},
            {"tool": "run_evaluation", "arguments": {}},
        )
    ]


REPLIES = [
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
    path = log / records.FILE
    text = path.read_text()
    assert text.count('"cycles":61,') >= 1
    path.write_text(text.replace('"cycles":61,', '"cycles":60,', 1))
    shown = kernelcraft("replay", log, "--workers", 1)
    assert shown.code == 1
    assert "4 episodes replayed, 1 difference\n" in shown.out
    assert f"{CELL}, tuner, epoch 1: best cycles: log 61, now 60" in shown.out


def test_a_record_that_was_taken_out(kernelcraft: Command, log: Path) -> None:
    path = log / records.FILE
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    found = kernelcraft("replay", log, "--workers", 1, "--json")
    assert found.code == 1
    (difference,) = found.record["differences"]  # type: ignore[misc]
    assert "no line, but" in str(difference)


def test_under_the_other_profile(kernelcraft: Command, log: Path) -> None:
    shown = kernelcraft("replay", log, "--profile", "paper", "--workers", 1)
    assert shown.code == 0
    assert shown.out.startswith("4 episodes replayed, 0 differences\nunder profile paper, ")
    same = kernelcraft("replay", log, "--profile", "strict", "--workers", 1, "--json")
    assert (same.code, same.record["regraded"]) == (0, [])
