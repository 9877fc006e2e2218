"""A column's design as a plan for our simulator: with it the stand-in for the NPU runs kernels."""

from __future__ import annotations

import re

import numpy as np

from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel
from kernelcraft.platforms.amd_npu.machine.column_state import MOVED, load_plan
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.plan import (
    Buffer,
    Channel,
    Descriptor,
    Lock,
    Plan,
    Task,
)
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START, AmdNpu
from kernelcraft.platforms.amd_npu.machine.transfers import COLUMN, INBOUND, OUTBOUND
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State, fresh
from tests.platforms.amd_npu.hardware import design_text
from tests.platforms.amd_npu.hardware.design_text import Design, Program, read

WINDOWS = {"south": 0x40000, "west": 0x50000, "north": 0x60000, "own": 0x70000, "memory": 0}
REGISTER = re.compile(r"^movx?m? (p0|sp|cr\w+|r\d+), #(-?\w+)$", re.MULTILINE)
GO = "movx r0, #-1\nacq #16, r0\n"


def as_plan(design: Design) -> Plan:
    """The same movements; every program has descriptors of its own."""
    given = [each for verb, each in design.steps if verb == "start" and isinstance(each, Program)]
    return Plan(
        tuple(
            Buffer(name, _tile(each.tile), WINDOWS[each.tile] + each.address, 4 * each.size)
            for name, each in design.buffers.items()
        ),
        {
            Lock(_tile(tile), number): first
            for tile, number, first in design.locks.values()
            if tile != "west"
        },
        {
            _channel(source): tuple(_channel(end) for start, end in design.flows if start == source)
            for source, _ in design.flows
        },
        tuple(
            _descriptor(design, program, label)
            for program in design.programs
            for label in program.blocks
        ),
        tuple(
            Task(_channel(each.channel), f"{each.name}.{each.first}", each.repeat)
            for each in (*design.fixed, *given)
        ),
    )


def _tile(name: str) -> str:
    return "core" if name == "own" else name


def _channel(each: design_text.Channel) -> Channel:
    return Channel(_tile(each[0]), each[1].lower(), each[2])


def _descriptor(design: Design, program: Program, label: str) -> Descriptor:
    each = program.blocks[label]
    iterates = len(each.dimensions) == 4 and not program.fixed
    plain = each.dimensions[1:] if iterates else each.dimensions or ((each.length, 1),)

    def pair(found: tuple[str, int] | None) -> tuple[Lock, int] | None:
        if found is None or not found[1]:
            return None
        tile, number, _ = design.locks[found[0]]
        return Lock(_tile(tile), number), found[1]

    return Descriptor(
        f"{program.name}.{label}",
        _tile(program.channel[0]),
        each.buffer,
        4 * each.offset,
        tuple(size for size, _ in reversed(plain)),
        tuple(stride for _, stride in reversed(plain)),
        pair(each.acquire),
        pair(each.release),
        None if each.next is None else f"{program.name}.{each.next}",
        each.dimensions[0] if iterates else (1, 0),
    )


def streamed(design: str, startup: str, kernel: str, given: bytes) -> State:
    """The state after a kernel that ran in a design's column; memory is garbage before."""
    found = read(design)
    sizes = {INBOUND: len(given), OUTBOUND: 4 * found.arguments["answer"]}
    assert len(given) == 4 * found.arguments["given"]
    state = fresh(AmdNpu, {COLUMN: 1, MOVED: 0, **sizes})
    state["memory"][:] = 0x5A
    state["inbound"][:] = np.frombuffer(given, np.uint8)
    for each in found.buffers.values():
        at = WINDOWS[each.tile] + each.address - MEMORY_START
        if each.first:
            state["memory"][at : at + len(each.first)] = np.frombuffer(each.first, np.uint8)
    program = assemble_kernel(kernel)
    before, _, _ = startup.partition("jl #kernel")
    assert GO in before
    for register, value in REGISTER.findall(before.replace(GO, "")):
        count = 1 if value == "-1" else int(value, 0)  # our acq takes counts without a minus
        state["scalars"][NUMBER[register]] = count
    load_program(program, state)
    load_plan(state, as_plan(found), {"given": 0, "answer": 0}, 0)
    run = execute(INTERPRETER, program, state, Limits())
    assert run.fault is None, str(run.fault)
    return run.state
