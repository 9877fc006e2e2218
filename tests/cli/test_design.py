"""`design`: proposals of files and of platforms, checked, shown, run and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells import designs, kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.studies.designs import BEGIN, PAGE, Report, page, report
from tests.cli.conftest import Command

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """Our proposals in a file of somebody's own."""
    path = tmp_path / "mine.isa"
    path.write_text(designs.texts("plena")["ours"])
    return path


def listed(value: object) -> list[dict[str, object]]:
    """A list of records in JSON."""
    assert isinstance(value, list)
    return value


def test_check_prints_what_each_costs(kernelcraft: Command, ours: Path) -> None:
    shown = kernelcraft("design", "check", "plena", ours)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines()[0].startswith("V_RED_MAX_IDX4: 6 cycles (at least 6), 16 operand")
    assert shown.out.splitlines()[-1].endswith("; 11 opcodes left")
    record = kernelcraft("design", "check", "plena", "ours", "--json").record
    assert listed(record["instructions"])[0]["mnemonic"] == "V_RED_MAX_IDX4"


def test_check_lists_every_fault(kernelcraft: Command, ours: Path) -> None:
    ours.write_text(ours.read_text().replace("latency=6)", "latency=0)").replace("sum(", "open("))
    shown = kernelcraft("design", "check", "plena", ours)
    assert shown.code == 1
    assert "nothing takes no time" in shown.out
    assert "sums is a row; write sums[lane]" in shown.out
    assert not kernelcraft("design", "check", "plena", ours, "--json").record["success"]


def test_show_prints_the_pages_of_the_manual(kernelcraft: Command) -> None:
    shown = kernelcraft("design", "show", "plena", "expert")
    assert shown.code == 0
    assert "## V_TOPK_MASK" in shown.out
    assert "Encoding: 0*10 fs2 rs2 rs1 rd 110010" in shown.out


def test_run_takes_a_file_of_proposals_and_a_kernel(
    kernelcraft: Command, ours: Path, tmp_path: Path
) -> None:
    kernel = tmp_path / "kernel.asm"
    kernel.write_text(kernels.expert(load_cell("plena+ours/argmax/C1")))
    line = ("design", "run", ours, "plena/argmax/C1", kernel)
    shown = kernelcraft(*line, "--seed", "7")
    assert shown.code == 0
    assert "4,609 cycles on the public inputs\ncorrect on 15 input sets" in shown.out
    kernel.write_text("V_RED_MAX_IDX9 gp1, f1, gp1, gp1\n")
    shown = kernelcraft(*line)
    assert shown.code == 1
    assert "did you mean 'V_RED_MAX_IDX4'?" in shown.out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (("check", "plena", "nothing.isa"), "there is no file nothing.isa; the texts of plena are"),
        (("check", "boom", "ours"), "boom takes no proposals"),
        (("report", "plena", "--cell", "argmax/C7"), "there is no configuration 'C7'"),
        (("show", "plna", "ours"), "there is no platform 'plna'"),
    ],
)
def test_what_cannot_be_meant(kernelcraft: Command, line: tuple[str, ...], sentence: str) -> None:
    shown = kernelcraft("design", *line)
    assert shown.code == 2
    assert sentence in shown.err


@pytest.fixture(scope="module")
def found() -> Report:
    return report("plena", ())


def test_the_report_says_what_is_gained_and_which_cells_change(found: Report) -> None:
    agent, expert, ours = found.sets
    assert [each.name for each in found.sets] == ["agent", "expert", "ours"]
    assert [each.cycles for each in found.base] == [None, 9346, None, 896, None]
    assert "no way from vector SRAM" in found.base[0].reason
    assert found.changed(ours) == [
        "argmax/C1",
        "softmax_confidence/C1",
        "masked_topk/C1",
        "sampler/C1",
    ]
    assert found.yardsticks == (12063, 9346, 406, 896, 15441)
    assert found.gained(agent) < found.gained(expert) < found.gained(ours)
    cells = zip(found.yardsticks, ours.cycles, strict=True)
    assert found.gained(ours) == sum(a - b.cycles for a, b in cells if a and b.cycles)


def test_usual_cells_stay_as_they_are(kernelcraft: Command) -> None:
    record = kernelcraft("design", "report", "plena", "ours", "--cell", "silu/C1", "--json").record
    (one,) = listed(record["sets"])
    (base,) = listed(record["base"])
    assert one["changed"] == []
    assert (one["cycles_gained"], one["cycles"]) == (0, [base["cycles"]])


def test_the_docs_page_has_these_tables(found: Report) -> None:
    text = (DOCS / PAGE).read_text(encoding="utf-8")
    assert BEGIN in text
    assert page(text, found.text()) == text, "kernelcraft design report plena --write-docs"
