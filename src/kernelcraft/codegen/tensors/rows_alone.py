"""For each row of a lowering table the smallest task that needs it, to be checked by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from kernelcraft.codegen.tensors.table import Table
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

Formula = Callable[..., FloatArray]
ROWS: Final = 4
VECTORS: Final = 2  # in a row


def _number(x: FloatArray) -> FloatArray:
    """A number of each row: its largest element."""
    return row_max(x)


FORMULAS: Final[Mapping[str, Formula]] = {
    "add vv": lambda x, y: x + y,
    "add vn": lambda x, y: x + _number(x),
    "add nn": lambda x, y: x + (_number(x) + _number(y)),
    "sub vv": lambda x, y: x - y,
    "sub vn": lambda x, y: x - _number(x),
    "sub nv": lambda x, y: _number(x) - x,
    "sub nn": lambda x, y: x + (_number(x) - _number(y)),
    "mul vv": lambda x, y: x * y,
    "mul vn": lambda x, y: x * _number(x),
    "mul nn": lambda x, y: x + _number(x) * _number(y),
    "max vv": lambda x, y: np.maximum(x, y),
    "max vn": lambda x, y: np.maximum(x, _number(y)),
    "max nn": lambda x, y: x + np.maximum(_number(x), _number(y)),
    "exp v": lambda x, y: np.exp(x),
    "exp n": lambda x, y: x + np.exp(_number(x)),
    "sqrt v": lambda x, y: np.sqrt(x * x),
    "sqrt n": lambda x, y: x + np.sqrt(_number(x * x)),
    "reciprocal v": lambda x, y: 1.0 / np.exp(x),
    "reciprocal n": lambda x, y: x + 1.0 / _number(x * x),
    "rsqrt v": lambda x, y: 1.0 / np.sqrt(np.exp(x)),
    "rsqrt n": lambda x, y: x + 1.0 / np.sqrt(_number(x * x)),
    "negative v": lambda x, y: -x,
    "negative n": lambda x, y: x + -_number(x),
    "reduce_sum v": lambda x, y: y + row_sum(x),
    "reduce_sum nv": lambda x, y: y + row_sum(x),
    "reduce_max v": lambda x, y: y + row_max(x),
    "reduce_max nv": lambda x, y: y + row_max(x),
}
"""By row of a table what is computed from x and y, each of some rows."""


@dataclass(frozen=True)
class Alone:
    """A row of a table, and a task whose kernels use it. `dims` are its sizes."""

    row: str
    task: Task
    dims: Dims


def alone(table: Table) -> Iterator[Alone]:
    """Every row that there is a formula for, and the products."""
    wide = {"rows": ROWS, "width": VECTORS * table.lanes}
    for row in table.operations:
        if row in FORMULAS:
            yield Alone(row, _task(row, FORMULAS[row]), wide)
    square = dict.fromkeys(("rows", "depth", "columns"), table.lanes)
    if table.product is not None:
        yield Alone("product", _product("product", transposed=False), square)
    if table.transposed is not None:
        yield Alone("transposed", _product("transposed", transposed=True), square)


def _task(row: str, formula: Formula) -> Task:
    def algorithm(r: Rounding, x: FloatArray, y: FloatArray) -> FloatArray:
        return r.vector(formula(x, y))

    axes = ("rows", "width")
    return Task(
        name=row.replace(" ", "_"),
        title=row,
        level=1,
        category="activation",
        formula=row,
        inputs=(Input("x", axes), Input("y", axes)),
        output=axes,
        constants=_constants,
        algorithm=algorithm,
        stages=(),
    )


def _constants(dims: Dims) -> dict[str, float]:
    return {"neg_max": -65504.0, "one": 1.0}


def _product(name: str, *, transposed: bool) -> Task:
    def algorithm(r: Rounding, x: FloatArray, w: FloatArray) -> FloatArray:
        return r.vector(r.matmul(x, w.T if transposed else w))

    axes = ("columns", "depth") if transposed else ("depth", "columns")
    return Task(
        name=name,
        title=name,
        level=1,
        category="matrix",
        formula=name,
        inputs=(
            Input("x", ("rows", "depth"), part="left"),
            Input("w", axes, "weight", "depth", part=None if transposed else "right"),
        ),
        output=("rows", "columns"),
        constants=no_constants,
        algorithm=algorithm,
        stages=(),
        part="product",
    )
