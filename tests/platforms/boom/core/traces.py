"""Random paths through random code, as the core sees them: one row for each instruction."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from kernelcraft.platforms.boom.machine.core.kinds import Kind

CODE, DATA = 0x8000_0000, 0x8010_0000
FLOATS = (Kind.FPU, Kind.FDIV, Kind.FSQRT)
OTHERS = (
    *(Kind.ALU, Kind.ALU, Kind.ALU, Kind.AUIPC, Kind.MUL, Kind.DIV, Kind.UDIV, Kind.LOAD),
    *(Kind.LOAD, Kind.LOAD, Kind.STORE, Kind.STORE, Kind.FLOAD, Kind.FSTORE, Kind.FPU, Kind.FPU),
    *(Kind.FDIV, Kind.FSQRT, Kind.FTOI, Kind.ITOF, Kind.FCMP),
)
ALONE = (Kind.CSR, Kind.FENCE, Kind.FENCEI, Kind.AMO, Kind.LR, Kind.SC, Kind.SYSTEM)
JUMPS = (Kind.BRANCH, Kind.BRANCH, Kind.BRANCH, Kind.JAL, Kind.JALR)
ACCESSES = (Kind.LOAD, Kind.STORE, Kind.FLOAD, Kind.FSTORE, Kind.AMO, Kind.LR, Kind.SC)


@dataclass(frozen=True)
class Operation:
    """An instruction of the random code; a target is an index into it."""

    address: int
    length: int
    kind: Kind
    registers: tuple[int, int, int, int]
    target: int


def code(random: Random, count: int) -> list[Operation]:
    """Instructions one after the other, a fifth of them jumps."""
    found, address = [], CODE
    for _ in range(count):
        kind = random.choice(random.choices((OTHERS, JUMPS, ALONE), (80, 20, 1))[0])
        length = random.choice((2, 4, 4))
        found.append(
            Operation(address, length, kind, _registers(random, kind), random.randrange(count))
        )
        address += length
    return found


def _registers(random: Random, kind: Kind) -> tuple[int, int, int, int]:
    x = [random.randrange(32) for _ in range(4)]
    f = [random.randrange(32, 64) for _ in range(4)]
    if kind in FLOATS:
        return f[0], f[1], f[2], f[3] if random.random() < 0.3 else 0
    if kind in (Kind.STORE, Kind.BRANCH):
        return 0, x[1], x[2], 0
    if kind == Kind.FSTORE:
        return 0, x[1], f[2], 0
    if kind in (Kind.FTOI, Kind.FCMP):
        return x[0], f[1], f[2], 0
    if kind in (Kind.ITOF, Kind.FLOAD):
        return f[0], x[1], 0, 0
    if kind in (Kind.JAL, Kind.JALR):
        return random.choice((0, 1)), random.choice((1, 1, 7)) * (kind == Kind.JALR), 0, 0
    if kind in (Kind.FENCE, Kind.FENCEI):
        return 0, 0, 0, 0
    return x[0], x[1], x[2], 0


def path(seed: int, steps: int, *, lines: int = 400) -> list[tuple[int, ...]]:
    """The arguments of `retire` along a random walk; loops are left seldom."""
    random = Random(seed)
    program = code(random, random.choice((12, 60, 300)))
    habits = [random.choice((0.02, 0.5, 0.98)) for _ in program]
    at, rows, returns = 0, [], [0]
    for _ in range(steps):
        operation = program[at]
        after = (at + 1) % len(program)
        if operation.kind == Kind.BRANCH:
            to = operation.target if random.random() < habits[at] else after
        elif operation.kind == Kind.JAL:
            to = operation.target
        elif operation.kind == Kind.JALR:
            to = (
                returns.pop()
                if returns and random.random() < 0.9
                else random.randrange(len(program))
            )
        else:
            to = at + 1 if at + 1 < len(program) else 0
        if operation.kind in (Kind.JAL, Kind.JALR) and operation.registers[0] == 1:
            returns.append(after)
        rows.append(_row(random, operation, program[to].address, lines))
        at = to
    return rows


def _row(random: Random, operation: Operation, next_address: int, lines: int) -> tuple[int, ...]:
    address = size = a = b = 0
    if operation.kind in ACCESSES:
        size = random.choice((1, 2, 4, 8))
        spread = random.choice((2, 2, 2, 8 * lines))
        address = DATA + random.randrange(spread) * 8 // size * size
    if operation.kind in (Kind.DIV, Kind.UDIV):
        a, b = (random.choice((-1, 1)) * random.getrandbits(random.randrange(63)) for _ in "ab")
    return (
        *(operation.address, operation.length, int(operation.kind), *operation.registers),
        *(address, size, a, b, next_address),
    )
