"""Whole numbers as expressions: what is known of them, and what ends a run."""

from collections.abc import Callable

import numpy as np
import pytest

from kernelcraft.proofs.provenance import Reach
from kernelcraft.proofs.wholes import values
from kernelcraft.riscv.hart import signed
from kernelcraft.sim.symbolic.graph import OPERATIONS, Dependent, Graph, Symbol, Unfollowed
from kernelcraft.sim.symbolic.shadow import Memory

BYTE = (-128, 127)


def unknown(graph: Graph, at: int = 0, span: tuple[int, int] = BYTE) -> int:
    return graph.symbol(graph.new("input", 0, at, span=span))


def operation(value: int) -> str:
    assert isinstance(value, Symbol)
    return OPERATIONS[value.graph.op[value.node]]


def memory(graph: Graph) -> Memory:
    return Memory(graph, "memory", np.zeros(16, np.uint8), np.ones(16, np.uint8))


def test_cuts_that_change_nothing_vanish() -> None:
    x = unknown(Graph())
    assert operation(x & 255) == "and"
    assert operation(signed(x & 255, 8)) == "input"
    product = (signed(x & 255, 8) * 3 & 0xFFFF_FFFF) + 5 & 0xFFFF_FFFF
    assert operation(signed(product)) == "add"
    assert operation(signed(x * 3 & 255, 8)) == "signed"  # it may be more than 127


WORD = (0, 2**32 - 1)


def signed64(value: int) -> int:
    return signed(value & 2**64 - 1, 64)


def signed32(value: int) -> int:
    return signed(value & WORD[1], 32)


SAME: dict[str, Callable[[int], int]] = {
    "sums of multiples are shifted apart": lambda x: (x * 32 + 16 + (x & 12)) >> 4,
    "and nested ones": lambda x: (16 + ((x & 8) + x * 48)) >> 3,
    "halves side by side": lambda x: ((x & 0xFFFF) | (x >> 16) << 32) >> 32 & 0xFF,
    "a shift within the lower half": lambda x: ((x & 0xFFFF) | (x >> 16) << 32) >> 4,
    "bytes of a word": lambda x: (x & 255) | (x >> 8 & 255) << 8 | (x >> 16) << 16,
    "the rest of a word": lambda x: (x & 255) | ((x & 0xFFFF) >> 8) << 8,
    "bytes in the wrong order": lambda x: (x & 255) << 8 | (x >> 8 & 255),
    "a quotient and a rest": lambda x: x // 32 * 32 + x % 32 // 2,
    "twice": lambda x: (x + x) % 2,
    "a rest of a multiple": lambda x: (x * 12 + 5) % 4,
    "two words in one, the upper half": lambda x: ((x & 0xFFFF_FFFF) | signed64(x << 32)) >> 32,
    "two words in one, the lower half": lambda x: signed32((x & 0xFFFF_FFFF) | signed64(x << 32)),
    "the sign changed": lambda x: (x + 0x8000_0000) & 0xFFFF_FFFF,
}


@pytest.mark.parametrize("name", SAME)
def test_simpler_forms_are_the_same_number(name: str) -> None:
    """Every rule changes how a number is written, and never what it is."""
    graph, function = Graph(), SAME[name]
    numbers = [0, 1, 8, 15, 31, 0x8000, 0x1234_5678, 0x8765_4321, 2**32 - 1]
    found = function(unknown(graph, span=WORD))
    root = np.array([graph.node(found)], np.int64)
    held = values(graph, Reach(graph, root), lambda leaves: np.array([numbers] * len(leaves)))
    wanted = [function(each) for each in numbers]
    assert held[root[0]].tolist() == wanted if isinstance(found, Symbol) else {found} == {*wanted}


def test_what_lies_side_by_side_comes_apart_and_together() -> None:
    graph = Graph()
    x = unknown(graph, span=WORD)
    bytes_ = (x & 255) | (x >> 8 & 255) << 8 | (x >> 16 & 255) << 16 | (x >> 24) << 24
    assert graph.node(bytes_) == graph.node(x)
    assert operation(((x & 0xFFFF) | (x >> 16) << 32) >> 32) == "shr"
    assert (x * 4) % 4 == 0


