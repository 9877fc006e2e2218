"""What a task is: named tensors, a formula, and one algorithm that a platform may round."""

import inspect
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Final, Literal, ParamSpec, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
P = ParamSpec("P")
Made = TypeVar("Made")
Values = dict[str, FloatArray]
Dims = Mapping[str, int]
Step = Callable[..., FloatArray]
"""A part of an algorithm; a parameter with a default, so that a mistake can give another."""
ConstantsFn = Callable[[Dims], dict[str, float]]
Role = Literal["activation", "weight", "cache"]
"""A "cache" holds keys or values: drawn as activations are, fetched as weights are."""
Level = Literal[1, 2, 3]
Category = Literal[
    "activation",
    "normalisation",
    "matrix",
    "spatial",
    "encoding",
    "mlp",
    "attention",
    "cnn",
    "transformer",
    "program",
    "sampling",
]
Arithmetic = Literal["float", "int8", "int32"]
"""What a task computes in: real numbers, int8 codes whose every step is exact, or the whole
numbers of a processor, modulo 2^32."""
Element = Literal["float", "int8", "uint8", "int16", "uint16", "int32", "uint32"]
"""What a tensor holds; a "float" has the platform's own formats."""
Part = Literal["left", "right", "right transposed", "product"]
"""What an operand's last two axes are to a product of matrices; some machines have it in tiles."""
Passes = tuple[tuple[tuple[str, ...], ...], ...]
"""For a kernel that takes rows block by block: in each pass the operands of a block, group after
group; those of a group are used side by side, column by column."""
Edge = Literal[
    "faint",
    "lifted",
    "codes",
    "spiked",
    "extreme",
    "ties",
    "far biases",
    "peaked",
    "peaked cross",
    "faint first",
    "faint second",
    "faint third",
    "faint gate",
    "loud",
    "loud gate",
    "sorted",
    "reversed",
    "equal",
    "few",
]
"""Inputs at the edge of what a task must handle; see `grading.inputs` and `integer_inputs`."""
NO_DIMS: Final[Dims] = {}
Drawn = Callable[[Dims, str, "np.random.Generator"], FloatArray]


class Rounding(Protocol):
    """What a machine does to numbers; an algorithm calls it wherever a plain kernel would store.

    All take and give float64 arrays: the values are rounded, the type stays.
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

    def cache(self, values: FloatArray, /) -> FloatArray:
        """Keys or values as a kernel reads them back that stored them in the machine's memory."""
        ...


class _Exact:
    """No rounding: float64 throughout."""

    def vector(self, values: FloatArray, /) -> FloatArray:
        return values

    def scalar(self, values: FloatArray, /) -> FloatArray:
        return values

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        return np.asarray(np.matmul(a, b), np.float64)

    def cache(self, values: FloatArray, /) -> FloatArray:
        return values


EXACT: Final[Rounding] = _Exact()


@dataclass(frozen=True)
class WithCache:
    """The roundings of `arithmetic`, but what a cache holds is decided by `store`."""

    arithmetic: Rounding
    store: Callable[[FloatArray], FloatArray]

    def vector(self, values: FloatArray, /) -> FloatArray:
        return self.arithmetic.vector(values)

    def scalar(self, values: FloatArray, /) -> FloatArray:
        return self.arithmetic.scalar(values)

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        return self.arithmetic.matmul(a, b)

    def cache(self, values: FloatArray, /) -> FloatArray:
        return self.store(values)


@dataclass(frozen=True)
class Input:
    """One operand: its axes by name, outermost first.

    `fan_in` is the axis that a product sums over (weights only): random weights have variance
    1 / fan_in, so that outputs are of the size of the activations. `table` gives the values of an
    operand that is not random, from the size of every axis. Values are float64 arrays; those of an
    integer element are whole numbers. Random int32 values, such as biases, have a standard
    deviation of `unit` times the root of the fan-in. `part` is for factors of matrix products.
    One with `without` is there only where the machine lacks this instruction, see `Task.without`.
    `drawn` gives the values of one that is like no other, from the size of every axis, the kind of
    input and random numbers.
    """

    name: str
    dims: tuple[str, ...]
    role: Role = "activation"
    fan_in: str | None = None
    table: Callable[[Dims], FloatArray] | None = None
    element: Element = "float"
    unit: float = 1.0
    part: Part | None = None
    without: str | None = None
    drawn: Drawn | None = None

    def shape(self, sizes: Dims) -> tuple[int, ...]:
        """The size of each axis, from `Task.sizes`."""
        return tuple(sizes[name] for name in self.dims)


@dataclass(frozen=True)
class Given:
    """What a task's algorithm computes from; a mistake changes some of it."""

    task: "Task"
    r: Rounding
    inputs: Mapping[str, FloatArray]
    constants: Mapping[str, float]
    dims: Dims
    steps: Mapping[str, object] = field(default_factory=dict)

    def output(self) -> FloatArray:
        """The output of the algorithm; `TypeError` for a step that it has not."""
        asked = inspect.signature(self.task.algorithm).parameters
        known = {**self.dims, **self.constants, **self.inputs}
        chosen = {name: known[name] for name in asked if name in known}
        return self.task.algorithm(self.r, **chosen, **self.steps)


