"""What a checked body means: our interpreter of the tree, one small function a node.

A float is a number of float32: every result is rounded to it, halves to even. Whole numbers wrap at
64 bits. Rows are read whole where they are taken, before anything is written to them; what is
written to rows stands there at the end of the instruction.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from kernelcraft.design import tree
from kernelcraft.design.form import Proposal
from kernelcraft.design.rules import Number, Rules
from kernelcraft.sim.machine import Machine

MOST_STEPS: Final = 1 << 27
"""Of all proposed instructions in one run, 20 s of CPU: a run counts each as one instruction."""
OVER: Final = "proposed instructions take more than {most} steps in one run"
HALF, WHOLE = 1 << 63, 1 << 64


class _Frame:
    """One execution: the machine, the operands, the locals and the rows that were taken."""

    __slots__ = ("locals", "machine", "operands", "outputs", "rows")

    def __init__(self, machine: Machine, operands: Mapping[str, int]) -> None:
        self.machine, self.operands = machine, operands
        self.locals: dict[str, Any] = {}
        self.rows: dict[str, list[float]] = {}
        self.outputs: list[tuple[int, dict[int, float]]] = []


Get = Callable[[_Frame], Any]
Do = Callable[[_Frame], None]


def meaning(proposal: Proposal, rules: Rules) -> Callable[..., None]:
    """The function of an instruction, as a table takes it: of a machine and its operands."""
    with np.errstate(all="ignore"):
        steps = _block(proposal.body, rules)

    most = proposal.steps

    def function(m: Machine, **operands: int) -> None:
        taken = vars(m)["interpreted"] = (
            vars(m).get("interpreted", 0) + most
        )  # a machine is a run's
        m.check(taken <= MOST_STEPS, OVER, most=MOST_STEPS)
        frame = _Frame(m, operands)
        with np.errstate(all="ignore"):
            for step in steps:
                step(frame)
            for target, lanes in frame.outputs:
                rules.rows.write(m, target, lanes)

    return function


def _block(statements: Sequence[tree.Node], rules: Rules) -> list[Do]:
    return [_statement(each, rules) for each in statements]


def _statement(node: tree.Node, rules: Rules) -> Do:
    match node:
        case tree.Assign(name, value):
            return _assign(name, value, rules)
        case tree.Write(target, value):
            return _write(target, _value(value, rules), rules)
        case tree.If(test, then, otherwise):
            return _fork(_value(test, rules), _block(then, rules), _block(otherwise, rules))
        case tree.For(name, values, body):
            return _loop(name, values, _block(body, rules))
    raise TypeError(f"{type(node).__name__} is no statement")


def _assign(name: str, value: tree.Value, rules: Rules) -> Do:
    if isinstance(value, tree.RowAt):
        return _take(name, value, rules)
    if isinstance(value, tree.Scratch):
        return _clear(name, rules.rows.length)
    get = _value(value, rules)

    def assign(frame: _Frame) -> None:
        frame.locals[name] = get(frame)

    return assign


def _clear(name: str, length: int) -> Do:
    def clear(frame: _Frame) -> None:
        frame.rows[name] = [0.0] * length

    return clear


def _take(name: str, row: tree.RowAt, rules: Rules) -> Do:
    address, rows = _value(row.address, rules), rules.rows

    def read(frame: _Frame) -> None:
        frame.rows[name] = list(rows.read(frame.machine, address(frame)))

    def output(frame: _Frame) -> None:
        lanes: dict[int, float] = {}
        frame.outputs.append((rows.target(frame.machine, address(frame)), lanes))
        frame.locals[name] = lanes

    return read if row.kind == "row" else output


def _write(target: tree.Value, get: Get, rules: Rules) -> Do:
    match target:
        case tree.Register(file, operand):
            write = rules.registers[file].write
            return lambda frame: write(frame.machine, frame.operands[operand], get(frame))
        case tree.Scalar(name):
            set_scalar = rules.scalars[name].write
            return lambda frame: set_scalar(frame.machine, 0, get(frame))
        case tree.Element(memory, address):
            store, at = rules.elements[memory].write, _value(address, rules)
            return lambda frame: store(frame.machine, at(frame), get(frame))
        case tree.Lane(row, lane, of):
            return _write_lane(row, _lane(lane, rules), get, of)
    raise TypeError(f"{type(target).__name__} cannot be written")


def _write_lane(row: str, index: Get, get: Get, of: tree.ValueKind) -> Do:
    def output(frame: _Frame) -> None:
        frame.locals[row][index(frame)] = get(frame)

    def scratch(frame: _Frame) -> None:
        frame.rows[row][index(frame)] = get(frame)

    return output if of == "output" else scratch


def _fork(test: Get, then: list[Do], otherwise: list[Do]) -> Do:
    def fork(frame: _Frame) -> None:
        for step in then if test(frame) else otherwise:
            step(frame)

    return fork


def _loop(name: str, values: range, body: list[Do]) -> Do:
    def loop(frame: _Frame) -> None:
        for index in values:
            frame.locals[name] = index
            for step in body:
                step(frame)

    return loop


def _lane(lane: tree.Value, rules: Rules) -> Get:
    get, length = _value(lane, rules), rules.rows.length

    def checked(frame: _Frame) -> int:
        found: int = get(frame)
        frame.machine.check(
            0 <= found < length,
            "lane {lane} is outside 0..{last} of a row",
            lane=found,
            last=length - 1,
        )
        return found

    return checked


def _value(node: tree.Value, rules: Rules) -> Get:
    match node:
        case tree.Constant(value):
            number = rounded(value) if node.kind == "real" else value
            return lambda frame: number
        case tree.Local(name):
            return lambda frame: frame.locals[name]
        case tree.Immediate(name):
            return lambda frame: int(frame.operands[name])
        case tree.Register(file, operand):
            read = rules.registers[file].read
            return lambda frame: read(frame.machine, frame.operands[operand])
        case tree.Scalar(name):
            scalar = rules.scalars[name].read
            return lambda frame: scalar(frame.machine, 0)
        case tree.Element(memory, address):
            load, at = rules.elements[memory].read, _value(address, rules)
            return lambda frame: load(frame.machine, at(frame))
        case tree.Lane(row, lane):
            index = _lane(lane, rules)
            return lambda frame: frame.rows[row][index(frame)]
        case tree.RowSum(row):
            return lambda frame: tree_sum(frame.rows[row])
        case tree.Operation(name, arguments, of):
            getters = [_value(each, rules) for each in arguments]
            if name in rules.functions:
                return _called(rules.functions[name].call, getters[0])
            return _operation(name, getters, of)
    raise TypeError(f"{type(node).__name__} has no value")


def _called(function: Callable[[float], float], argument: Get) -> Get:
    return lambda frame: function(argument(frame))


def _operation(name: str, arguments: list[Get], of: tree.ValueKind) -> Get:
    if name == "and":
        return lambda frame: all(each(frame) for each in arguments)
    if name == "or":
        return lambda frame: any(each(frame) for each in arguments)
    if name == "select":
        test, then, otherwise = arguments
        return lambda frame: then(frame) if test(frame) else otherwise(frame)
    function = FUNCTIONS[name, of]
    if len(arguments) == 1:
        only = arguments[0]
        return lambda frame: function(only(frame))
    left, right = arguments
    return lambda frame: function(left(frame), right(frame))


def rounded(value: float) -> float:
    """To float32, halves to even; what is too large is infinite."""
    return float(np.float32(value))


def tree_sum(row: Sequence[float]) -> float:
    """The upper half is added to the lower half until one number is left, as adders stand.

    Of an odd number of them the middle one waits for the next level. No row is empty.
    """
    sums = np.array(row, dtype=np.float32)
    while len(sums) > 1:
        upper = sums[(len(sums) + 1) // 2 :]
        sums = sums[: len(sums) - len(upper)]
        sums[: len(upper)] += upper
    return float(sums[0])


def wrapped(value: int) -> int:
    """To 64 bits of two's complement."""
    return (value + HALF) % WHOLE - HALF


