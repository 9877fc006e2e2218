"""Where tensors lie around a core, what a staged core holds, and what a kernel must not write."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest

from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cells.protocol import FloatArray, Part, PlacementError, Tensor
from kernelcraft.platforms.amd_npu.machine.column_state import MOVED
from kernelcraft.platforms.amd_npu.machine.layouts import order
from kernelcraft.platforms.amd_npu.machine.memory_map import ARGUMENTS, MEMORY, stage
from kernelcraft.platforms.amd_npu.machine.platform import PLATFORM
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER, SCALARS, WIDTHS
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from kernelcraft.platforms.amd_npu.machine.streaming import BANK, MOST_SHIFT
from kernelcraft.platforms.amd_npu.machine.tables import tables
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State

CELLS = find_cells("amd_npu")
X = Tensor("x", (4, 16), "activation", part="left", axes=("M", "K"))
W = Tensor("w", (16, 8), "weight", part="right", axes=("K", "N"))
Y = Tensor("output", (4, 8), "activation", part="product", axes=("M", "N"))
MAP = PLATFORM.place([X, W], Y, {})
VALUES: dict[str, FloatArray] = {
    "x": np.arange(64.0).reshape(4, 16),
    "w": np.arange(128.0).reshape(16, 8) / 4,
}
BANK_1, BANK_2, BANK_3 = 0x74000, 0x78000, 0x7C000


def staged(poison: int | None = 1) -> State:
    return stage(MAP, VALUES, poison)


def words(state: State, address: int, count: int) -> list[float]:
    """The bfloat16 numbers at an address."""
    first = address - MEMORY_START
    part = state["memory"][first : first + 2 * count]
    return [float(each) for each in part.view(ml_dtypes.bfloat16)]


def test_tensors_have_banks_of_their_own_in_the_cores_memory() -> None:
    assert [each.address for each in (*MAP.inputs, MAP.output)] == [BANK_1, BANK_2, BANK_3]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_no_two_tensors_of_a_cell_reach_into_one_bank(cell: Cell) -> None:
    memory_map = cell.memory_map
    banks: list[int] = []
    for each in (*memory_map.inputs, memory_map.output):
        if each.region.memory == MEMORY:
            last = each.region.end + MOST_SHIFT - 1
            banks += range(each.region.start // BANK, last // BANK + 1)
    if memory_map.streamed:
        assert all(bank < 0x70000 // BANK for bank in banks)  # the buffers have the core's own
    assert len(banks) == len(set(banks))
    assert 0x70000 // BANK not in banks


@pytest.mark.parametrize(
    ("shape", "part", "message"),
    [
        ((1024, 128), None, "x: there is no room for its 262,144 bytes"),
        ((4, 12), "left", "x: 4 x 12 is no whole number of tiles of 4 x 8"),
        ((12, 4), "right", "x: 12 x 4 is no whole number of tiles of 8 x 4"),
        ((8,), None, "x: 16 bytes are no whole number of vectors"),
    ],
)
def test_what_cannot_be_placed(shape: tuple[int, ...], part: Part | None, message: str) -> None:
    with pytest.raises(PlacementError, match=message):
        PLATFORM.place([Tensor("x", shape, "activation", part=part)], Y, {})


def test_whole_numbers_cannot_be_placed() -> None:
    with pytest.raises(PlacementError, match="x: the machine has no int8 tensors"):
        PLATFORM.place([Tensor("x", (64,), "activation", "int8")], Y, {})


def test_factors_lie_in_tiles() -> None:
    state = staged(None)
    first_tile_of_x = [16.0 * row + column for row in range(4) for column in range(8)]
    assert words(state, BANK_1, 32) == first_tile_of_x
    assert words(state, BANK_1 + 64, 8) == [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]
    assert words(state, BANK_2, 8) == [0.0, 0.25, 0.5, 0.75, 2.0, 2.25, 2.5, 2.75]
    assert words(state, BANK_2 + 64, 4) == [1.0, 1.25, 1.5, 1.75]


def test_matrices_of_tiles_follow_one_another() -> None:
    batches = Tensor("x", (2, 4, 8), "activation", part="left")
    assert order(batches).tolist() == list(range(64))


def test_where_an_element_lies() -> None:
    assert PLATFORM.locate(MAP.input("x"), (1, 8)) == hex(BANK_1 + 64 + 16)
    assert PLATFORM.locate(MAP.output, (3, 7)) == hex(BANK_3 + 63 - 1)


@pytest.mark.parametrize("poison", [None, 5])
def test_what_was_staged_is_read_back(poison: int | None) -> None:
    state = staged(poison)
    for placement in MAP.inputs:
        assert np.array_equal(PLATFORM.read(placement, state), VALUES[placement.tensor.name])
    assert np.isnan(PLATFORM.read(MAP.output, state)).all() == (poison is not None)


def test_arguments_say_where_the_tensors_are() -> None:
    state = staged(3)
    block = state["memory"][ARGUMENTS - MEMORY_START :][:12].view("<u4").tolist()
    assert block == [each + state.parameters[MOVED] for each in (BANK_1, BANK_2, BANK_3)]
    scalars = state["scalars"]
    assert scalars[NUMBER["p0"]] == ARGUMENTS
    assert [int(scalars[NUMBER[f"r{index}"]]) for index in range(3)] == [4, 16, 8]
    assert [int(scalars[NUMBER[name]]) for name in ("crRnd", "crSat")] == [0, 0]


def test_tensors_are_moved_by_multiples_of_64() -> None:
    moved = {staged(seed).parameters[MOVED] for seed in range(100)}
    assert moved == set(range(0, MOST_SHIFT + 1, 64))
    assert staged(None).parameters[MOVED] == 0


def test_everything_else_holds_garbage_of_the_seed() -> None:
    one, same, other = staged(1), staged(1), staged(2)
    for name in ("memory", "granules", "scalars"):
        assert np.array_equal(one[name], same[name])
        assert np.mean(one[name] != other[name]) > 0.5, name
    numbers = one["memory"].view(ml_dtypes.bfloat16).astype(np.float32)
    assert np.nanmedian(np.abs(numbers)) > 1024
    bits = (int(value).bit_length() for value in one["scalars"][: len(SCALARS)])
    assert all(bit <= width for bit, width in zip(bits, WIDTHS, strict=True))


def kernel(store: str) -> str:
    """Store 32 bytes to an address in p1 of which the first argument is in p2, the last in p3."""
    return f"""
    .globl kernel
    kernel:
      lda p2, [p0, #0]
      lda p3, [p0, #8]
      {chr(10).join(["nop"] * 8)}
      {store}
      nop
      vst wl0, [p1, #0] ; ret lr
      {chr(10).join(["nop"] * 5)}
    """


WRITES = [
    ("mov p1, p3", ""),
    ("movxm p1, #0x70000", ""),
    ("movxm p1, #0x72000", ""),
    ("movxm p1, #0x40000", ""),
    ("movxm p1, #0x6c000", ""),
    ("mov p1, p2", "input x was written at 0x"),
    ("mov p1, p2\nvlda wl0, [p2, #0]" + "\nnop" * 7, "input x was written at 0x"),
    ("movxm p1, #0x71f00", "the argument block was written at 0x71f00"),
    ("movxm p1, #0x70c00", "the table exp_whole was written at 0x70c00"),
    ("movxm p1, #0x6fde0", "the table reciprocal was written at 0x6fde0"),
    ("movxm p1, #0x71fe0", "memory beside the tensors was written at 0x71fe0"),
    ("movxm p1, #0x7ffe0", "memory beside the tensors was written at 0x7ffe0"),
    ("movxm p1, #0x77fe0", "memory beside the tensors was written at 0x77fe0"),
]


@pytest.mark.parametrize(("store", "message"), WRITES)
def test_what_may_be_written(store: str, message: str) -> None:
    before = staged(7)
    after = before.copy()
    run = PLATFORM.run(PLATFORM.assemble(kernel(store)), after, Limits(instructions=1000))
    assert run.fault is None
    found = PLATFORM.audit(MAP, before, after)
    assert [str(each)[: len(message)] for each in found] == ([message] if message else [])


def test_elements_that_were_not_written() -> None:
    before = staged(7)
    after = before.copy()
    PLATFORM.run(PLATFORM.assemble(kernel("mov p1, p3")), after, Limits(instructions=1000))
    missing = PLATFORM.unwritten(MAP.output, before, after)
    assert missing.tolist() == [[False] * 4 + [True] * 4] * 4


def test_the_sizes_of_a_cell_are_its_dims() -> None:
    found = PLATFORM.describe(load_cell("amd_npu/batch_matmul/C1").memory_map)
    assert "r0 = b = 8, r1 = M = 16, r2 = K = 64, r3 = N = 64" in found


@pytest.mark.parametrize("value", [1.0, 1.37, 2.0, 3.1, 97.0, 1e-5])
def test_offered_tables_give_functions(value: float) -> None:
    entries = {table.name: table.entries.view(ml_dtypes.bfloat16)[:, 0] for table in tables()}
    v = np.array(value, ml_dtypes.bfloat16)
    bits = int(v.view(np.uint16))
    field = bits >> 7
    number = float(v)
    reciprocal = float(entries["reciprocal"][bits & 127]) * 2.0 ** (127 - field)
    root = float(entries["rsqrt"][bits & 255]) * 2.0 ** -((field - 127) // 2)
    assert reciprocal == pytest.approx(1 / number, rel=2**-8)
    assert root == pytest.approx(1 / math.sqrt(number), rel=2**-8)


@pytest.mark.parametrize("value", [-80.5, -3.25, -0.004, 0.0, 1.5, 30.5])
def test_offered_tables_give_powers(value: float) -> None:
    entries = {table.name: table.entries.view(ml_dtypes.bfloat16) for table in tables()}
    fixed = math.floor(value * 256)
    whole, fraction = entries["exp_whole"][(fixed >> 8) + 96], entries["exp_fraction"][fixed & 255]
    power = float(sum(whole.astype(float))) * float(sum(fraction.astype(float)))
    assert power == pytest.approx(math.exp(fixed / 256), rel=2**-15)


def test_tables_lie_twice_and_each_line_of_them_twice() -> None:
    state = staged(1)
    for table in tables():
        for address in table.addresses:
            lines = words(state, address, 2 * table.entries.size)
            doubled = np.array(lines).reshape(-1, 2, 8)
            assert (doubled[:, 0] == doubled[:, 1]).all()
            assert doubled[:, 0].ravel().tolist() == [
                float(each) for each in table.entries.view(ml_dtypes.bfloat16).ravel()
            ]
