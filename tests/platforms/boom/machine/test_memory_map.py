"""Where tensors lie, what a staged machine holds, and what a graded run must not write."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.cells.protocol import FloatArray, PlacementError, Tensor
from kernelcraft.platforms.boom.machine.configuration import (
    DATA,
    OPERAND_BYTES,
    OPERANDS,
    REGIONS,
    RETURN,
    STACK_END,
)
from kernelcraft.platforms.boom.machine.platform import BoomPlatform
from kernelcraft.platforms.boom.machine.state import span
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State

BOOM = BoomPlatform()
X = Tensor("x", (3, 7), "activation", "int32")
B = Tensor("b", (5,), "activation", "uint8")
Y = Tensor("output", (2, 5), "activation", "int32")
MAP = BOOM.place((X, B), Y, {})
VALUES: dict[str, FloatArray] = {
    "x": np.arange(-10.0, 11.0).reshape(3, 7) * 2.0**27,
    "b": np.array([0.0, 1.0, 127.0, 128.0, 255.0]),
}
START, END = MAP.output.region.start, MAP.output.region.end
LAST = OPERANDS + OPERAND_BYTES - 1


def staged(poison: int | None = 1) -> State:
    return BOOM.stage(MAP, VALUES, poison)


def after(text: str, state: State, *, reference: bool = False) -> str:
    """Run lines on a machine, which changes; gives the fault's sentence."""
    program = BOOM.assemble(f"kernel:\n{text}\nret\n")
    run = BOOM.run(program, state, Limits(instructions=10_000), reference=reference)
    return "" if run.fault is None else str(run.fault)


def test_tensors_begin_at_64_bytes_with_64_between_them() -> None:
    assert [each.address for each in MAP.inputs] == [OPERANDS, OPERANDS + 192]
    assert [each.region.size for each in MAP.inputs] == [84, 5]
    assert (START, MAP.output.region.size) == (OPERANDS + 320, 40)


def test_every_operand_byte_is_a_tensor_s_or_watched() -> None:
    regions = sorted(
        (*(each.region for each in (*MAP.inputs, MAP.output)), *MAP.canaries),
        key=lambda each: each.start,
    )
    assert regions[0].start == OPERANDS
    assert regions[-1].end == OPERANDS + OPERAND_BYTES
    assert all(one.end == two.start for one, two in zip(regions, regions[1:], strict=False))


def test_what_cannot_be_placed() -> None:
    with pytest.raises(PlacementError, match="output: operands ends at"):
        BOOM.place((Tensor("x", (1 << 20,), "activation", "int32"),), Y, {})


@pytest.mark.parametrize("poison", [None, 5])
def test_what_was_staged_is_read_back(poison: int | None) -> None:
    state = staged(poison)
    for placement in MAP.inputs:
        assert np.array_equal(BOOM.read(placement, state), VALUES[placement.tensor.name])
    found = dict(zip(X_NAMES, state["x"].tolist(), strict=True))
    assert (found["zero"], found["ra"], found["sp"]) == (0, RETURN, STACK_END)
    assert [found[f"a{n}"] for n in range(3)] == [OPERANDS, OPERANDS + 192, START]


def test_everything_else_holds_garbage_of_the_seed() -> None:
    one, same, other = staged(1), staged(1), staged(2)
    for name in ("x", "f"):
        assert np.array_equal(one[name], same[name])
        assert np.mean(one[name] != other[name]) > 0.8, name
    for region in REGIONS:
        part = span(region.start, region.size)
        assert np.array_equal(one["memory"][part], same["memory"][part])
        assert np.mean(one["memory"][part] != other["memory"][part]) > 0.9, region.name
        assert len(np.unique(one["memory"][part])) == 256, region.name
    assert [staged(None)[name].any() for name in ("f",)] == [False]


def test_garbage_lies_at_other_places_for_other_seeds() -> None:
    """A kernel that found one seed's garbage knows nothing of where another's lies."""
    noise = [
        np.random.default_rng(seed).integers(0, 256, size=1 << 16, dtype=np.uint8)[:64].tobytes()
        for seed in (1, 2, 3)
    ]
    found = [
        staged(seed)["memory"][span(STACK_END - (1 << 16), 1 << 16)].tobytes() * 2
        for seed in (1, 2, 3)
    ]
    assert len({text.find(part) for text, part in zip(found, noise, strict=True)}) == 3


def test_control_registers_hold_legal_garbage() -> None:
    states = [staged(seed) for seed in range(40)]
    assert len({int(state["csr"][SLOT["fflags"]]) for state in states}) > 10
    assert {int(state["csr"][SLOT["frm"]]) for state in states} == {0}


WRITES = [
    (f"li t0, {START:#x}\nsd zero, (t0)", ""),
    (f"li t0, {END - 4:#x}\nsw zero, (t0)", ""),
    (f"li t0, {END:#x}\nsb zero, (t0)", f"store to {END:#x}, where nothing can be written"),
    (f"li t0, {START - 1:#x}\nsb zero, (t0)", f"store to {START - 1:#x}, where nothing can"),
    (f"li t0, {END:#x}\nsd zero, -8(t0)", ""),
    (f"li t0, {LAST:#x}\nsb zero, (t0)", f"store to {LAST:#x}, where nothing can be written"),
    ("lb t1, (a0)\nsb t1, (a0)", f"store to {OPERANDS:#x}, where nothing can be written"),
    ("amoor.w t1, zero, (a0)", f"to {OPERANDS:#x}, where nothing can be written"),
    ("fsd ft0, (a0)", f"store to {OPERANDS:#x}, where nothing can be written"),
    ("c.addi16sp sp, -32\nc.sdsp ra, 8(sp)\nc.addi16sp sp, 32", ""),
    (f"li t0, {DATA:#x}\nsd zero, (t0)", ""),
]


@pytest.mark.parametrize(("text", "message"), WRITES, ids=[text for text, _ in WRITES])
@pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])
def test_only_the_output_can_be_written(text: str, message: str, reference: bool) -> None:
    before = staged()
    state = before.copy()
    fault = after(text, state, reference=reference)
    assert message in fault
    assert bool(message) == bool(fault)
    assert BOOM.audit(MAP, before, state) == []


def test_without_poison_the_same_is_forbidden() -> None:
    """The protection is the machine's; the audit is what a hole in it would meet."""
    assert "where nothing can be written" in after("sb zero, (a0)", staged(None))
    before = staged(None)
    state = before.copy()
    state["memory"][span(OPERANDS + 4, 1)].view(np.uint8)[:] ^= 1
    state["memory"][span(END, 1)].view(np.uint8)[:] ^= 1
    assert list(map(str, BOOM.audit(MAP, before, state))) == [
        f"input x was written at {OPERANDS + 4:#x}",
        f"operands beside the output was written at {END:#x}",
    ]


def test_elements_that_were_not_written() -> None:
    before = staged()
    state = before.copy()
    assert after("lw t0, 36(a2)\naddi t0, t0, 1\nsw t0, 36(a2)", state) == ""
    missing = BOOM.unwritten(MAP.output, before, state)
    assert np.argwhere(~missing).tolist() == [[1, 4]]
    assert BOOM.locate(MAP.output, (1, 4)) == f"{START + 36:#x}"
    assert BOOM.locate(MAP.inputs[1], (2,)) == f"{OPERANDS + 194:#x}"
