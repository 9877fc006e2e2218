"""What is compared in stages, and that what is not equal there is not taken for it."""

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.proofs.algebra import prove_algebra
from kernelcraft.proofs.fields import Cuts, Field, P
from kernelcraft.proofs.provenance import Reach
from kernelcraft.proofs.stages import in_stages
from kernelcraft.sim.symbolic.graph import CODE, Graph, Nodes


def nodes(*some: int) -> Nodes:
    return np.array(some, np.int64)


def proved(graph: Graph, wanted: int, output: int, seed: int = 0) -> tuple[bool, float]:
    """Whether two are equal in stages, and the probability of error."""
    pair = nodes(wanted), nodes(output)
    reach = Reach(graph, np.concatenate(pair))
    staged = in_stages(graph, reach, pair, Field(graph, reach, seed), seed + 1)
    if staged is None:
        return False, 1.0
    field, error = staged
    equal = (field.p[wanted] == field.p[output]).all() and not field.strange[[*pair]].any()
    return bool(equal), error


def inputs(graph: Graph, count: int) -> list[int]:
    return [graph.new("input", 0, at) for at in range(count)]


def test_a_degree_is_that_of_a_stage() -> None:
    graph = Graph()
    x, y = inputs(graph, 2)
    one, other = graph.new("fmul", x, y), graph.new("fmul", y, x)
    for _ in range(40):
        one, other = (
            graph.new("fadd", graph.new("fmul", one, one), x),
            graph.new("fadd", x, graph.new("fmul", other, other)),
        )
    equal, error = proved(graph, one, other)
    assert equal
    assert error < 1e-20
    assert not proved(graph, one, graph.new("fadd", other, y))[0]


def test_a_root_has_its_sign() -> None:
    graph = Graph()
    x, y = inputs(graph, 2)
    square = graph.new("fmul", x, x)
    assert not any(proved(graph, x, graph.new("sqrt", square), seed)[0] for seed in range(8))
    total = graph.new("fadd", square, y)
    wanted = graph.new("sqrt", total)
    four = graph.new("fmul", graph.constant(4.0), graph.new("fadd", y, square))
    output = graph.new("fmul", graph.constant(0.5), graph.new("sqrt", four))
    equal, error = proved(graph, wanted, output)
    assert equal
    assert error < 1e-30
    minus = graph.new("fsub", graph.constant(0.0), output)
    assert not proved(graph, wanted, minus)[0]


def test_powers_are_products_of_variables() -> None:
    """As an online softmax has them: e^(x y - u) e^(u - v) = e^(x y - v)."""
    graph = Graph()
    x, y, u, v = inputs(graph, 4)
    one, other = graph.new("fmul", x, y), graph.new("fmul", y, x)

    def power(a: int, b: int) -> int:
        return graph.new("exp", graph.new("fsub", a, b))

    wanted = power(one, v)
    assert proved(graph, wanted, graph.new("fmul", power(other, u), power(u, v)))[0]
    assert not proved(graph, wanted, graph.new("fmul", power(other, u), power(v, u)))[0]
    half = graph.new("fmul", graph.constant(0.5), graph.new("fsub", other, v))
    root = graph.new("exp", half)  # of half of a variable: no product of variables
    assert not proved(graph, wanted, graph.new("fmul", root, root))[0]


@pytest.mark.parametrize(("minus", "factor"), [(False, 1), (True, P - 1)])
def test_a_variable_for_others_is_found_out(minus: bool, factor: int) -> None:
    graph = Graph()
    x, y = inputs(graph, 2)
    one, other = graph.new("fmul", x, y), graph.new("fmul", y, x)
    if minus:
        other = graph.new("fsub", graph.constant(0.0), other)
    another = graph.new("fadd", x, y)
    for right, second in ((True, other), (False, another)):
        root = graph.new("fsub", one, second)
        reach = Reach(graph, nodes(root))
        of = np.full(len(graph), -1, np.int64)
        factors = np.ones(len(graph), np.uint64)
        of[[one, second]], factors[second] = 0, factor
        field = Field(graph, reach, 0, Cuts(of, factors, nodes()))
        assert field.wrong().tolist() == ([] if right else [0])
        assert (field.p[second] == field.p[one] * np.uint64(factor) % P).all()


@pytest.mark.parametrize("name", ["plena/layer_norm/C1", "plena/swiglu/C1"])
def test_norms_and_gates_are_proved_with_a_true_bound(name: str) -> None:
    cell = load_cell(name)
    found = prove_algebra(cell, kernels.expert(cell))
    assert found.proved, found.sentence()
    assert found.error < 2.0**-64  # a sign at 32 points would be 2^-32


def test_a_point_at_which_something_is_divided_by_0_counts_for_nothing() -> None:
    graph = Graph()
    (x,) = inputs(graph, 1)
    root = graph.new("reciprocal", graph.new("fsub", x, graph.new("fmul", x, graph.constant(1.0))))
    field = Field(graph, Reach(graph, nodes(root)), 0)
    assert field.strange[root] == CODE["reciprocal"]