def whole(value: float) -> int:
    """Towards zero; what has no whole number is 0, what is too large the largest."""
    if math.isnan(value):
        return 0
    return int(max(-float(HALF), min(value, float(HALF - 1024))))


def quotient(a: float, b: float) -> float:
    """As IEEE has it, in float32."""
    return float(np.float32(a) / np.float32(b))


def larger(a: float, b: float) -> float:
    """The larger; a NaN if one is, and of zeros the positive one."""
    if math.isnan(a) or math.isnan(b):
        return math.nan
    return a if a > b or (a == b and math.copysign(1.0, a) > 0) else b


def _shift(value: int, by: int) -> int:
    return wrapped(value << by) if 0 <= by < 64 else 0


def _shift_right(value: int, by: int) -> int:
    return value >> min(by, 63) if by >= 0 else 0


FUNCTIONS: Final[Mapping[tuple[str, tree.ValueKind], Callable[..., Number | bool]]] = {
    ("+", "int"): lambda a, b: wrapped(a + b),
    ("-", "int"): lambda a, b: wrapped(a - b),
    ("*", "int"): lambda a, b: wrapped(a * b),
    ("//", "int"): operator.floordiv,
    ("%", "int"): operator.mod,
    ("<<", "int"): _shift,
    (">>", "int"): _shift_right,
    ("&", "int"): operator.and_,
    ("|", "int"): operator.or_,
    ("^", "int"): operator.xor,
    ("~", "int"): operator.invert,
    ("+", "real"): lambda a, b: rounded(a + b),
    ("-", "real"): lambda a, b: rounded(a - b),
    ("*", "real"): lambda a, b: rounded(a * b),
    ("/", "real"): quotient,
    ("min", "int"): min,
    ("max", "int"): max,
    ("min", "real"): lambda a, b: -larger(-a, -b),
    ("max", "real"): larger,
    ("abs", "int"): lambda a: wrapped(abs(a)),
    ("abs", "real"): abs,
    ("float", "int"): rounded,
    ("int", "real"): whole,
    ("int", "bool"): int,
    ("not", "bool"): operator.not_,
    **{
        (name, kind): function
        for name, function in {
            "<": operator.lt,
            "<=": operator.le,
            ">": operator.gt,
            ">=": operator.ge,
            "==": operator.eq,
            "!=": operator.ne,
        }.items()
        for kind in ("int", "real")
    },
}
"""By name and by the kind of what they take. Sums and products of float32 in float64 are exact
enough that rounding once more gives the float32 result."""
