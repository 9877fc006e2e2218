"""Orders of steps: a search finds them again, and the file says by which one."""

import math
from dataclasses import replace

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import expert
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import FILE, written
from kernelcraft.platforms.coral_npu.studies import orders
from kernelcraft.platforms.coral_npu.studies.order_search import Case, Precedence, Search
from kernelcraft.platforms.coral_npu.studies.trial_programs import Variations

CHEAP = ("norm_weights",)
NOT_FOUND_AGAIN = {
    *("softmax_row", "short_norm", "layer_norm_sums", "layer_norm_outer_sums"),
    *("layer_norm_pair", "rms_norm_first_pair", "rms_norm_pair", "softmax_short_row"),
    *("layer_norm_last_pair", "window", "pairs", "pointwise", "few_rows", "five_rows", "product"),
}
"""Orders of earlier searches, or of ones that began with a written order; the search here came
within 2 per cent of most of them."""
GATHERS, LOADS, STORES = 10, 4, 2
PLAIN = tuple("g" * GATHERS + "s" * STORES + "l" * LOADS)


@pytest.mark.parametrize("name", CHEAP)
def test_a_search_finds_an_order_as_good_as_the_one_written(name: str) -> None:
    assert orders.check(name).endswith("as good")


def test_the_command_says_with_its_exit_code_whether_an_order_is_found_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {name: replace(each, evaluations=2) for name, each in written().items()}
    monkeypatch.setattr(orders, "written", lambda: few)
    assert orders.main(["--check", CHEAP[0]]) == 1
    assert capsys.readouterr().out.endswith("2 orders tried: worse\n")


def test_the_file_says_which_orders_no_search_has_found_again() -> None:
    assert {name for name, each in written().items() if not each.evaluations} == NOT_FOUND_AGAIN


def test_the_file_is_as_the_command_writes_it() -> None:
    assert orders.text(written()) == FILE.read_text(encoding="utf-8")


def test_every_order_is_used_and_has_the_steps_that_it_orders() -> None:
    assert set(orders.uses()) == set(written())
    for name, use in orders.uses().items():
        steps = [each.rstrip("'") for each in written()[name].steps]
        assert set(steps) <= set(use.plain), name


@pytest.mark.sweep
@pytest.mark.parametrize("name", written())
def test_an_order_changes_no_expression(name: str) -> None:
    """For all inputs: a step that reads a number before it is ready may be right on many."""
    use = orders.uses()[name]
    cells = use.cells + use.others
    size = [math.prod(cell.dims.values()) for cell in cells]
    case = Case(cells[size.index(min(size))], name, use.plain)
    assert case.same_function(written()[name].steps)


def test_an_order_that_is_nearly_right_is_another_function() -> None:
    """The first products of a row take its multiplier before the last correction."""
    use = orders.uses()["softmax_row"]
    case = Case(load_cell("coral_npu/softmax/C2"), "softmax_row", use.plain)
    steps = list(written()["softmax_row"].steps)
    last = [at for at, each in enumerate(steps) if each == "c"][-1]
    third = [at for at, each in enumerate(steps) if each == "y"][2]
    assert last < third
    steps.insert(third, steps.pop(last))
    assert case.cycles(tuple(steps)) is not None
    assert not case.same_function(tuple(steps))


def test_an_order_that_is_wrong_has_no_cycles() -> None:
    case = Case(load_cell("coral_npu/gelu/C1"), "table", PLAIN)
    assert case.cycles(PLAIN) == case.plain_cycles
    before_it_is_stored = tuple("g" * GATHERS + "l" * LOADS + "s" * STORES)
    assert case.cycles(before_it_is_stored) is None


def test_the_same_seed_finds_the_same_order() -> None:
    case = Case(load_cell("coral_npu/gelu/C1"), "table", PLAIN)
    one, other = (Search(PLAIN, [case], []).run(5, 40) for _ in range(2))
    assert one == other
    assert one.cost < 1.0


def test_neighbours_whose_exchange_was_wrong_are_not_tried_again() -> None:
    case = Case(load_cell("coral_npu/conv2d/C1"), "pointwise", orders.uses()["pointwise"].plain)
    right = orders.uses()["pointwise"].plain
    at = right.index("g0")  # a gather, and the product that needs it
    wrong = (*right[:at], right[at + 1], right[at], *right[at + 2 :])
    known = Precedence(right, fixed=True)
    assert known.allows(wrong)
    known.learn(right, wrong, case)
    assert known.allows(right)
    assert not known.allows(wrong)


@pytest.mark.parametrize("cell", ["softmax/C1", "layer_norm/C1", "gemm/C1", "linear/C1"])
def test_programs_of_variations_are_what_the_assembler_gives(cell: str) -> None:
    text = expert(load_cell(f"coral_npu/{cell}"))
    program = load_cell(f"coral_npu/{cell}").platform.assemble(text)
    assert (Variations(program).program(text).ops == program.ops).all()
