"""`profile`: tables for people, everything in JSON, and the exit code of the kernel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.cli.comparisons import compared, tables
from kernelcraft.cli.drawing import drawn
from kernelcraft.cli.listings import listing
from kernelcraft.grading.profiling import profile
from kernelcraft.workbench.tools.profile import ProfileResult, answer
from tests.cli.conftest import Command
from tests.small_kernels import silu

CELL = "plena/silu/C1"
KERNELS = ("plena/softmax/C1", "coral_npu/gemv/C1", "boom/median/C1", "amd_npu/softmax/C1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A SiLU of 81 cycles."""
    path = tmp_path / "silu.asm"
    path.write_text(silu(4))
    return path


def test_the_tables(kernelcraft: Command, file: Path) -> None:
    shown = kernelcraft("profile", CELL, file)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"{CELL}: 81 cycles, ")
    assert " times the bound of " in shown.out.splitlines()[0]
    titles = [line.strip() for line in shown.out.splitlines() if line[:1].isalpha()][1:]
    assert titles == ["If one cause took no time", "Loops", "Lines", "Units", "Reasons"]
    assert "H_PREFETCH_V" in shown.out


def test_the_record(kernelcraft: Command, file: Path) -> None:
    found = kernelcraft("profile", CELL, file, "--json")
    record = found.record
    assert (found.code, record["cycles"], record["ended"]) == (0, 81, True)
    assert record["cell"] == CELL
    assert record["bound_ratio"] == 81 / int(str(record["bound_cycles"])) > 1
    for each in found.several("what_if"):
        assert each["cycles"] + each["gain"] == 81  # type: ignore[operator]
    assert sum(line["cycles"] for line in found.several("lines")) == 81  # type: ignore[misc]
    assert [loop["iterations"] for loop in found.several("loops")] == [4]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("V_EXP_V gp1\n", "nothing was executed: the kernel does not assemble: line 1"),
        ("S_ADDI_INT gp1, gp0, 3\nV_EXP_V gp1, gp1\n", "stopped early: line 2"),
        ("\udcff", "line 1: expected UTF-8 text"),
    ],
)
def test_a_kernel_that_does_not_end(
    kernelcraft: Command, tmp_path: Path, text: str, expected: str
) -> None:
    path = tmp_path / "wrong.asm"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    shown = kernelcraft("profile", CELL, path)
    assert shown.code == 1
    assert expected in shown.out
    found = kernelcraft("profile", CELL, path, "--json")
    assert (found.code, found.record["what_if"]) == (1, [])


def test_a_file_that_is_not_there(kernelcraft: Command, file: Path) -> None:
    shown = kernelcraft("profile", CELL, file.with_name("sliu.asm"))
    assert shown.code == 2
    assert "did you mean" in shown.err


