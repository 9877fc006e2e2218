"""Where tensors lie, what a staged machine holds, and what a graded run must not write."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.cells.protocol import Element, FloatArray, MemoryMap, PlacementError, Tensor
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.platform import CoralPlatform
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State

CORAL = CoralPlatform()
X = Tensor("x", (3, 7), "activation", "int8")
BIAS = Tensor("bias", (5,), "weight", "int32")
Y = Tensor("output", (2, 3, 5), "activation", "int8")
SP = X_NAMES.index("sp")


def placed(*inputs: Tensor, output: Tensor = Y) -> MemoryMap:
    return CORAL.place(inputs, output, {})


MAP = placed(X, BIAS)
VALUES: dict[str, FloatArray] = {
    "x": np.arange(-10.0, 11.0).reshape(3, 7),
    "bias": np.array([0.0, -1.0, 70_000.0, -(2.0**31), 2.0**31 - 1.0]),
}


def staged(poison: int | None = 1) -> State:
    return CORAL.stage(MAP, VALUES, poison)


def after(text: str, state: State, *, reference: bool = False) -> str:
    """Run lines on a machine, which changes; gives the fault's sentence."""
    program = CORAL.assemble(f"{text}\nmpause\n")
    run = CORAL.run(program, state, Limits(instructions=10_000), reference=reference)
    return "" if run.fault is None else str(run.fault)


def test_inputs_begin_at_16_bytes_and_the_output_at_4_kib() -> None:
    assert [each.address for each in MAP.inputs] == [0x2000_0000, 0x2000_0020]
    assert [each.region.size for each in MAP.inputs] == [21, 20]
    assert (MAP.output.address, MAP.output.region.size) == (0x2000_1000, 30)


def test_an_input_that_ends_at_4_kib_is_followed_at_once() -> None:
    whole = placed(Tensor("x", (4096,), "activation", "int8"))
    assert whole.output.address == 0x2000_1000
    assert placed(Tensor("x", (4097,), "activation", "int8")).output.address == 0x2000_2000


@pytest.mark.parametrize(
    ("inputs", "output", "message"),
    [
        ([Tensor("x", (4 << 20,), "activation", "int8")], Y, "output: external memory ends at"),
        ([Tensor("x", (4,), "activation")], Y, "x: the machine has no float tensors"),
    ],
)
def test_what_cannot_be_placed(inputs: list[Tensor], output: Tensor, message: str) -> None:
    with pytest.raises(PlacementError, match=message):
        CORAL.place(inputs, output, {})


@pytest.mark.parametrize(
    ("element", "low", "high"),
    [
        ("int8", -128, 127),
        ("uint8", 0, 255),
        ("int16", -32768, 32767),
        ("uint16", 0, 65535),
        ("int32", -(2**31), 2**31 - 1),
    ],
)
def test_the_nearest_whole_number_is_stored(element: Element, low: int, high: int) -> None:
    tensor = Tensor("t", (4,), "activation", element)
    values = CORAL.representable(tensor, np.array([-1e12, 0.6, 2.5, 1e12]))
    assert values.tolist() == [low, 1, 2, high]


@pytest.mark.parametrize("poison", [None, 5])
def test_what_was_staged_is_read_back(poison: int | None) -> None:
    state = staged(poison)
    for placement in MAP.inputs:
        assert np.array_equal(CORAL.read(placement, state), VALUES[placement.tensor.name])
    assert state["x"][SP] == 0x1_8000
    assert state["x"][0] == 0


def test_everything_else_holds_garbage_of_the_seed() -> None:
    one, same, other = staged(1), staged(1), staged(2)
    for name in ("memory", "v", "f", "x"):
        assert np.array_equal(one[name], same[name])
        assert np.mean(one[name] != other[name]) > 0.8, name
    assert len(np.unique(one["memory"][:32768])) == 256  # DTCM
    assert [staged(None)[name].any() for name in ("v", "f")] == [False, False]


