"""What is said of routines on whole numbers is what they do: expressions at drawn numbers."""

import numpy as np
import pytest

from kernelcraft.platforms.amd_npu.machine.arithmetic import (
    elements,
    integer_mac,
    shift_round,
    words,
)
from kernelcraft.platforms.amd_npu.machine.symbolic import LIFTS
from kernelcraft.proofs.provenance import Reach
from kernelcraft.proofs.wholes import values
from kernelcraft.sim.routine import Routine
from kernelcraft.sim.symbolic.graph import Dependent, Graph, Symbol, Unfollowed
from kernelcraft.sim.symbolic.shadow import Memory

SIZE, DST, A, B, ACC = 1024, 0, 256, 384, 512  # places in the lanes
ROUNDINGS = (0, 1, 8, 9, 12, 13)
CASES: list[tuple[Routine[..., object], tuple[int, ...]]] = [
    *(
        (routine, (DST, A, B, bits))
        for routine in (elements.vadd, elements.vsub)
        for bits in (16, 32)
    ),
    *((routine, (DST, A, B)) for routine in (elements.vband, elements.vbor)),
    *(
        (routine, (DST, A, B, bits, sign))
        for routine in (
            *(elements.vmax_lt, elements.vmin_ge, elements.vsub_lt, elements.vsub_ge),
            elements.vmaxdiff_lt,
        )
        for bits in (16, 32)
        for sign in (0, 1)
    ),
    *(
        (shift_round.srs, (DST, ACC, 16, 32, 16, shift, rounding, saturation, sign))
        for shift in (0, 5, 16)
        for rounding in ROUNDINGS
        for saturation, sign in ((0, 1), (1, 0), (1, 1), (3, 1))
    ),
    *(
        (shift_round.ups, (DST, A, 16, 16, 32, shift, saturation, 1))
        for shift in (0, 3, 20)
        for saturation in (0, 1, 3)
    ),
    *((integer_mac.integer_add, (DST, ACC, A, 0, words.FORMS[form])) for form in ("vadd", "vsub")),
    (integer_mac.integer_neg, (DST, ACC, 0, words.FORMS["vneg"])),
    *(
        (integer_mac.integer_mac, (DST, ACC, A, B, config, words.FORMS[form]))
        for config in (808, 776, 824, 792)
        for form in ("vmul", "vmac", "vmsc")
    ),
]


def lanes(graph: Graph) -> Memory:
    """Every two bytes an unknown number."""
    held = Memory(graph, "lanes", np.zeros(SIZE, np.uint8), np.ones(SIZE, np.uint8))
    for at in range(SIZE // 2):
        held.deposit(2 * at, 2, graph.symbol(graph.new("input", 0, at, span=(0, 0xFFFF))))
    return held


@pytest.mark.parametrize(
    ("routine", "numbers"),
    CASES,
    ids=lambda each: getattr(each, "name", None) or "-".join(map(str, each)),
)
def test_an_expression_has_the_value_that_the_routine_gives(
    routine: Routine[..., object], numbers: tuple[int, ...]
) -> None:
    graph = Graph()
    held = lanes(graph)
    LIFTS[routine.name](graph, held, *numbers)
    made = [graph.node(held.fetch(at, 2)) for at in range(DST, DST + 128, 2)]
    rng = np.random.default_rng(3)
    given = rng.integers(0, 1 << 16, (SIZE // 2, 4))
    given[:, 0] = rng.choice([0, 1, 0x7FFF, 0x8000, 0xFFFF], SIZE // 2)
    reach = Reach(graph, np.array(made, np.int64))
    found = values(graph, reach, lambda leaves: given[[graph.b[leaf] for leaf in leaves.tolist()]])
    for leaf in made:
        if graph.op[leaf] <= 2 and not found[leaf].any():  # a constant, or an input as it was
            value = graph.value_of(leaf)
            found[leaf] = given[graph.b[leaf]] if value is None else value
    for point in range(given.shape[1]):
        plain = given[:, point].astype("<u2").view(np.uint8).copy()
        routine.oracle(plain, *numbers)
        assert np.array_equal(found[made, point], plain[DST : DST + 128].view("<u2"))


def test_the_highest_bits_of_a_float_are_its_bfloat16_and_none_below_0_without_a_sign() -> None:
    graph = Graph()
    held = Memory(graph, "lanes", np.zeros(SIZE, np.uint8), np.ones(SIZE, np.uint8))
    x = graph.new("fadd", graph.new("input", 0, 0), graph.new("input", 0, 1))
    for at in range(16):
        held.deposit(ACC + 4 * at, 4, graph.symbol(x))
    for saturation, sign, wanted in ((0, 0, x), (1, 1, x), (1, 0, None)):
        LIFTS["srs"](graph, held, DST, ACC, 16, 32, 16, 16, 12, saturation, sign)
        made = held.node[DST]
        assert graph.op[made] == graph.op[graph.new("rounded", x, graph.constant(2))]
        relu = graph.new("fmax", x, graph.constant(0.0))
        assert graph.a[made] == (relu if wanted is None else wanted)


def test_what_cannot_be_said_is_refused() -> None:
    graph = Graph()
    held = lanes(graph)
    with pytest.raises(Unfollowed, match="rounding mode 10"):
        LIFTS["srs"](graph, held, DST, ACC, 16, 32, 16, 5, 10, 1, 1)
    mode = graph.symbol(graph.new("unwritten", span=(0, 1)))
    assert isinstance(mode, Symbol)
    with pytest.raises(Dependent, match="what an instruction is set to do"):
        LIFTS["vmax_lt"](graph, held, DST, A, B, 16, mode)
