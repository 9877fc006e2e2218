"""For each row of a lowering table of whole numbers a small task that needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np

from kernelcraft.codegen.tensors.rows_alone import Alone
from kernelcraft.codegen.tensors.strips.table import StripTable
from kernelcraft.tasks.quantised import (
    codes,
    look_up,
    requantise,
    rounded_quotient,
    whole_root,
)
from kernelcraft.tasks.task import (
    Dims,
    FloatArray,
    Input,
    Rounding,
    Task,
    no_constants,
    row_max,
    row_sum,
)

SIZE: Final = 20
"""Of both axes, so that everything can be multiplied: a strip and a part of one."""
Values = Mapping[str, FloatArray]
Formula = Callable[[Values], FloatArray]

FORMULAS: Final[Mapping[str, Formula]] = {
    "add vv": lambda v: v["x"] + v["y"],
    "add vn": lambda v: v["x"] + row_max(v["y"]),
    "add nn": lambda v: v["x"] + (row_max(v["x"]) + row_max(v["y"])),
    "sub vv": lambda v: v["x"] - v["y"],
    "sub vn": lambda v: v["x"] - row_max(v["y"]),
    "sub nv": lambda v: row_max(v["x"]) - v["y"],
    "sub nn": lambda v: v["x"] + (row_max(v["x"]) - row_max(v["y"])),
    "mul vv": lambda v: v["x"] * v["sums"],
    "mul vn": lambda v: v["x"] * row_max(v["y"]),
    "mul nn": lambda v: v["x"] + row_max(v["x"]) * row_max(v["y"]),
    "max vv": lambda v: np.maximum(v["x"], v["y"]),
    "max vn": lambda v: np.maximum(v["x"], row_max(v["y"])),
    "max nn": lambda v: v["x"] + np.maximum(row_max(v["x"]), row_max(v["y"])),
    "widening_mul vv 16": lambda v: v["x"] * v["y"],
    "widening_mul vv 32": lambda v: (v["x"] + v["y"]) * (v["x"] - v["y"]),
    "accumulate nv": lambda v: v["x"] @ v["y"],
    "reduce_sum 16": lambda v: v["y"] + row_sum(v["x"]),
    "reduce_sum 32": lambda v: v["y"] + row_sum(v["sums"]),
    "reduce_sum_unsigned 16": lambda v: v["y"] + row_sum(look_up(v["long_table"], v["x"])),
    "reduce_max 8": lambda v: v["y"] + row_max(v["x"]),
    "reduce_max 16": lambda v: v["y"] + row_max(v["x"] + v["y"]),
    "reduce_max 32": lambda v: v["y"] + row_max(v["sums"]),
    "look_up 8": lambda v: look_up(v["table"], v["x"]),
    "look_up 16": lambda v: look_up(v["long_table"], v["x"]),
    "requantise vv": lambda v: requantise(v["sums"], v["multiplier"], v["shift"], 3.0),
    "requantise nn": lambda v: requantise(v["sums"], 2.0**30 + 12345, 5.0, -7.0),
    "whole_root n": lambda v: v["x"] + whole_root(row_max(v["x"] * v["x"])),
    "rounded_quotient vn": lambda v: rounded_quotient(v["sums"], row_max(v["x"] * v["x"]) + 1.0),
    "floor_divide vn": lambda v: np.floor_divide(
        look_up(v["long_table"], v["x"]), row_max(v["x"] * v["x"]) + 1.0
    ),
}
"""By row what is computed: x and y are bytes, sums 32 bits."""


def _table(least: int, count: int) -> Callable[[Dims], FloatArray]:
    """Numbers that jump about, from `least` on."""
    return lambda dims: np.asarray(np.arange(256.0) * 40503 % count + least)


def _multipliers(dims: Dims) -> FloatArray:
    return 2.0**30 + 1e6 * np.arange(float(SIZE * SIZE)).reshape(SIZE, SIZE)


def _shifts(dims: Dims) -> FloatArray:
    return np.arange(float(SIZE * SIZE)).reshape(SIZE, SIZE) % 17


def _sums(dims: Dims, kind: str, generator: np.random.Generator) -> FloatArray:
    """Of the size of sums of products of bytes."""
    return np.rint(1000.0 * generator.standard_normal((dims["rows"], dims["width"])))


INPUTS: Final = (
    Input("x", ("rows", "width"), element="int8"),
    Input("y", ("rows", "width"), element="int8"),
    Input("sums", ("rows", "width"), element="int32", drawn=_sums),
    Input("table", ("codes",), table=_table(-128, 256), element="int8"),
    Input("long_table", ("codes",), table=_table(0, 65536), element="uint16"),
    Input("multiplier", ("rows", "width"), table=_multipliers, element="int32"),
    Input("shift", ("rows", "width"), table=_shifts, element="int32"),
)


def alone(table: StripTable) -> Iterator[Alone]:
    """Every row that there is a formula for."""
    for row in table.operations:
        if row in FORMULAS:
            yield Alone(row, _task(row, FORMULAS[row]), {"rows": SIZE, "width": SIZE})


def _task(row: str, formula: Formula) -> Task:
    def algorithm(
        r: Rounding,
        x: FloatArray,
        y: FloatArray,
        sums: FloatArray,
        table: FloatArray,
        long_table: FloatArray,
        multiplier: FloatArray,
        shift: FloatArray,
    ) -> FloatArray:
        names = [each.name for each in INPUTS]
        values = (x, y, sums, table, long_table, multiplier, shift)
        return formula(dict(zip(names, values, strict=True)))

    return Task(
        name=row.replace(" ", "_"),
        title=row,
        level=1,
        category="activation",
        formula=row,
        inputs=INPUTS,
        output=("rows", "width"),
        constants=no_constants,
        algorithm=algorithm,
        stages=(),
        derived={"codes": codes},
        element="int32",
    )
