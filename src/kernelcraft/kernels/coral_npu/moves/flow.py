"""What is known before each line of a kernel: constants in registers, vector type and length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kernelcraft.kernels.coral_npu.moves.listing import Line, Operation
from kernelcraft.platforms.riscv.machine import VLENB
from kernelcraft.platforms.coral_npu.touches import (
    CONFIGURATION,
    VLENB_CSR,
    Touches,
    VectorType,
    touches,
)

ALL = "all"  # an application vector length: as many as fit


@dataclass(frozen=True)
class State:
    """`length`: what vl was asked for (a register, a number, ALL) if that still says it."""

    constants: Mapping[int, int] = field(default_factory=dict)
    vtype: int | None = None
    length: str | None = None

    @property
    def vector(self) -> VectorType | None:
        """The vector type in words."""
        return None if self.vtype is None else VectorType.of(self.vtype)


UNKNOWN = State()


class _Integers:
    """As much of the machine as integer arithmetic needs."""

    def __init__(self, known: Mapping[int, int]) -> None:
        self.x = [known.get(number, 0) for number in range(32)]


def after(state: State, line: Line) -> State:
    """What is known behind a line that is not left by a jump."""
    found = line.operations
    if not found:
        return UNKNOWN if line.name and not line.name.startswith(".") else state
    for operation in found:
        state = _after(state, operation)
    return state


def _after(state: State, operation: Operation) -> State:
    unit = operation.instruction.unit
    if unit == "vset":
        return _configured(state, operation)
    if unit == "branch" and "rd" in operation.operands and operation.operands["rd"]:
        return UNKNOWN  # back from a call
    touched = touches(operation.instruction, operation.operands, state.vector)
    value = _value(state, operation, touched)
    state = _forget(state, touched.writes)
    if value is not None:
        state = replace(state, constants={**state.constants, operation.operands["rd"]: value})
    if CONFIGURATION in touched.writes and _writes_vstart_or_more(operation):
        return replace(state, vtype=None, length=None)
    return state


def _writes_vstart_or_more(operation: Operation) -> bool:
    """No CSR instruction can write vl or vtype; a trap handler, after a fence or so, might."""
    return operation.instruction.unit != "csr"


def _forget(state: State, writes: frozenset[str]) -> State:
    lost = {int(name[1:]) for name in writes if name[0] == "x" and name[1:].isdigit()}
    constants = {number: value for number, value in state.constants.items() if number not in lost}
    length = None if state.length in {f"x{number}" for number in lost} else state.length
    return replace(state, constants=constants, length=length)


def _value(state: State, operation: Operation, touched: Touches) -> int | None:
    """The result of integer arithmetic on constants, or of reading a constant register."""
    if operation.operands.get("csr") == VLENB_CSR and not operation.operands.get("rs1", 1):
        return VLENB if operation.operands["rd"] else None
    if operation.open or operation.instruction.unit not in ("alu", "mul"):
        return None
    if "rd" not in operation.operands or operation.instruction.mnemonic == "auipc":
        return None
    if not all(int(name[1:]) in state.constants for name in touched.reads if name[0] == "x"):
        return None
    machine = _Integers(state.constants)
    operation.instruction.function(machine, **operation.operands)
    rd = operation.operands["rd"]
    return machine.x[rd] & 0xFFFF_FFFF if rd else None


def _configured(state: State, operation: Operation) -> State:
    values, rd = operation.operands, operation.operands["rd"]
    vtype = values.get("vtype", values.get("vtype10"))
    kind = None if vtype is None else VectorType.of(vtype)
    writes = frozenset((f"x{rd}",)) if rd else frozenset[str]()
    if kind is None:
        return replace(_forget(state, writes), vtype=None, length=None)
    length, asked = requested(state, operation)
    state = _forget(state, writes)
    if rd and length == f"x{rd}":
        length = None
    constants = dict(state.constants)
    if rd and asked is not None:
        constants[rd] = min(asked, kind.elements)
    return State(constants, vtype, length)


def requested(state: State, operation: Operation) -> tuple[str | None, int | None]:
    """What a vset asks for, as in State.length, and its number if that is known."""
    values = operation.operands
    if "uimm" in values:
        return f"#{values['uimm']}", values["uimm"]
    if values["rs1"]:
        number = state.constants.get(values["rs1"])
        return (f"x{values['rs1']}" if number is None else f"#{number}"), number
    if values["rd"]:
        return ALL, 1 << 32
    old, new = state.vector, VectorType.of(values.get("vtype", 1 << 8))
    if old is None or new is None or old.elements != new.elements:
        return None, None
    number = int(state.length[1:]) if state.length and state.length[0] == "#" else None
    return state.length, number


def states(lines: Sequence[Line]) -> list[State]:
    """What is known before each line, whatever way the kernel takes to it."""
    places = {label: index for index, line in enumerate(lines) for label in line.labels}
    found: dict[int, State] = {index: UNKNOWN for index in _entries(lines, places)}
    waiting = sorted(found)
    while waiting:
        index = waiting.pop()
        line, state = lines[index], found[index]
        reached = []
        if line.target in places and not (line.operations[0].operands.get("rd", 0)):
            reached.append((places[line.target], state))
        if line.falls_through and index + 1 < len(lines):
            reached.append((index + 1, after(state, line)))
        for place, known in reached:
            joined = known if place not in found else _join(found[place], known)
            if joined != found.get(place):
                found[place] = joined
                waiting.append(place)
    return [found.get(index, UNKNOWN) for index in range(len(lines))]


def _entries(lines: Sequence[Line], places: Mapping[str, int]) -> set[int]:
    """Lines that may be reached from anywhere: the first, calls' targets, labels in data."""
    named = {"_start"}
    for line in lines:
        if line.target is None or line.operations[0].operands.get("rd", 0):
            words = line.operands.replace("(", " ").replace(")", " ").replace(",", " ")
            named.update(words.split())
    numbers = {index for index, line in enumerate(lines) if any(x.isdigit() for x in line.labels)}
    return {0, *numbers, *(index for label, index in places.items() if label in named)}


def _join(one: State, other: State) -> State:
    constants = {
        number: value
        for number, value in one.constants.items()
        if other.constants.get(number) == value
    }
    return State(
        constants,
        one.vtype if one.vtype == other.vtype else None,
        one.length if one.length == other.length else None,
    )
