"""What a task is: named tensors, a formula, and one algorithm that a platform may round."""

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
Dims = Mapping[str, int]
ConstantsFn = Callable[[Dims], dict[str, float]]
Role = Literal["activation", "weight"]
Level = Literal[1, 2, 3]
Category = Literal["activation", "normalisation", "matrix"]


class Rounding(Protocol):
    """What a machine does to numbers; an algorithm calls it wherever a plain kernel would store.

    All three take and give float64 arrays: the values are rounded, the type stays.
    """

    def vector(self, values: FloatArray, /) -> FloatArray:
        """Elements as vector memory holds them."""
        ...

    def scalar(self, values: FloatArray, /) -> FloatArray:
        """Values as scalar registers hold them (here: one per row, kept as a column)."""
        ...

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        """`a @ b` with the machine's accumulation, before the result is stored."""
        ...


class _Exact:
    """No rounding: float64 throughout."""

    def vector(self, values: FloatArray, /) -> FloatArray:
        return values

    def scalar(self, values: FloatArray, /) -> FloatArray:
        return values

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        return np.asarray(np.matmul(a, b), np.float64)


EXACT: Final[Rounding] = _Exact()


@dataclass(frozen=True)
class Input:
    """One operand: its axes by name, outermost first.

    `fan_in` is the axis that a product sums over (weights only): random weights have variance
    1 / fan_in, so that outputs are of the size of the activations.
    """

    name: str
    dims: tuple[str, ...]
    role: Role = "activation"
    fan_in: str | None = None

    def shape(self, dims: Dims) -> tuple[int, ...]:
        """The size of each axis."""
        return tuple(dims[name] for name in self.dims)


@dataclass(frozen=True)
class Task:
    """An operator on named axes.

    `algorithm(r, **inputs, **constants)` is written once and used twice: with `EXACT` it is the
    reference, with a platform's `Rounding` it shows how much error that machine's formats cause.
    It is given every input, and those constants that it has a parameter for.
    `constants(dims)` names every value but 0.0 that a kernel needs ready in scalar memory.
    """

    name: str
    title: str
    level: Level
    category: Category
    formula: str
    inputs: tuple[Input, ...]
    output: tuple[str, ...]
    constants: ConstantsFn
    algorithm: Callable[..., FloatArray]
    stages: tuple[str, ...]

    @property
    def dims(self) -> tuple[str, ...]:
        """Every axis name once, in order of first use: what a configuration has to give."""
        axes = [name for operand in self.inputs for name in operand.dims]
        return tuple(dict.fromkeys([*axes, *self.output]))

    def output_shape(self, dims: Dims) -> tuple[int, ...]:
        """The size of each axis of the output."""
        return tuple(dims[name] for name in self.output)

    def compute(
        self, r: Rounding, inputs: Mapping[str, FloatArray], constants: Mapping[str, float]
    ) -> FloatArray:
        """The output under `r`, from input values and constants as the machine holds them."""
        asked = list(inspect.signature(self.algorithm).parameters)[1:]
        return self.algorithm(r, **{name: {**constants, **inputs}[name] for name in asked})

    def reference(
        self, inputs: Mapping[str, FloatArray], constants: Mapping[str, float]
    ) -> FloatArray:
        """The right output in float64."""
        return self.compute(EXACT, inputs, constants)


def no_constants(dims: Dims) -> dict[str, float]:
    """For tasks whose kernels need nothing but 0.0."""
    return {}


def row_sum(x: FloatArray) -> FloatArray:
    """Sums over the last axis, which stays with size 1."""
    return np.asarray(np.sum(x, axis=-1, keepdims=True), np.float64)


def row_max(x: FloatArray) -> FloatArray:
    """Maxima over the last axis, which stays with size 1."""
    return np.asarray(np.max(x, axis=-1, keepdims=True), np.float64)


def normal_cdf(x: FloatArray) -> FloatArray:
    """Φ(x), the standard normal distribution function, without cancellation for negative x."""
    scaled = (x / -math.sqrt(2.0)).ravel().tolist()
    return np.fromiter(map(math.erfc, scaled), np.float64, x.size).reshape(x.shape) / 2.0
