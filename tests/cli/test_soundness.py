"""`soundness`: the cells themselves are tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_sound_cells(kernelcraft: Command) -> None:
    words = (
        "soundness",
        "--platform",
        "plena",
        "--task",
        "silu",
        "--task",
        "softmax",
        "--config",
        "C1",
    )
    shown = kernelcraft(*words)
    assert shown.code == 0
    assert "plena/softmax/C1" in shown.out
    assert "nothing new is too weak" in shown.out
    found = kernelcraft(*words, "--json")
    assert (found.record["cells"], found.record["complaints"]) == (2, [])
    assert [each["cell"] for each in found.several("results")] == [
        "plena/silu/C1",
        "plena/softmax/C1",
    ]


def test_the_page_is_about_all_cells(
    kernelcraft: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kernelcraft("soundness", "--task", "silu", "--write-docs")
    assert found.code == 2
    assert "leave the filters out" in found.err
    monkeypatch.chdir(tmp_path)
    nowhere = kernelcraft("soundness", "--write-docs")
    assert nowhere.code == 2
    assert "there is no such folder here" in nowhere.err
