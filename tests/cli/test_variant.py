"""`variant`, and `evaluate --on variants:N`: machines drawn by a seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcraft.cells.variants import drawn
from tests.cli.conftest import Command


def test_a_variant_is_named_and_shown(kernelcraft: Command) -> None:
    done = kernelcraft("variant", "plena", "--seed", "32570")
    assert done.code == 0
    assert done.out.splitlines()[0] == "plena~encoding-7f3a"
    assert "next: kernelcraft manual plena~encoding-7f3a" in done.out
    again = json.loads(kernelcraft("variant", "plena", "--seed", "32570", "--json").out)
    assert again["variant"] == "plena~encoding-7f3a"
    assert again["mnemonics"]["S_ADD_FP"] not in again["mnemonics"]
    assert again["other_bits"] > 20


def test_its_name_works_in_other_commands(kernelcraft: Command, tmp_path: Path) -> None:
    name = "plena~names-7f3a"
    baseline = kernelcraft("baseline", f"{name}/silu/C1")
    assert baseline.code == 0
    assert "V_EXP_V" not in baseline.out
    kernel = tmp_path / "kernel.asm"
    kernel.write_text(baseline.out)
    assert kernelcraft("grade", f"{name}/silu/C1", kernel).code == 0
    assert kernelcraft("manual", name, "DC_EN").code == 0
    listed = json.loads(kernelcraft("cells", "--platform", name, "--config", "C1", "--json").out)[
        "cells"
    ]
    assert {each["platform"] for each in listed} == {name}
    assert all(each["baseline_cycles"] for each in listed)


WRONG = [
    (("variant", "plena~names-1"), "is a variant already"),
    (("variant", "plenna"), "did you mean plena"),
    (("variant", "amd_npu", "--strength", "timing"), "no variants in time"),
    (("variant", "plena", "--seed", "-1"), "--seed"),
]


@pytest.mark.parametrize(("words", "says"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_what_cannot_be_drawn_is_a_sentence(
    kernelcraft: Command, words: tuple[str, ...], says: str
) -> None:
    done = kernelcraft(*words)
    assert done.code == 2
    assert says in done.err


@pytest.mark.parametrize("on", ["variants", "variants:0", "variants:x", "variants:2:far", "101"])
def test_what_on_takes_is_said(kernelcraft: Command, on: str, tmp_path: Path) -> None:
    words = ("--platform", "plena", "--task", "silu", "--config", "C1", "--agent", "baseline")
    done = kernelcraft("evaluate", *words, "--on", on, "--log-dir", str(tmp_path / "log"))
    assert done.code == 2
    assert "--on: expected" in done.err


def test_an_evaluation_on_variants_reports_them_apart(kernelcraft: Command, tmp_path: Path) -> None:
    words = ("--platform", "plena", "--task", "silu", "--config", "C1", "--agent", "baseline")
    done = kernelcraft(
        "evaluate", *words, "--on", "variants:2", "--log-dir", str(tmp_path), "--json"
    )
    assert done.code == 0, done.err
    found = json.loads(done.out)
    cells = {each["cell"] for each in found["results"]}
    machines = {f"{each}/silu/C1" for each in drawn("plena", 2, "encoding", 0)}
    assert cells == {"plena/silu/C1", *machines}
    assert all(each["correct"] for each in found["results"])
    assert [each["agent"] for each in found["summaries"]] == ["baseline", "baseline, on variants"]
    (gap,) = found["generalisation"]
    assert (gap["conditions"], gap["gap_correct"], gap["speed_ratio"]) == ("variants", 0.0, 1.0)


def test_a_worse_manual_is_told(kernelcraft: Command) -> None:
    assert kernelcraft("show", "plena/silu/C1", "--manual", "tersely").code == 2
    whole = json.loads(kernelcraft("show", "plena/silu/C1", "--json").out)
    links = json.loads(kernelcraft("show", "plena/silu/C1", "--manual", "links", "--json").out)
    assert links["tokens"] < whole["tokens"] / 2
