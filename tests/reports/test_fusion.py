"""What fusing gains: the fastest kernel of a composite and those of its parts, by one agent."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kernelcraft.reports import views
from kernelcraft.reports.report import build
from tests.reports.made_up import episode


@dataclass(frozen=True)
class Made:
    """Parts of a block: two norms and a product."""

    cells: tuple[tuple[str, int], ...] = (("p/norm/C1", 2), ("p/gemm/C1", 1))
    missing: tuple[str, ...] = ()
    glue: str = "a sum"


BLOCK = episode("p/block/C1", 500)
NORM = episode("p/norm/C1", 100)
GEMM = episode("p/gemm/C1", 700)


def test_the_effect_is_the_parts_sum_over_the_whole() -> None:
    slower = episode("p/norm/C1", 300, epoch=2)
    wrong = episode("p/gemm/C1", 1, epoch=2, failure="wrong result")
    report = build([BLOCK, slower, NORM, GEMM, wrong], [], parts={"p/block/C1": Made()})
    (found,) = report.fusions
    assert (found.cycles, found.parts) == (500, 900)
    assert found.effect == pytest.approx(1.8)
    table = views.fusion(report)
    assert table is not None
    assert table.rows == (
        (
            "p/block/C1",
            "tuner",
            "500",
            "900",
            "1.800x",
            "a sum",
            "2 x p/norm/C1 + p/gemm/C1",
            "",
        ),
    )
    records = report.record()["fusion"]
    assert isinstance(records, list)
    assert [each["effect"] for each in records] == [pytest.approx(1.8)]


def test_parts_of_another_agent_do_not_count() -> None:
    other = episode("p/gemm/C1", 10, agent="expert")
    (found,) = build([BLOCK, NORM, other], [], parts={"p/block/C1": Made()}).fusions
    assert found.effect is None
    assert found.lacking == ("no kernel: p/gemm/C1",)


def test_a_part_without_a_cell_leaves_no_sum() -> None:
    parts = {"p/block/C1": Made(missing=("rope s=4",))}
    (found,) = build([BLOCK, NORM, GEMM], [], parts=parts).fusions
    assert (found.parts, found.lacking) == (None, ("no cell: rope s=4",))


def test_a_part_that_finds_its_operands_elsewhere_is_no_part() -> None:
    assert BLOCK.best is not None
    streamed = BLOCK.best.model_copy(update={"operands": "streamed"})
    block = BLOCK.model_copy(update={"best": streamed})
    (found,) = build(
        [block, NORM, GEMM], [], parts={"p/block/C1": Made(cells=(("p/norm/C1", 2),))}
    ).fusions
    assert found.effect is None
    assert found.lacking == ("p/norm/C1 has  operands, the composite streamed",)


def test_without_any_part_there_is_no_row() -> None:
    wrong = episode("p/block/C1", None, failure="wrong result")
    for episodes in ([BLOCK], [GEMM], [wrong, NORM, GEMM]):
        report = build(episodes, [], parts={"p/block/C1": Made()})
        assert report.fusions == ()
        assert views.fusion(report) is None
