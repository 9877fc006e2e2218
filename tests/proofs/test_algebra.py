"""What is proved of real kernels for all inputs, what is refused, and what a mutant lacks."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import loaded
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.verification import grade
from kernelcraft.proofs.algebra import MAXIMA, Proof, prove_algebra, shape
from kernelcraft.proofs.approximations import LAWS, NEAR, with_functions
from kernelcraft.proofs.dependence import Pair
from kernelcraft.proofs.expressions import expressions
from kernelcraft.proofs.fields import Field
from kernelcraft.proofs.formula import Term, Terms
from kernelcraft.proofs.provenance import Reach
from kernelcraft.proofs.verdicts import with_proof
from kernelcraft.proofs.wholes import degrees, values
from kernelcraft.records.verdict import Verdict
from kernelcraft.sim.symbolic.graph import Graph, Nodes
from kernelcraft.tasks import relu
from kernelcraft.tasks.task import FloatArray, Rounding

PROVED = {
    "plena/softmax/C1": "values in finite fields",
    "plena/rms_norm/C1": "values in finite fields",
    "plena/gemm/C1": "values in finite fields",
    "plena/relu/C1": "all values of an element, in every place; as near as grading wants",
    "amd_npu/gemm/C1": "values in finite fields",
    "amd_npu/rope/C1": "values in finite fields",
    "amd_npu/conv_block/C1": "values in finite fields",
    "coral_npu/silu/C1": "all bytes",
    "boom/towers/C1": "the same expression",
    "boom/vvadd/C1": "the same expression",
    "coral_npu/conv_block/C1": "polynomials of whole numbers, and all sums",
    "coral_npu/depthwise_conv/C1": "polynomials of whole numbers, and all sums",
}


@pytest.mark.parametrize("name", PROVED)
def test_experts_compute_the_formula_for_all_inputs(name: str) -> None:
    cell = load_cell(name)
    found = prove_algebra(cell, kernels.expert(cell))
    assert found.proved, found.sentence()
    assert found.method.split(",")[0] == PROVED[name].split(",")[0]
    assert (found.missing, found.surplus, found.unwritten) == (0, 0, 0)
    assert found.error < 1e-20


@pytest.mark.parametrize("name", ["coral_npu/conv2d/C1", "coral_npu/silu/C1"])
def test_expressions_have_the_values_that_the_machine_has(name: str) -> None:
    """What says that the run on unknown inputs is one: on known ones it is the machine's."""
    cell = load_cell(name)
    text = kernels.expert(cell)
    found = expressions(cell, text)
    assert not found.refused
    given = input_set(cell, "normal", 7, poison=True)
    flat = [given.inputs[each.name].reshape(-1) for each in found.tensors]

    def inputs(leaves: Nodes) -> Nodes:
        graph = found.graph
        return np.array([[int(flat[graph.a[leaf]][graph.b[leaf]])] for leaf in leaves.tolist()])

    held = values(found.graph, Reach(found.graph, found.outputs), inputs)
    program = cell.platform.assemble(text)
    run = cell.platform.run(program, loaded(given.staged), lockfile.limits(cell))
    output = cell.platform.read(cell.memory_map.output, run.state)
    assert np.array_equal(held[found.outputs, 0], output.reshape(-1))
    assert np.array_equal(output, given.reference)


def changed(name: str, old: str, new: str) -> Proof:
    cell = load_cell(name)
    text = kernels.baseline(cell)
    assert old in text
    before, _, after = text.rpartition(old)
    return prove_algebra(cell, before + new + after)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("amd_npu/conv_block/C1", "mov crSRSSign, #0", "mov crSRSSign, #1"),  # no ReLU
        ("amd_npu/conv_block/C1", "mov s0, #16", "mov s0, #15"),
        ("amd_npu/rope/C1", "movxm r2, #0x8000", "movxm r2, #0x4000"),  # no sign
    ],
)
def test_bits_that_are_treated_otherwise_are_not_proved(name: str, old: str, new: str) -> None:
    cell = load_cell(name)
    text = kernels.expert(cell)
    assert old in text
    found = prove_algebra(cell, text.replace(old, new))
    assert not found.proved


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("vwmacc.vv v18, v24, v22", "nop", "are missing: output [0, 2, 0] on w[0, 0, 0]"),
        ("li t0, 1950847", "li t0, 100000", "a bound on a part of the sum shows where it is"),
        ("vmax.vx v8, v8, t0", "vmax.vx v8, v8, t0\nvadd.vi v8, v8, 1", "its sum is another one"),
        ("vnsra.wi v4, v4, 6", "vnsra.wi v4, v4, 7", "of the sum "),
        ("vnclip.wi v4, v4, 1", "vnsra.wi v4, v4, 1", "of the sum "),
    ],
)
def test_other_sums_and_bounds_of_a_bias_are_not_proved(old: str, new: str, said: str) -> None:
    cell = load_cell("coral_npu/depthwise_conv/C1")
    text = kernels.expert(cell)
    assert old in text
    found = prove_algebra(cell, text.replace(old, new))
    assert not found.proved
    assert said in found.sentence()


