"""The attention templates: a whole softmax for one head, or the flash form tile by tile."""

from __future__ import annotations

from kernelcraft.cells.protocol import Region
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import (
    Composite,
    Matrix,
    Window,
)
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import expect_room


def softmax(k: Composite, scores: Matrix, keys: int) -> None:
    """Each row of scores = its softmax after scaling, over the first `keys` columns.

    Columns after them keep their scaled score: it is 0, because the keys there are zeros.
    """
    asm = k.asm
    scale, lowest = k.constants("inverse_root", "neg_max")
    maximum, total = "f3", "f4"
    masks, lowered = _masks(k, scores.columns, keys), _lowers(k, scores.columns, keys)
    with k.each_row(scores) as (row,):
        asm.emit("S_ADD_FP", maximum, lowest, "f0")
        for index, (block, mask) in enumerate(zip(row, masks, strict=True), 1):
            asm.emit("V_MUL_VF", block, block, scale, 0)
            if lowered and index == len(masks):
                asm.emit("V_ADD_VF", block, block, lowest, 1)
            asm.emit("V_RED_MAX", maximum, block, mask)
        asm.emit("S_ADD_FP", total, "f0", "f0")
        for block, mask in zip(row, masks, strict=True):
            asm.emit("V_SUB_VF", block, block, maximum, mask, 0)
            asm.emit("V_EXP_V", block, block, mask)
            asm.emit("V_RED_SUM", total, block, mask)
        asm.emit("S_RECI_FP", total, total)
        for block in row:
            asm.emit("V_MUL_VF", block, block, total, 0)


def flash(
    k: Composite, q: Matrix, keys: Window, values: Window, count: int, result: Matrix
) -> None:
    """Attention of one head, a tile of keys and values at a time, on the official schedule.

    `count` keys are real, the others of the window are zeros. Running maximum, running sum and
    factor of every row are in FP SRAM after the constants.
    """
    rows = Statistics(k, q.rows)
    rows.reset(k, q, result)
    with k.lent():
        scores, part = k.matrix(q.rows, k.row), k.matrix(q.rows, result.columns)
        for tile in range(0, keys.rows, k.row):
            k.multiply(q, keys.tile(tile, k.row), scores, transposed=True)
            rows.online_softmax(k, scores, count - tile)
            k.multiply(scores, values.tile(tile, k.row), part)
            rows.rescale(k, result, part)
    rows.finish(k, result)


class Statistics:
    """Three FP SRAM arrays with an entry for each row of queries."""

    def __init__(self, k: Composite, rows: int) -> None:
        start, size = len(k.memory_map.constants), k.memory_map.parameters["fp_sram_size"]
        expect_room(Region("fp_sram", start, size), start + 3 * rows)
        self.maximum, self.total, self.factor = (start + index * rows for index in range(3))
        self.rows = rows

    def reset(self, k: Composite, finite: Matrix, result: Matrix) -> None:
        """Maxima = the lowest number, sums = 0, result = 0 (a finite matrix less itself)."""
        (lowest,) = k.constants("neg_max")
        k.asm.phase("reset running maxima, sums and the result")
        with k.asm.registers(1) as (entry,):
            k.asm.load(entry, 0)
            with k.asm.loop(self.rows):
                k.asm.emit("S_ST_FP", lowest, entry, self.maximum)
                k.asm.emit("S_ST_FP", "f0", entry, self.total)
                k.asm.add(entry, 1)
        with k.each(result.vectors, result.address, finite.address) as (y, x):
            k.asm.emit("V_SUB_VV", y, x, x, 0)

    def online_softmax(self, k: Composite, scores: Matrix, keys: int) -> None:
        """Scores = exp(score - new maximum); maximum, sum and factor of every row move on."""
        asm = k.asm
        scale, *lowest = k.constants("inverse_root", *["neg_max"] * _lowers(k, k.row, keys))
        (mask,) = _masks(k, k.row, keys)
        new, factor, total = [f"f{number + len(lowest)}" for number in (2, 3, 4)]
        with asm.registers(1) as (entry,):
            asm.load(entry, 0)
            with k.each(scores.rows, scores.address) as (row,):
                asm.emit("V_MUL_VF", row, row, scale, 0)
                for number in lowest:
                    asm.emit("V_ADD_VF", row, row, number, 1)
                asm.emit("S_LD_FP", factor, entry, self.maximum)
                asm.emit("S_ADD_FP", new, factor, "f0")
                asm.emit("V_RED_MAX", new, row, mask)
                asm.emit("S_SUB_FP", factor, factor, new)
                asm.emit("S_EXP_FP", factor, factor)
                asm.emit("S_ST_FP", factor, entry, self.factor)
                asm.emit("S_ST_FP", new, entry, self.maximum)
                asm.emit("V_SUB_VF", row, row, new, mask, 0)
                asm.emit("V_EXP_V", row, row, mask)
                asm.emit("S_LD_FP", total, entry, self.total)
                asm.emit("S_MUL_FP", total, total, factor)
                asm.emit("V_RED_SUM", total, row, mask)
                asm.emit("S_ST_FP", total, entry, self.total)
                asm.add(entry, 1)

    def rescale(self, k: Composite, result: Matrix, part: Matrix) -> None:
        """result = result * factor + part."""
        k.asm.phase("result = result * factor + this tile's part")
        with k.asm.registers(1) as (entry,):
            k.asm.load(entry, 0)
            with k.each_row(result, part) as (old, new):
                k.asm.emit("S_LD_FP", "f1", entry, self.factor)
                for block, more in zip(old, new, strict=True):
                    k.asm.emit("V_MUL_VF", block, block, "f1", 0)
                    k.asm.emit("V_ADD_VV", block, block, more, 0)
                k.asm.add(entry, 1)

    def finish(self, k: Composite, result: Matrix) -> None:
        """result = result / sum."""
        k.asm.phase("divide by the sums")
        with k.asm.registers(1) as (entry,):
            k.asm.load(entry, 0)
            with k.each_row(result) as (row,):
                k.asm.emit("S_LD_FP", "f1", entry, self.total)
                k.asm.emit("S_RECI_FP", "f1", "f1")
                for block in row:
                    k.asm.emit("V_MUL_VF", block, block, "f1", 0)
                k.asm.add(entry, 1)


def _lowers(k: Composite, columns: int, keys: int) -> bool:
    """Whether the columns after the keys are made very negative, for want of working masks."""
    return keys < columns and bool(k.memory_map.parameters["errata"])


def _masks(k: Composite, columns: int, keys: int) -> list[int]:
    """rmask for each block of columns; V_MASK enables the keys of a block that is not full.

    The official assembler loses masks of maxima, exponentials and sums. For it nothing is masked,
    and V_MASK enables the columns after the keys.
    """
    row, section = k.row, k.asm.shape.section
    if keys % section:
        raise Unwritten(f"{keys} keys are no multiple of {section}, the grain of a mask")
    if keys >= columns:
        return [0] * (columns // row)
    keyed, every = (1 << keys % row // section) - 1, (1 << row // section) - 1
    lowers = _lowers(k, columns, keys)
    with k.asm.registers(1) as (mask,):
        k.asm.load(mask, every & ~keyed if lowers else keyed)
        k.asm.emit("C_SET_V_MASK_REG", mask)
    return [0] * (columns // row - 1) + [0 if lowers else 1]
