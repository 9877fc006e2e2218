"""Kernels between products and rows: every order, sum and product on the core, against numpy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.retile import Operation, Order, elementwise, retile
from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START, AmdNpu
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import fresh

Words = npt.NDArray[np.uint16]
PLACES = {1: (0x74000, 0x7C000), 2: (0x74000, 0x78000, 0x7C000)}  # sources, then the result
BLOCK = 0x71F00  # where the addresses lie
UNTOUCHED = 0xABCD
ORDERS = [each for each in get_args(Order) if "heads" not in each]
TILED = ("c_to_a", "c_to_b", "c_to_bt")
GAPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    **dict.fromkeys(TILED, ((0, 0), (3, 0), (0, 4), (1, 2))),
    **dict.fromkeys(("c_to_rows", "rows_to_a", "a_to_rows"), ((0, 0), (8, 0), (16, 0))),
}
"""By how much a pitch is more than the least, and the pitch of the source."""
TILES = {"a": (4, 8), "b": (8, 4), "bt": (8, 4), "c": (4, 4)}
SIZES = ((8, 8), (8, 16), (16, 8), (8, 24), (16, 64), (64, 64), (24, 32), (40, 48), (64, 8))
SCALES = (0.125, 1 / 3, 2.0**-0.5 / 2)


def _ran(text: str, sources: list[Words], size: int) -> tuple[Words, int]:
    """What a kernel left where its result is, of `size` elements, and its cycles."""
    program, state = assemble_kernel(text), fresh(AmdNpu, {})
    rng = np.random.default_rng(1)
    state["granules"][:] = rng.integers(0, 256, len(state["granules"]))
    load_program(program, state)
    *froms, to = PLACES[len(sources)]
    block = np.array([*froms, to], "<u4").view(np.uint16)
    images = {BLOCK: block, to: np.full(size, UNTOUCHED, np.uint16)}
    images |= dict(zip(froms, sources, strict=True))
    for address, words in images.items():
        first = address - MEMORY_START
        state["memory"][first : first + 2 * words.size] = words.view(np.uint8)
    state["scalars"][NUMBER["p0"]] = BLOCK
    found = execute(INTERPRETER, program, state, Limits(instructions=1_000_000))
    assert found.fault is None
    first = to - MEMORY_START
    return found.state["memory"][first : first + 2 * size].view(np.uint16).copy(), found.cycles


def _tiled(matrix: Words, kind: str) -> Words:
    """The elements in the order of tiles, [tile rows][elements of such a row]."""
    high, wide = TILES[kind]
    rows, columns = matrix.shape
    split = matrix.reshape(rows // high, high, columns // wide, wide).transpose(0, 2, 1, 3)
    return split.reshape(rows // high, -1)


def _ordered(matrix: Words, order: str, pitch: int, row: int) -> Words:
    """The matrix in an order, UNTOUCHED between its rows."""
    lines = matrix if order == "rows" else _tiled(matrix, order)
    if order == "bt":
        lines = _tiled(np.ascontiguousarray(matrix.T), order)
    found = np.full((len(lines), lines.shape[1] + (pitch * row)), UNTOUCHED, np.uint16)
    found[:, : lines.shape[1]] = lines
    return found.ravel()


def _bits(values: npt.NDArray[np.float32]) -> Words:
    return values.astype(ml_dtypes.bfloat16).view(np.uint16)


def _drawn(shape: tuple[int, ...], seed: int) -> Words:
    return _bits(np.random.default_rng(seed).normal(size=shape).astype(np.float32))


def _values(bits: Words) -> npt.NDArray[np.float32]:
    return np.asarray(bits.view(ml_dtypes.bfloat16), np.float32)


@pytest.mark.parametrize("pipelined", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ORDERS)
def test_another_order(kind: Order, size: tuple[int, int], pipelined: bool) -> None:
    """With rows, or rows of tiles, next to each other, and with gaps between them."""
    rows, columns = size
    begin, _, end = kind.partition("_to_")
    matrix = _drawn(size, 3)
    least = {"c_to_a": columns // 8, "c_to_b": columns // 4, "c_to_bt": rows // 4}.get(
        kind, columns
    )
    for gap, before in GAPS[kind]:
        pitch = {"pitch": least + gap} if gap else {}
        if before:
            pitch["source"] = columns // 4 + before
        text = retile(kind, rows, columns, pipelined=pipelined, **pitch)
        source = _ordered(matrix, begin, gap if begin == "rows" else 16 * before, True)
        element = 32 if kind in TILED else 1
        expected = _ordered(matrix, end, gap * element, begin != "rows")
        found, _ = _ran(text, [source], len(expected))
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("pipelined", [False, True])
@pytest.mark.parametrize("heads", [1, 2, 4])
@pytest.mark.parametrize("size", [(8, 8), (8, 16), (16, 8), (8, 24), (24, 32), (32, 16)])
def test_heads_side_by_side_and_apart(size: tuple[int, int], heads: int, pipelined: bool) -> None:
    """Side by side they are one matrix, apart each is a left factor; with a gap after its rows."""
    rows, columns = size
    matrix = _drawn((rows, heads * columns), 3)
    each = np.split(matrix, heads, axis=1)
    for gap in (0, 3):
        apart = np.concatenate([_ordered(one, "a", gap, 32) for one in each])
        pitch = columns // 8 + gap
        text = retile("c_to_heads", *size, heads=heads, pitch=pitch, pipelined=pipelined)
        found, _ = _ran(text, [_ordered(matrix, "c", 0, False)], apart.size)
        np.testing.assert_array_equal(found, apart)
        tiles = np.concatenate([_ordered(one, "c", 0, False) for one in each])
        pitch = heads * columns // 8 + gap
        text = retile("heads_to_a", *size, heads=heads, pitch=pitch, pipelined=pipelined)
        beside = _ordered(matrix, "a", gap, 32)
        found, _ = _ran(text, [tiles], beside.size)
        np.testing.assert_array_equal(found, beside)


@pytest.mark.parametrize("pipelined", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_rows_times_a_constant(scale: float, size: tuple[int, int], pipelined: bool) -> None:
    """As exact as a product of float32, before it is rounded."""
    matrix = _drawn(size, 5)
    text = retile("c_to_rows", *size, scale=scale, pipelined=pipelined)
    found, _ = _ran(text, [_tiled(matrix, "c").ravel()], matrix.size)
    exact = _values(matrix).astype(np.float64) * scale
    error = np.abs(_values(found).reshape(size) - exact) / np.abs(exact)
    assert error.max() <= 2.0**-8 * (1 + 2.0**-8)
    assert (found.reshape(size) == _bits(exact.astype(np.float32))).mean() > 0.99


@pytest.mark.parametrize("pipelined", [False, True])
@pytest.mark.parametrize("count", [16, 48, 64, 512, 4096])
@pytest.mark.parametrize("operation", get_args(Operation))
def test_two_arrays(operation: Operation, count: int, pipelined: bool) -> None:
    """Every element is the float32 result, rounded to nearest even."""
    a, b = _drawn((count,), 7), _drawn((count,), 8)
    found, _ = _ran(elementwise(operation, count, pipelined=pipelined), [a, b], count)
    meant: Mapping[str, np.ufunc] = {"mul": np.multiply, "add": np.add}
    np.testing.assert_array_equal(found, _bits(meant[operation](_values(a), _values(b))))


def test_software_pipelines_are_faster() -> None:
    """They leave the store port idle only before their first store, where it is what limits."""
    matrix = _drawn((64, 64), 3)
    for kind in ORDERS:
        source = [_ordered(matrix, kind.partition("_to_")[0], 0, False)]
        slow, fast = (
            _ran(retile(kind, 64, 64, pipelined=each), source, 4096)[1] for each in (False, True)
        )
        assert fast < slow
        assert fast <= 256 + 45


@pytest.mark.parametrize(
    ("kind", "rows", "columns", "pitch"),
    [
        ("c_to_a", 8, 12, None),
        ("c_to_b", 12, 8, None),
        ("c_to_bt", 12, 8, None),
        ("c_to_rows", 8, 16, 8),
        ("c_to_a", 6, 8, 1),
    ],
)
def test_sizes_without_whole_tiles(kind: Order, rows: int, columns: int, pitch: int | None) -> None:
    with pytest.raises(Unwritten, match="no whole tiles"):
        retile(kind, rows, columns, pitch=pitch)


def test_heads_are_for_orders_of_heads() -> None:
    with pytest.raises(Unwritten, match="c_to_b takes no heads"):
        retile("c_to_b", 8, 8, heads=2)


def test_counts_without_whole_vectors() -> None:
    with pytest.raises(Unwritten, match="24 elements"):
        elementwise("add", 24)