DOTPROD = "kernel:\nli a4, 0\nloop:\nlw a5, 0(a0)\nlw a6, 0(a1)\n{product}\nadd a4, a4, a5\n\
addi a0, a0, 4\naddi a1, a1, 4\naddi a3, a3, -1\nbnez a3, loop\nsw a4, 0(a2)\nret\n"


@pytest.mark.parametrize(
    ("product", "proved"),
    [
        ("mul a5, a5, a6", True),
        ("mulw a5, a6, a5", True),  # cut before the sum, too
        ("add a6, a6, a5\nmul a5, a5, a6", False),  # a·b + a²
        ("mul a5, a5, a6\nsrai a5, a5, 32", False),
        ("mul a5, a5, a6\naddi a5, a5, 1", False),
    ],
)
def test_sums_of_words_are_compared_as_polynomials(product: str, proved: bool) -> None:
    found = prove_algebra(load_cell("boom/dotprod/C1"), DOTPROD.format(product=product))
    assert found.proved == proved, found.sentence()
    assert not found.refused
    assert not found.untold


def test_a_product_left_out_is_named() -> None:
    found = changed("plena/gemm/C1", "M_MM 0,", "; M_MM 0,")
    assert found.refuted
    assert not found.proved
    assert found.missing > 100
    assert "dependences are missing: output [" in found.sentence()


def with_an_element_that_cancels(r: Rounding, x: FloatArray) -> FloatArray:
    other = np.roll(x, 1)
    return relu.relu(r, x + other - other)


def test_an_element_that_cancels_in_the_task_refutes_no_right_kernel() -> None:
    cell = load_cell("plena/relu/C1")
    task = replace(cell.task, algorithm=with_an_element_that_cancels)
    found = prove_algebra(replace(cell, task=task), kernels.expert(cell))
    assert found.missing == 256
    assert not found.confirmed
    assert not found.refuted
    assert "no run shows that they matter" in found.sentence()


def test_whole_numbers_that_are_the_same_expression_are_equal() -> None:
    cell = load_cell("boom/towers/C1")
    text = kernels.baseline(cell)
    found = prove_algebra(cell, text)
    assert found.proved, found.sentence()
    assert (found.method, found.error) == ("the same expression", 0)


def test_a_neighbour_is_another_expression() -> None:
    found = changed("boom/copy/C1", "lw	a3, 0(a0)", "lw	a3, 4(a0)")
    assert found.refuted
    assert found.missing == 4000


def test_another_sum_of_the_same_elements_is_not_proved() -> None:
    found = changed("plena/softmax/C1", "V_MUL_VF gp1, gp1, f3", "V_ADD_VF gp1, gp1, f3")
    assert not found.proved
    assert not found.refuted
    assert found.equal == 0
    assert found.unknown == {"other under these laws": 256}


def test_control_that_depends_on_an_input_is_said() -> None:
    cell = load_cell("coral_npu/rms_norm/C1")
    found = prove_algebra(cell, kernels.baseline(cell))
    assert not found.independent
    assert "which way it goes depends on x[0, " in found.sentence()
    assert "line " in found.sentence()


def test_a_fault_at_an_address_that_depends_on_an_input_is_said() -> None:
    cell = load_cell("amd_npu/rms_norm/C1")
    text = kernels.baseline(cell).replace("movxm r19, #464896", "movxm r19, #0")
    found = prove_algebra(cell, text)
    assert "a fault whose cause depends on x[0, " in found.refused


def test_a_register_that_was_never_written_is_counted() -> None:
    found = changed("plena/relu/C1", "V_ADD_VF gp2, gp2, f1, 0", "V_ADD_VF gp2, gp2, f6, 0")
    assert not found.proved
    assert found.unwritten > 0