def test_that_a_kernel_is_wrong_comes_first(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "half.asm"
    path.write_text(silu(4, stored=2))
    said = "this kernel is wrong, so its cycles count for nothing: "
    assert kernelcraft("profile", CELL, path).out.startswith(f"{CELL}: {said}")
    assert kernelcraft("profile", CELL, path, "--json").record["correct"] is False


def profiled(cell: str) -> tuple[str, ProfileResult]:
    """The text of the baseline, and its profile."""
    found = load_cell(cell)
    text = baseline(found)
    return text, answer(profile(found, text))


@pytest.mark.parametrize("cell", KERNELS)
def test_cycles_and_reasons_of_a_listing_add_up_to_the_run(cell: str) -> None:
    text, result = profiled(cell)
    assert sum(each.cycles for each in result.lines) == result.cycles
    reasons = dict.fromkeys(result.by_reason, 0)
    for line in result.lines:
        assert sum(cycles for _, cycles in line.reasons) == line.cycles
        assert {line.reason} <= dict(line.reasons).keys() or not line.cycles
        for reason, cycles in line.reasons:
            reasons[reason] += cycles
    assert reasons == dict(result.by_reason)
    shown = listing(text, result)
    column = [int(row[2].replace(",", "") or 0) for row in shown.rows]
    assert sum(column[:-1]) == column[-1] == result.cycles
    assert len(shown.rows) == len(text.splitlines()) + 1


def test_a_listing_of_bundles_has_their_slots() -> None:
    text, result = profiled("amd_npu/softmax/C1")
    (bundle, *_) = (each for each in result.lines if " ; " in each.text)
    assert len(bundle.slots) == bundle.text.count(" ; ") + 1
    assert {each.slots for each in result.lines if each.text == "nop"} == {()}
    for width in (80, 200):
        lines = drawn(listing(text, result), width)
        assert max(map(len, lines)) <= width
        assert {"slots", "why"} <= set(lines[2].replace("┃", " ").split())


def test_the_listing(kernelcraft: Command, file: Path) -> None:
    shown = kernelcraft("profile", CELL, file, "--listing")
    assert shown.code == 0
    assert shown.out.splitlines()[1] == "Listing"
    for word in file.read_text().split():
        assert word in shown.out
    wrong = kernelcraft("profile", CELL, file, "--lising")
    assert (wrong.code, "--listing" in wrong.err) == (2, True)


def test_the_trace_is_json_that_viewers_read(
    kernelcraft: Command, file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    done = kernelcraft("profile", CELL, file, "--trace", out, "--json")
    assert done.code == 0
    assert {"trace": str(out), "from_cycle": 0, "to_cycle": 81}.items() <= done.record.items()
    assert f"trace: {out}, " in done.err
    assert "where 1 us stands for 1 cycle" in done.err
    found = json.loads(out.read_text())
    assert found["otherData"]["time"] == "1 us stands for 1 cycle"
    listed = found["traceEvents"]
    assert len([each for each in listed if each["ph"] == "X"]) == done.record["events"]
    assert sum(each["dur"] for each in listed if (each["ph"], each["pid"]) == ("X", 1)) == 81
    part = kernelcraft("profile", CELL, file, "--trace", out, "--cycles", "20:40")
    assert "--cycles FROM:TO chooses others" in part.err
    assert "Units" not in part.out
    listed = json.loads(out.read_text())["traceEvents"]
    assert all(each["ts"] >= 20 for each in listed if (each["ph"], each["pid"]) == ("X", 1))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--cycles", "0:9"), "--cycles says what --trace writes; give --trace OUT.json, too"),
        (("--trace", "{}", "--cycles", "9"), "expected FROM:TO such as 0:2000, got '9'"),
        (("--trace", "{}", "--cycles", ":"), "expected FROM:TO such as 0:2000, got ':'"),
        (("--trace", "{}", "--cycles", "9:9"), "there are no cycles from 9 to 9"),
        (("--trace", "{}", "--cycles", "81:"), "nothing begins there: the run has 81 cycles"),
        (("--trace", "no/{}"), "cannot be written: there is no folder"),
        (("--trase", "{}"), "--trace"),
    ],
)
def test_a_trace_that_cannot_be(
    kernelcraft: Command, file: Path, words: tuple[str, ...], expected: str
) -> None:
    out = f"{file.stem}.json"
    there = [str(file.parent / word.format(out)) if "{}" in word else word for word in words]
    done = kernelcraft("profile", CELL, file, *there)
    assert (done.code, done.out) == (2, "")
    assert expected in done.err
    assert not (file.parent / out).exists()


@pytest.mark.parametrize("name", KERNELS)
def test_the_differences_add_up_to_that_of_the_runs(name: str) -> None:
    cell, before = load_cell(name), profiled(name)
    better = expert(cell)
    after = better, answer(profile(cell, better))
    pairs = compared(cell, before, after)
    one, other = before[1], after[1]
    assert sum(each.difference for each in pairs) == other.cycles - one.cycles
    for side, result in (("before", one), ("after", other)):
        lines = [line.line for each in pairs if (line := getattr(each, side))]
        assert sorted(lines) == lines  # in order, each once
        assert lines == [each.line for each in result.lines]
    for every in (True, False):
        for table in tables(one, other, pairs, every=every):
            assert max(map(len, drawn(table, 80))) <= 80
            column = [
                int(row[-1 - (table.title == "Lines")].replace(",", "")) for row in table.rows
            ]
            assert sum(column[:-1]) == column[-1] == other.cycles - one.cycles


def test_the_same_lines_correspond_whatever_stands_between_them(
    kernelcraft: Command, file: Path
) -> None:
    """A comment and one more instruction before the loop: the rest is alike."""
    text = file.read_text()
    first, second = "C_LOOP_START gp5, 4", "S_ADDI_INT gp9, gp0, 5"
    assert first in text
    changed = text.replace(first, f"; more\n{second}\n  {first} ; the loop")
    other = file.with_name("other.asm")
    other.write_text(changed)
    done = kernelcraft("profile", CELL, other, "--compare", file, "--json")
    assert done.code == 0
    compared_with = done.record["compared"]
    assert isinstance(compared_with, dict)
    matches = [each["match"] for each in compared_with["pairs"]]
    assert matches.count("after only") == 1
    assert set(matches) == {"same", "after only"}
    said = kernelcraft("profile", CELL, "--compare", file, other)  # from the first to the second
    assert "1 cycles more than" in said.out.splitlines()[0]
    assert "most by execute: +1" in said.out.splitlines()[0]
    alike = kernelcraft("profile", CELL, file, "--compare", file)
    assert f"as many cycles as {file}" in alike.out


def test_what_did_not_run_is_not_compared(kernelcraft: Command, file: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.asm"
    wrong.write_text("V_EXP gp1\n")
    for words in ((file, "--compare", wrong), (wrong, "--compare", file)):
        done = kernelcraft("profile", CELL, *words)
        assert (done.code, done.out) == (1, "")
        assert f"{wrong}: there is nothing to compare: nothing was executed" in done.err
    missing = kernelcraft("profile", CELL, file, "--compare", tmp_path / "silo.asm")
    assert (missing.code, "did you mean" in missing.err) == (2, True)