def test_between_which_bounds_a_number_lies() -> None:
    graph = Graph()
    x, y = (graph.new("input", 0, at) for at in range(2))
    low, high = graph.constant(-50.0), graph.constant(3.0)
    clipped = graph.new("fmin", graph.new("fmax", x, low), high)
    assert graph.extent(x) == (-np.inf, np.inf)
    assert graph.extent(graph.new("rounded", clipped, graph.constant(2))) == (-50, 3)
    assert graph.extent(graph.new("fsub", x, graph.new("fmax", y, x))) == (-np.inf, 0)
    assert graph.extent(graph.new("fsub", x, graph.new("fmax", y, high))) == (-np.inf, np.inf)
    third = graph.extent(graph.new("rounded", graph.constant(1 / 3), graph.constant(2)))
    assert third[0] < 1 / 3 < third[1]


@pytest.mark.parametrize(
    ("value", "right"),
    [(lambda x: x * 0, 0), (lambda x: x ^ x, 0), (lambda x: x - x, 0), (lambda x: x < 128, 1)],
)
def test_what_is_the_same_for_all_inputs_is_a_number(value: object, right: int) -> None:
    assert callable(value)
    assert value(unknown(Graph())) == right


def test_a_way_that_depends_on_an_input_is_refused() -> None:
    x = unknown(Graph())
    with pytest.raises(Dependent, match="which way it goes"):
        assert x < 3
    with pytest.raises(Dependent, match="must be known"):
        range(x)


def test_bytes_of_several_numbers_in_a_word_stay_apart() -> None:
    graph = Graph()
    held = memory(graph)
    for at in range(4):
        held.deposit(at, 1, unknown(graph, at) & 255)
    word = held.fetch(0, 4)
    for at in range(4):
        assert signed(word >> 8 * at & 255, 8).node == unknown(graph, at).node  # type: ignore[attr-defined]
        top = signed(word) >> 24
    assert top.node == unknown(graph, 3).node  # type: ignore[attr-defined]


def test_halves_that_are_moved_make_the_word_again() -> None:
    graph = Graph()
    held = memory(graph)
    word = unknown(graph, span=(0, 2**32 - 1))
    held.deposit(0, 4, word)
    for at in (0, 2):
        held.deposit(8 + at, 2, held.fetch(at, 2))
    assert held.fetch(8, 4).node == word.node  # type: ignore[attr-defined]


def test_a_place_in_a_table_is_looked_up_and_in_inputs_refused() -> None:
    graph = Graph()
    held = memory(graph)
    held.array[:] = np.arange(16) * 3
    index = unknown(graph, span=(2, 5))
    found = held.fetch(index, 1)
    assert operation(found) == "look_up"
    assert graph.tables == [(6, 9, 12, 15)]
    held.deposit(4, 1, unknown(graph, 1) & 255)
    with pytest.raises(Dependent, match="an address in what is no table"):
        held.fetch(index, 1)


def test_what_was_never_written_is_taken_to_be_another_number_and_that_is_counted() -> None:
    graph = Graph()
    garbage = graph.symbol(graph.new("unwritten", span=(0, 255)))
    assert (garbage == 7, graph.compared) == (0, 1)


def test_what_was_never_written_is_unknown() -> None:
    graph = Graph()
    known = np.ones(16, np.uint8)
    known[3] = 0
    held = Memory(graph, "memory", np.zeros(16, np.uint8), known)
    assert held.fetch(0, 3) == 0
    assert operation(held.fetch(3, 1)) == "unwritten"
    held.deposit(3, 1, 7)
    assert held.fetch(3, 1) == 7


def test_a_part_of_the_bits_of_a_number_with_a_fraction_is_not_that_number() -> None:
    graph = Graph()
    x = graph.symbol(graph.new("input", 0, 0))
    for whole in (x & 0xFFFF, 0xFFFF & x):
        assert whole.node == x.node  # type: ignore[attr-defined]
    for mask in (0x7FFF, 0x8000, 0xFF):  # without its sign, the sign alone, a byte
        with pytest.raises(Unfollowed, match="on the bits of one with a fraction"):
            x & mask


def test_bits_that_are_a_number_but_for_its_sign() -> None:
    graph = Graph()
    x = graph.new("input", 0, 0)
    bits = graph.symbol(graph.pattern(x, 2))
    assert graph.number(graph.node(bits), 2) == x
    assert operation(bits + 0x8000 & 0xFFFF) == "and"
    negated = graph.number(graph.node(bits + 0x8000 & 0xFFFF), 2)
    assert (OPERATIONS[graph.op[negated]], graph.b[negated]) == ("fsub", x)
    for other in (bits + 0x4000 & 0xFFFF, bits & 0x7FFF):
        assert OPERATIONS[graph.op[graph.number(graph.node(other), 2)]] == "number"
    assert OPERATIONS[graph.op[graph.number(graph.node(bits), 4)]] == "number"