Mistake = Callable[[Given], FloatArray]
"""Gives an output that is wrong in one way, or the right one where the cell is too small for it."""
Mistakes = Mapping[str, Mistake]
Ties = Callable[["Task", Dims, Values], Values]
"""Moves drawn inputs so that sums are ties."""


@dataclass(frozen=True)
class Component:
    """A task that another one does `times` times, at these sizes."""

    task: str
    dims: Dims
    times: int = 1


def no_components(dims: Dims) -> tuple[Component, ...]:
    """For a task that is none of several."""
    return ()


def no_mistakes(dims: Dims) -> Mistakes:
    """None is known."""
    return {}


@dataclass(frozen=True)
class Task:
    """An operator on named axes.

    `algorithm(r, **inputs, **constants)` is written once and used twice: with `EXACT` it is the
    reference, with a platform's `Rounding` it shows how much error that machine's formats cause.
    It is given those inputs, constants and dims that it has a parameter for; its steps are
    parameters with a default.
    `constants(dims)` names every value but 0.0 that a kernel needs ready in scalar memory.
    `numbers` are the dims that are no axis of a tensor, such as the number of heads; `derived` are
    the axes whose size follows from the dims. `mistakes(dims)` are what a kernel may plausibly
    compute instead, by name; the grader must refuse all. `edges` are inputs on which a term of the
    formula decides that other inputs hardly show, such as the ε of a norm, each with the mistakes
    of a kernel that lacks it. `ties` moves inputs of whole numbers. `element` and `part` are the
    output's; `passes` say in which order operands that pass by are used. `without` says how a
    machine computes it that lacks an instruction. `approximation` is an algorithm that is near
    enough on any machine, though not the same in exact arithmetic. `components(dims)` are the tasks
    that a composite consists of; `glue` is what it does besides, of which there is no task.
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
    numbers: tuple[str, ...] = ()
    derived: Mapping[str, Callable[[Dims], int]] = field(default_factory=dict)
    mistakes: Callable[[Dims], Mistakes] = no_mistakes
    edges: Mapping[Edge, Mistakes] = field(default_factory=dict)
    ties: Ties | None = None
    element: Element = "float"
    part: Part | None = None
    passes: Passes = ()
    without: Mapping[str, str] = field(default_factory=dict)
    approximation: Callable[..., FloatArray] | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    components: Callable[[Dims], tuple[Component, ...]] = no_components
    glue: str = ""

    @property
    def dims(self) -> tuple[str, ...]:
        """What a configuration has to give: the axes in order of first use, then the numbers."""
        axes = [name for operand in self.inputs for name in operand.dims]
        names = dict.fromkeys([*axes, *self.output, *self.numbers])
        return tuple(name for name in names if name not in self.derived)

    def on(self, lacks: Collection[str]) -> "Task":
        """The task with the inputs that it has on a machine that lacks these instructions."""
        there = tuple(each for each in self.inputs if each.without in (None, *lacks))
        return self if there == self.inputs else replace(self, inputs=there)

    def sizes(self, dims: Dims) -> Dims:
        """The dims with the derived axes."""
        return {**dims, **{name: size(dims) for name, size in self.derived.items()}}

    def output_shape(self, dims: Dims) -> tuple[int, ...]:
        """The size of each axis of the output."""
        return tuple(dims[name] for name in self.output)

    def compute(
        self,
        r: Rounding,
        inputs: Mapping[str, FloatArray],
        constants: Mapping[str, float],
        dims: Dims = NO_DIMS,
    ) -> FloatArray:
        """The output under `r`, from input values and constants as the machine holds them."""
        return Given(self, r, inputs, constants, dims).output()

    def reference(
        self,
        inputs: Mapping[str, FloatArray],
        constants: Mapping[str, float],
        dims: Dims = NO_DIMS,
    ) -> FloatArray:
        """The right output in float64; a cell's own keeps a cache as its machine would."""
        return self.compute(EXACT, inputs, constants, dims)


def no_constants(dims: Dims) -> dict[str, float]:
    """For tasks whose kernels need nothing but 0.0."""
    return {}


def row_sum(x: FloatArray) -> FloatArray:
    """Sums over the last axis, which stays with size 1."""
    total: FloatArray = x.sum(axis=-1, keepdims=True)
    return total


def row_max(x: FloatArray) -> FloatArray:
    """Maxima over the last axis, which stays with size 1."""
    highest: FloatArray = x.max(axis=-1, keepdims=True)
    return highest


def whole(step: Callable[P, Made]) -> Callable[P, Made]:
    """A step that a compiler takes as one: a traced tensor among its arguments records its name.

    One that gives NotImplemented for it is handed to the step itself.
    """

    @wraps(step)
    def done(*args: P.args, **options: P.kwargs) -> Made:
        for each in args:
            if hasattr(each, "recorded"):
                found: Made = each.recorded(step.__name__, args)
                if found is not NotImplemented:
                    return found
        return step(*args, **options)

    return done


@whole
def normal_cdf(x: FloatArray) -> FloatArray:
    """Φ(x), the standard normal distribution function, without cancellation for negative x."""
    scaled = (x / -math.sqrt(2.0)).ravel().tolist()
    return np.fromiter(map(math.erfc, scaled), np.float64, x.size).reshape(x.shape) / 2.0