def test_a_degree_is_that_of_the_products_and_not_of_the_steps() -> None:
    graph = Graph()
    square = graph.new("input", 0, 0)
    for _ in range(20):
        square = graph.new("fmul", square, square)
    root = np.array([square], np.int64)
    assert Field(graph, Reach(graph, root), 0).degree(root, root) == 2**20


def test_the_degree_of_a_sum_is_that_of_its_longest_product() -> None:
    graph = Graph()
    x, y = (graph.symbol(graph.new("input", 0, at, span=(-128, 127))) for at in range(2))
    for value, degree in ((x * y + 3, 2), (x * 5 - y, 1), (x * y * x + y, 3), (x * x * y * y, 4)):
        assert degrees(graph)[graph.node(value)] == degree


def test_two_functions_of_which_nothing_is_known_have_two_shapes() -> None:
    graph = Graph()
    inputs = [graph.new("input", 0, at) for at in range(3)]
    one, same, other = (
        graph.opaque_of(name, [each])
        for name, each in zip(("cos", "cos", "sin"), inputs, strict=True)
    )
    assert shape(graph, one) == shape(graph, same) != shape(graph, other)


RIGHT = grade(load_cell("plena/softmax/C1"), kernels.expert(load_cell("plena/softmax/C1")), seed=1)
WRONG = RIGHT.model_copy(update={"correct": False, "failure": "wrong"})
ALL, LACKING, CANCELS, OPEN = (
    Proof("cell", outputs=2, equal=2),
    Proof("cell", outputs=2, missing=3, confirmed=True, listed=[Pair("x", (1,), (0,))]),
    Proof("cell", outputs=2, missing=3, listed=[Pair("x", (1,), (0,))]),
    Proof("cell", outputs=2, unknown={"other under these laws": 2}),
)


@pytest.mark.parametrize(
    ("verdict", "proof", "exact", "proved", "quarantined"),
    [
        (RIGHT, ALL, False, "proved", False),
        (RIGHT, OPEN, True, "unknown", False),
        (RIGHT, LACKING, False, "refuted", True),
        (RIGHT, CANCELS, False, "unknown", False),  # an element that only the formula has
        (WRONG, LACKING, True, "refuted", False),
        (WRONG, ALL, True, "proved", True),
        (WRONG, ALL, False, "proved", False),  # rounding, or an overflow
    ],
)
def test_a_verdict_and_a_proof_that_contradict_each_other_are_quarantined(
    verdict: Verdict, proof: Proof, exact: bool, proved: str, quarantined: bool
) -> None:
    found = with_proof(verdict, proof, exact=exact)
    assert found.proved == proved
    assert (found.failure == "quarantined") == quarantined
    assert found.correct == (verdict.correct and not quarantined)
    assert ("one of our programs is at fault" in found.message) == quarantined


@pytest.mark.parametrize("name", ["amd_npu/rms_norm/C1", "amd_npu/layer_norm/C1"])
def test_a_root_from_a_table_is_near_for_every_argument(name: str) -> None:
    cell = load_cell(name)
    found = prove_algebra(cell, kernels.baseline(cell))
    assert found.proved, found.sentence()
    assert list(found.near) == ["1/√x"]
    assert 2.0**-9 < found.near["1/√x"] <= NEAR  # bfloat16 takes so much, and no more
    assert f"with 1/√x within {found.near['1/√x']:.2%}" in found.sentence()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("movxm r19, #464896", "movxm r19, #464898"),  # the next place of the table
        ("movx r22, #3\n", "movx r22, #2\n"),  # another power of two
        ("movx r22, #-1\n", "movx r22, #0\n"),  # 1/x for 1/√x in the exponent
        ("movx r19, #7\n", "movx r19, #3\n"),  # bits of the argument left out
        ("#975685036", "#975685038"),  # another ε
        ("bml0, x0, x4, r1", "bml0, x1, x4, r1"),  # the right root of other elements
    ],
)
def test_another_function_of_bits_is_not_proved(old: str, new: str) -> None:
    cell = load_cell("amd_npu/rms_norm/C1")
    text = kernels.baseline(cell)
    assert text.count(old) == 1
    found = prove_algebra(cell, text.replace(old, new))
    assert not found.refused
    assert not found.proved


