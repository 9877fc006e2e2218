"""Bounds on parts of a sum that change no result, and those that do."""

import pytest

from kernelcraft.proofs.quantised import Scale, compared
from kernelcraft.proofs.tails import tails
from kernelcraft.proofs.wholes import polynomials
from kernelcraft.sim.symbolic.graph import Graph

CODES = range(-128, 128)
HALF = Scale(float(1 << 30), 0.0, 0.0, tuple(float(each) for each in CODES))
"""Half of a sum, from -128 to 127: the same code from 253 on, and to -256."""
RECTIFIED = Scale(float(1 << 30), 0.0, 0.0, tuple(float(max(0, each)) for each in CODES))
LARGE = 1 << 30


def differs(low: int, high: int, scale: Scale = HALF, added: int = 1) -> str:
    """Of a bias between two numbers, plus a product from -100 to 100."""
    graph = Graph()
    bias = graph.symbol(graph.new("input", 0, 0, span=(-LARGE, LARGE)))
    x = graph.symbol(graph.new("input", 1, 0, span=(-20, 20)))
    bounded = graph.whole("larger", graph.whole("smaller", bias, high), low)
    code = graph.whole("shr", bounded + x * 5 + added, 1)
    least = int(scale.after[0])
    code = graph.whole("larger", graph.whole("smaller", code, 127), least)
    *_, tail = tails(graph, graph.node(code), polynomials(graph))
    assert len(tail.cuts) == 2
    return compared(tail, scale)


@pytest.mark.parametrize(
    ("low", "high", "right"),
    [
        (-356, 353, True),  # whatever the product is, the code is at its end
        (-357, 10_000, True),
        (-355, 353, False),
        (-356, 352, False),
    ],
)
def test_a_bias_may_be_cut_off_where_no_product_can_change_the_result(
    low: int, high: int, right: bool
) -> None:
    said = differs(low, high)
    assert (said == "") == right
    assert right or "a bound on a part of the sum shows" in said
    assert "of the sum " in differs(low, high, added=0)


def test_what_is_made_of_codes_allows_narrower_bounds() -> None:
    assert differs(-101, 353)
    assert not differs(-101, 353, RECTIFIED)
    assert differs(-99, 353, RECTIFIED)
