"""Held-out cells: the same for the same seed, legal, unpublished, and with a right baseline."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import UnknownName, load_cell
from kernelcraft.cells.held_out import TooFewSizes, held_out_cells
from kernelcraft.cells.size_rules import Listed, Multiples, held_out_rules, refusal
from kernelcraft.cells.sizes import configurations
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading import lockfile


@pytest.mark.parametrize("name", configurations("plena"))
def test_corners_come_first_and_all_are_legal_and_new(name: str) -> None:
    found = held_out_cells("plena", name, 6, seed=3)
    assert [each.kind for each in found] == ["smallest", "tail", "largest", *["drawn"] * 3]
    rules = held_out_rules("plena")[name]
    published = list(configurations("plena")[name].values())
    for each in found:
        assert refusal(rules, each.cell.dims) is None
        assert each.cell.dims not in published
        assert load_cell(each.cell.name) is each.cell
    assert len({each.cell.name for each in found}) == 6


@pytest.mark.parametrize("name", configurations("plena"))
def test_a_tail_is_no_multiple_of_a_tile(name: str) -> None:
    cell = held_out_cells("plena", name, 2, seed=8)[1].cell
    for dim, rule in held_out_rules("plena")[name].items():
        if isinstance(rule, Multiples) and rule.tile:
            assert cell.dims[dim] > rule.tile
            assert cell.dims[dim] % rule.tile


def test_more_cells_are_the_same_and_others() -> None:
    few, many = (held_out_cells("plena", "mha", count, seed=5) for count in (4, 9))
    assert many[:4] == few
    assert held_out_cells("plena", "mha", 4, seed=6) != few


def test_the_largest_is_the_largest_with_a_baseline() -> None:
    """One step more and the scratch row of the SiLU template has no place."""
    largest = held_out_cells("plena", "silu", 3, seed=0)[2].cell
    assert largest.dims == {"rows": 8188, "width": 256}
    with pytest.raises(UnknownName, match="too few"):
        load_cell("plena/silu/rows=8192,width=256")
    by_heads = held_out_cells("plena", "flash_attention", 3, seed=0)[2].cell
    assert by_heads.dims["s"] == 336
    with pytest.raises(Unwritten, match="fp sram"):
        kernels.baseline(load_cell("plena/flash_attention/s=352,h=320"))


def test_sizes_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the 6 sizes one is published."""
    rules = {"silu": {"rows": Multiples(step=4, most=12), "width": Listed(values=(64, 128))}}
    monkeypatch.setattr("kernelcraft.cells.held_out.rules_for", lambda platform, task: rules[task])
    assert len(held_out_cells("plena", "silu", 5, seed=0)) == 5
    with pytest.raises(TooFewSizes, match="plena/silu has no 6 other sizes, only about 5"):
        held_out_cells("plena", "silu", 6, seed=0)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("platform", "name"),
    [(platform, name) for platform in ("plena", "amd_npu") for name in configurations(platform)],
)
def test_baselines_are_right_at_the_smallest_and_at_a_tail(platform: str, name: str) -> None:
    """`measure` grades the baseline on every distribution and raises if it is wrong.

    Tails of decoder blocks are long; `make release-check` grades them.
    """
    count = 1 if tasks.load(name).level == 3 else 2
    for each in held_out_cells(platform, name, count, seed=74):  # small tails
        found = lockfile.lock(each.cell)
        assert found is not None
        assert found.baseline_cycles > 0
