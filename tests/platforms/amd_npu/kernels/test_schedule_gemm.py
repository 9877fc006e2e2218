"""A whole 64x64x64 bf16 product in one pipelined loop: 97 % of the multiplier's peak."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.kernels.schedule import (
    Memory,
    core_writer,
)
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER, WIDTHS
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from tests.platforms.amd_npu.kernels.test_schedule_elements import bf16
from tests.platforms.amd_npu.kernels.test_schedule_on_machine import BANK1, BANK2, BANK3, begun, run

Floats = npt.NDArray[np.float32]
SIZE, DEPTH = 64, 8  # tiles along the sum
ITERATIONS = (SIZE // 8) ** 2  # one for each 8x8 piece of the result
# A lies in tiles of 4x8, row by row; B in tiles of 8x4, column by column; C in tiles of 4x4, row
# by row. A walks along two rows of tiles, 8 times each; B along all columns, for every row.
WALKS = {
    "p0": BANK1,
    **{"dn0": 15, "dj0": 32, "dn4": 7, "dj4": -480, "m0": 544},
    "p2": BANK2,
    "p3": BANK2 + 512,
    **{"dn2": 15, "dj2": 32, "dn6": 7, "dj6": 544, "m2": -7648},
    **{"dn3": 15, "dj3": 32, "dn7": 7, "dj7": 544, "m3": -7648},
    "p4": BANK3,
    "p5": BANK3 + 512,
    **{"dn1": 15, "dj1": 32, "m1": 544},
    **{"dn5": 15, "dj5": 32, "m5": 544},
    "r0": 28,
    "crRnd": 12,
}
BANKS = {"p0": "1", "p2": "2", "p3": "2", "p4": "3", "p5": "3"}


def body() -> tuple[str, dict[str, str]]:
    """One iteration, and the register classes of its values."""
    lines, kinds = [], {f"c{i}{j}": "bm" for i in range(2) for j in range(2)}
    for k in range(DEPTH):
        for half in "lh":
            lines.append(f"vlda %a1{k}.{half}, [p0, #512]")
            lines.append(f"vlda.3d %a0{k}.{half}, [p0], d0")
            lines.append(f"vldb.3d %b0{k}.{half}, [p2], d2")
            lines.append(f"vldb.3d %b1{k}.{half}, [p3], d3")
        for i in range(2):
            for j in range(2):
                first = f"vmac.f %c{i}{j}, %c{i}{j}," if k else f"vmul.f %c{i}{j},"
                lines.append(f"{first} %a{i}{k}, %b{j}{k}, r0")
        kinds |= {f"{name}{k}": "x" for name in ("a0", "a1", "b0", "b1")}
    for i, (pointer, walk) in enumerate((("p4", "d1"), ("p5", "d5"))):
        lines += [f"vst.2d.conv.bf16.fp32 %c{i}{j}, [{pointer}], {walk}" for j in range(2)]
    return "\n".join(lines), kinds


def tiles(matrix: Floats, height: int, width: int) -> Floats:
    """Row-major tiles, row by row."""
    rows, columns = matrix.shape
    split = matrix.reshape(rows // height, height, columns // width, width)
    return np.ascontiguousarray(split.transpose(0, 2, 1, 3)).reshape(-1)


def test_a_matrix_product_of_64() -> None:
    made = core_writer(Memory(apart=tuple(BANKS), banks=BANKS))
    loop = made.loop(body()[0], ITERATIONS, body()[1])
    assert (loop.interval, loop.allocation.unroll) == (32, 1)
    state = begun()
    for name, value in WALKS.items():
        state["scalars"][NUMBER[name]] = value % 2 ** WIDTHS[NUMBER[name]]
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-2, 3, (SIZE, SIZE)).astype(np.float32) for _ in range(2))
    b_tiles = tiles(b.T, 4, 8).reshape(-1, 4, 8).transpose(0, 2, 1)
    for address, values in ((BANK1, tiles(a, 4, 8)), (BANK2, np.ascontiguousarray(b_tiles))):
        data = bf16(values.reshape(-1))
        state["memory"][address - MEMORY_START :][: len(data)] = data
    found = run(made.text(), state)
    got = found.state["memory"][BANK3 - MEMORY_START :][: 2 * SIZE * SIZE]
    assert (got == bf16(tiles(a @ b, 4, 4))).all()
    assert SIZE**3 / 128 / found.cycles > 0.96