def test_a_root_is_one_only_if_every_entry_of_its_table_is() -> None:
    """An entry is four units in the last place away, which no rounding to bfloat16 explains."""
    cell = load_cell("amd_npu/rms_norm/C1")
    made = expressions(cell, kernels.baseline(cell))
    graph, reach = made.graph, Reach(made.graph, made.outputs)
    assert with_functions(graph, reach, made.outputs).errors
    right = graph.tables[0]  # the lower bytes
    for key in range(0, 256, 8):  # the lowest bit of an exponent and the mantissa
        place = key // 8 * 32 + key % 8 * 2  # a line of the table is in memory twice
        graph.tables[0] = (*right[:place], right[place] ^ 4, *right[place + 1 :])
        assert not with_functions(graph, reach, made.outputs).errors, key


@pytest.mark.parametrize(
    ("name", "laws"),
    [
        ("amd_npu/softmax/C1", ["e^x", "1/x"]),
        ("amd_npu/attention/C1", ["e^x", "1/x"]),
        ("amd_npu/ffn/C1", ["1 + e^-x", "1/x"]),
    ],
)
def test_powers_from_tables_are_near_for_every_argument(name: str, laws: list[str]) -> None:
    cell = load_cell(name)
    found = prove_algebra(cell, kernels.baseline(cell))
    assert found.proved, found.sentence()
    assert list(found.near) == laws
    assert all(2.0**-9 < error <= 2 * NEAR for error in found.near.values())
    assert (MAXIMA in found.assumed) == (name == "amd_npu/attention/C1")  # for lanes of no element


@pytest.mark.parametrize(("table", "by"), [(0, 1 << 5), (1, 1 << 6), (4, 1 << 1)])
def test_a_power_is_one_only_if_every_entry_of_its_tables_is(table: int, by: int) -> None:
    """Tables of e to a number's whole part and its fraction, then of 1/x; an entry is changed."""
    cell = load_cell("amd_npu/softmax/C1")
    made = expressions(cell, kernels.baseline(cell))
    graph, reach = made.graph, Reach(made.graph, made.outputs)
    right = with_functions(graph, reach, made.outputs).errors
    assert list(right) == ["e^x", "1/x"]
    entries = graph.tables[table]
    graph.tables[table] = tuple(each ^ by for each in entries)
    assert with_functions(graph, reach, made.outputs).errors != right


@pytest.mark.parametrize(
    ("values", "near"),
    [
        (lambda x: np.exp(x), True),
        (lambda x: np.exp(np.maximum(x, -90.0)), True),  # below the least normal number
        (lambda x: np.exp(np.maximum(x, -80.0)), False),
        (lambda x: np.exp(1.01 * x), False),
        (lambda x: np.where(x < -5, np.nan, np.exp(x)), False),
        (lambda x: np.where(x < -5, np.inf, np.exp(x)), False),
        (lambda x: np.exp(x) * 1.02, False),
    ],
)
def test_a_law_holds_for_all_values_or_not(
    values: Callable[[FloatArray], FloatArray], near: bool
) -> None:
    (law,) = (each for each in LAWS if each.name == "e^x")
    x = -np.logspace(-37, 38, 5000)
    with np.errstate(all="ignore"):
        assert (law.error(x, values(x)) <= law.near) == near


@pytest.mark.parametrize(("x", "y"), [((3, 4), (4, 5)), ((2, 3, 4), (2, 4, 2)), ((4,), (4, 3))])
def test_products_of_terms_have_the_values_of_products(
    x: tuple[int, ...], y: tuple[int, ...]
) -> None:
    graph, rng = Graph(), np.random.default_rng(0)
    arrays = [rng.integers(-9, 9, shape) for shape in (x, y)]

    def terms(name: int, shape: tuple[int, ...]) -> Terms:
        made = [Term(graph, graph.new("input", name, at)) for at in range(int(np.prod(shape)))]
        found: Terms = np.array(made, object).reshape(shape).view(Terms)
        return found

    found = np.matmul(terms(0, x), terms(1, y))
    right = np.matmul(*arrays)
    nodes = np.array([each.node for each in np.asarray(found).reshape(-1)])
    flat = [each.reshape(-1) for each in arrays]

    def inputs(leaves: Nodes) -> Nodes:
        return np.array([[flat[graph.a[leaf]][graph.b[leaf]]] for leaf in leaves.tolist()])

    held = values(graph, Reach(graph, nodes), inputs)
    assert held[nodes, 0].reshape(right.shape).tolist() == right.tolist()