def test_control_registers_hold_legal_garbage() -> None:
    states = [staged(seed) for seed in range(40)]
    assert {int(state["csr"][SLOT["vxrm"]]) for state in states} == {0, 1, 2, 3}
    assert {int(state["csr"][SLOT["vxsat"]]) for state in states} == {0, 1}
    assert len({int(state["csr"][SLOT["fflags"]]) for state in states}) > 10
    assert {int(state["csr"][SLOT["frm"]]) for state in states} == {0}
    assert {int(state["csr"][SLOT["vtype"]]) for state in states} == {1 << 31}


WRITES = [
    ("li a0, 0x20001000\nsb zero, 0(a0)", ""),
    ("li a0, 0x2000101d\nsb zero, 0(a0)", ""),
    ("li a0, 0x2000101e\nsb zero, 0(a0)", "store to 0x2000101e, where nothing can be written"),
    ("li a0, 0x2000101c\nsw zero, 0(a0)", "store to 0x2000101c, where nothing can be written"),
    ("li a0, 0x20000fff\nsb zero, 0(a0)", "store to 0x20000fff, where nothing can be written"),
    ("li a0, 0x203fffff\nsb zero, 0(a0)", "store to 0x203fffff, where nothing can be written"),
    ("li a0, 0x20000000\nlb a1, 0(a0)\nsb a1, 0(a0)", "store to 0x20000000, where nothing"),
    ("li a0, 0x10000\nsb zero, 0(a0)", ""),
    ("sw zero, -4(sp)", ""),
    ("sw zero, 0(sp)", "store to 0x18000, where nothing can be written"),
    ("sw zero, 0(zero)", "store to 0x0, where nothing can be written"),
    (
        "li a0, 0x20001010\nvsetivli a1, 16, e8, m1, ta, ma\nvse8.v v0, (a0)",
        "vector store to 0x2000101e, where nothing can be written",
    ),
    (
        "li a0, 0x20001000\nli a1, 28\nvsetvli a1, a1, e8, m2, ta, ma\nvse8.v v0, (a0)",
        "",
    ),
    ("li a0, 0x200000f0\nvsetivli a1, 16, e8, m1, ta, ma\nvle8.v v0, (a0)", ""),
    ("li a0, 0x20000ff8\nvsetivli a1, 16, e8, m1, ta, ma\nvle8.v v0, (a0)", ""),
]


@pytest.mark.parametrize(("text", "message"), WRITES, ids=[text for text, _ in WRITES])
@pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])
def test_only_the_output_can_be_written(text: str, message: str, reference: bool) -> None:
    before = staged()
    state = before.copy()
    fault = after(text, state, reference=reference)
    assert message in fault
    assert bool(message) == bool(fault)
    assert CORAL.audit(MAP, before, state) == []


def test_without_poison_nothing_is_forbidden() -> None:
    before = staged(None)
    state = before.copy()
    assert after("li a0, 0x20000000\nli a1, 1\nsb a1, 6(a0)\nsb a1, 0x7f(a0)", state) == ""
    assert list(map(str, CORAL.audit(MAP, before, state))) == [
        "input x was written at 0x20000006",
        "external memory beside the output was written at 0x2000007f",
    ]


def test_elements_that_were_not_written() -> None:
    before = staged()
    state = before.copy()
    text = "li a0, 0x20001000\nlb a1, 29(a0)\naddi a1, a1, 1\nsb a1, 29(a0)"
    assert after(text, state) == ""
    missing = CORAL.unwritten(MAP.output, before, state)
    assert missing.shape == (2, 3, 5)
    assert np.argwhere(~missing).tolist() == [[1, 2, 4]]
    assert CORAL.locate(MAP.output, (1, 2, 4)) == "0x2000101d"
    assert CORAL.locate(MAP.inputs[1], (2,)) == "0x20000028"


def test_a_machine_of_other_memories() -> None:
    large = CoralPlatform(CoralConfiguration().changed({"memories": "highmem"}))
    state = large.stage(large.place([X], Y, {}), VALUES, 3)
    assert state["x"][SP] == 0x20_0000
