"""A machine without interlocks that computes with terms: what a schedule does is compared exactly.

Every operation is a function nobody knows: its results are terms of its inputs. A schedule is right
if it leaves the terms behind that the operations leave one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kernelcraft.codegen.bundle import Bundle
from kernelcraft.codegen.operation import Operation, Read, Write
from kernelcraft.codegen.registers import Register
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2
from kernelcraft.platforms.amd_npu.machine.bundles import BUNDLE

State = dict[str, int]  # a term's hash by part of a register, or by area of memory
CANDIDATES = {each.views[""]: each for kind in AIE2.classes.values() for each in kind.registers}


def one_after_the_other(operations: Iterable[Operation]) -> State:
    """What is there when every result has landed before the next operation begins."""
    state: State = {}
    for each in operations:
        inputs = {f"{read.part}": _get(state, read.part) for read in each.reads}
        memory = {access.area: _get(state, access.area) for access in each.accesses}
        for write in each.writes:
            seen = [inputs[read.part] for read in each.reads if _in_time(read, write)]
            loaded = [memory[a.area] for a in each.accesses if a.stage < write.stage]
            state[write.part] = _term(each, write.part, seen, loaded)
        for access in each.accesses:
            if access.writes:
                state[access.area] = _term(each, "", inputs.values(), memory.values())
    return state


def in_bundles(rounds: Sequence[Sequence[Operation]]) -> State:
    """What bundles leave behind; fails where a slot, a port or a bank is used twice."""
    samples: dict[int, list[tuple[int, int]]] = {}
    stores: dict[int, list[tuple[int, int]]] = {}
    issued = [(time, each) for time, bundle in enumerate(rounds) for each in bundle]
    _legal(rounds, issued)
    landed: dict[str, list[tuple[int, int, str | None, int]]] = {}
    inputs: dict[int, dict[int, int]] = {}
    touched: dict[int, dict[int, int]] = {}
    for number, (time, each) in enumerate(issued):
        for index, read in enumerate(each.reads):
            samples.setdefault(time + read.stage - 1, []).append((number, index))
        for index, access in enumerate(each.accesses):
            stores.setdefault(time + access.stage - 1, []).append((number, index))
        inputs[number], touched[number] = {}, {}
    memory: State = {}
    for cycle in range(max([*samples, *stores, len(rounds)]) + 1):
        for number, index in samples.get(cycle, []):
            _, each = issued[number]
            read = each.reads[index]
            inputs[number][index] = _visible(
                landed, issued, inputs, touched, read.part, cycle, read.bypass, number
            )
        for writes in (False, True):
            for number, index in stores.get(cycle, []):
                access = issued[number][1].accesses[index]
                if access.writes == writes:
                    touched[number][index] = _get(memory, access.area)
        for number, index in stores.get(cycle, []):
            _, each = issued[number]
            access = each.accesses[index]
            if access.writes:
                memory[access.area] = _term(
                    each, "", inputs[number].values(), touched[number].values()
                )
        _announce(landed, issued, cycle)
    return memory | _final(landed, issued, inputs, touched)


def _announce(
    landed: dict[str, list[tuple[int, int, str | None, int]]],
    issued: Sequence[tuple[int, Operation]],
    cycle: int,
) -> None:
    for number, (time, each) in enumerate(issued):
        if time == cycle:
            for write in each.writes:
                landed.setdefault(write.part, []).append(
                    (time + write.stage, number, write.bypass, write.stage)
                )


def _visible(
    landed: Mapping[str, list[tuple[int, int, str | None, int]]],
    issued: Sequence[tuple[int, Operation]],
    inputs: Mapping[int, Mapping[int, int]],
    touched: Mapping[int, Mapping[int, int]],
    part: str,
    cycle: int,
    bypass: str | None,
    reader: int | None = None,
) -> int:
    there = [
        (when, number, stage)
        for when, number, way, stage in landed.get(part, [])
        if when <= cycle + (way is not None and way == bypass)
    ]
    if not there:
        return hash(part)
    assert [when for when, *_ in there].count(max(there)[0]) == 1, f"two values land in {part}"
    _, number, stage = max(there)
    if reader not in (None, number):
        assert issued[number][0] != issued[reader][0], (
            f"{part} is read in the bundle that writes it"
        )
    return _result(issued[number][1], part, stage, inputs[number], touched[number])


def _result(
    each: Operation, part: str, stage: int, inputs: Mapping[int, int], touched: Mapping[int, int]
) -> int:
    write = next(w for w in each.writes if w.part == part)
    seen = [inputs[index] for index, read in enumerate(each.reads) if _in_time(read, write)]
    loaded = [touched[index] for index, a in enumerate(each.accesses) if a.stage < stage]
    return _term(each, part, seen, loaded)


def _in_time(read: Read, write: Write) -> bool:
    """Whether a result can depend on what is read: it is sampled before anyone sees the result."""
    return read.stage <= write.stage - (write.bypass is not None)


def _final(
    landed: Mapping[str, list[tuple[int, int, str | None, int]]],
    issued: Sequence[tuple[int, Operation]],
    inputs: Mapping[int, Mapping[int, int]],
    touched: Mapping[int, Mapping[int, int]],
) -> State:
    last = 1_000_000
    return {part: _visible(landed, issued, inputs, touched, part, last, None) for part in landed}


def _legal(rounds: Sequence[Sequence[Operation]], issued: Sequence[tuple[int, Operation]]) -> None:
    for bundle in rounds:
        units = [each.unit for each in bundle]
        assert not units or BUNDLE.size(frozenset(units)) is not None
        for index, unit in enumerate(units):
            assert not any(BUNDLE.clash(unit, other) for other in units[index + 1 :])
    ports = [(name, time + stage) for time, each in issued for name, stage in each.ports]
    ports += [
        (access.bank, time + access.stage)
        for time, each in issued
        for access in each.accesses
        if access.bank is not None
    ]
    assert len(ports) == len(set(ports))


def _get(state: State, name: str) -> int:
    return state.get(name, hash(name))


def _term(each: Operation, part: str, inputs: Iterable[int], memory: Iterable[int]) -> int:
    """A result; the register that it goes to is not part of what it is."""
    slot = [write.part for write in each.writes].index(part) if part else -1
    return hash((each.line, slot, tuple(inputs), tuple(memory)))


def executed(bundles: Sequence[Bundle], known: Mapping[int, Operation]) -> list[list[Operation]]:
    """The operations of bundles in the order of execution, zero-overhead loops followed.

    Texts are `op<line> <values>`; `known` are the operations by line, their values still unnamed.
    """
    labels = {label: place for place, each in enumerate(bundles) for label in each.labels}
    registers: dict[str, int] = {}
    found: list[list[Operation]] = []
    place = 0
    while place < len(bundles):
        now: list[Operation] = []
        for text in bundles[place].slots.values():
            if set_up := re.fullmatch(r"movxm (ls|le|lc), #(\S+)", text):
                name, value = set_up.groups()
                registers[name] = int(value) if name == "lc" else labels[value]
            else:
                now.append(named(text, known))
        found.append(now)
        if registers.get("lc", 0) > 0 and place == registers.get("le"):
            registers["lc"] -= 1
            if registers["lc"]:
                place = registers["ls"]
                continue
        place += 1
    return found


def named(text: str, known: Mapping[int, Operation]) -> Operation:
    """The operation of a text `op<line> <values>`, with its registers."""
    if text.startswith("movxm "):  # the set-up of a loop, whose registers nothing else touches
        return Operation(text, "lng")
    head, *names = text.split()
    operation = known[int(head[2:])]
    values = re.findall(r"%(\w+)", operation.text)
    chosen = {value: CANDIDATES[name] for value, name in zip(values, names, strict=True)}
    return Operation(
        text,
        operation.unit,
        tuple(type(r)(_part(r.part, chosen), r.stage, r.bypass) for r in operation.reads),
        tuple(type(w)(_part(w.part, chosen), w.stage, w.bypass) for w in operation.writes),
        operation.accesses,
        operation.ports,
        operation.delay_slots,
        operation.line,
    )


def _part(part: str, chosen: Mapping[str, Register]) -> str:
    if not part.startswith("%"):
        return part
    name, _, index = part[1:].partition(":")
    return chosen[name].parts[int(index)]
