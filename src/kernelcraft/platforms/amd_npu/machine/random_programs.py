"""How random programs of the AIE2 core are drawn: registers have roles, so that many run on.

Pointers hold addresses in the middle of memory, r24 to r27 configuration words, r28 a shuffle mode,
r29 an index or a mode. Each slot has registers and pointers of its own to write, and bundles stand
apart in most programs, so that few results meet. A few operands are drawn without regard to roles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import BranchTarget, Operand, RegisterNames
from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine.assembly import IDLE, assemble
from kernelcraft.platforms.amd_npu.machine.column_state import load_plan
from kernelcraft.platforms.amd_npu.machine.dma import EAGER, HELD_UP, LAZY, PACE, USUAL
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
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
from kernelcraft.platforms.amd_npu.machine.registers import DC, DJ, DN, NUMBER, M, P, S
from kernelcraft.platforms.amd_npu.machine.state import OWN_MEMORY, AmdNpu
from kernelcraft.platforms.amd_npu.machine.streaming import OWN_LOCKS
from kernelcraft.platforms.amd_npu.machine.transfers import COLUMN, INBOUND, OUTBOUND
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.random_programs import any_value, line
from kernelcraft.sim.state import State, fresh

WILD = 0.005  # operands drawn without regard to their role
FLOAT, WHOLE = (24, 25), (26, 27)  # registers with configuration words
MODE, INDEX, FEW = 28, 29, 30  # of which FEW is what a lock is given or taken
JUMPS = frozenset(
    each for each in aie2.table if each.targets or each.mnemonic in ("j", "jl", "jnzd", "ret")
)
ENDS = frozenset(("done", "acq", "acq.cond"))
CHOSEN = [each for each in aie2.table if each not in JUMPS and each.mnemonic not in ENDS]
SLOTS = ("ldb", "lda", "st", "alu", "mv", "vec")
SELDOM = ("vldb.4x", "vshift.align")  # mnemonics of which few operands are legal
WRITTEN = ("pa", "wd", "xd", "amd", "bmd", "cmd", "dk", "dsk", "x_out", "bml_out", "bmh_out")
DDR = 4096  # bytes of what comes in and of what goes out
LOCKS = 4  # that descriptors of random plans take and give
ROUNDINGS = (0, 1, 2, 3, 8, 9, 10, 11, 12, 13)


def _value(random: Random, instruction: Instruction, operand: Operand) -> int:
    if random.random() < WILD:
        return random.choice(operand.allowed)
    name = operand.name
    if name == "config":
        return random.choice(FLOAT if ".f" in instruction.mnemonic else WHOLE)
    if name == "mode":
        return MODE
    if name == "rb" and instruction.mnemonic in ("acq", "rel"):
        return FEW
    slot = SLOTS.index(instruction.unit) if instruction.unit in SLOTS else 0
    if name in ("rd", "early", "scalar", "sd", "counted"):
        return slot + len(SLOTS) * random.randrange(2)
    if name in ("mark", "ld", "lmask"):  # the pairs l0 and l1 have no role
        return operand.allowed[random.randrange(2)]
    if name == "near":
        return 0
    if name in ("nearby", "word", "words", "words9", "words10", "frame12", "frame13"):
        return 0 if name == "nearby" else random.choice((0, 32, -32))
    if isinstance(operand, RegisterNames):
        own = operand.allowed[slot :: len(SLOTS)]
        return random.choice(own if name in WRITTEN and own else operand.allowed)
    return any_value(random, operand)


def _operation(random: Random, instruction: Instruction) -> str:
    values = {each.name: _value(random, instruction, each) for each in instruction.operands}
    values |= {name: values[other] for name, other in instruction.tied.items()}
    return line(instruction, values)


def _drawn(random: Random, slot: str) -> Instruction:
    drawn = random.choice([each for each in CHOSEN if each.unit == slot])
    seldom = drawn.mnemonic.startswith(SELDOM) and random.random() < 0.99
    return _drawn(random, slot) if seldom else drawn


def _bundle(random: Random) -> str:
    used = random.sample(SLOTS, random.randint(1, 4))
    chosen = [_drawn(random, slot) for slot in used]
    if any(each.mnemonic.startswith("vldb.4x") for each in chosen):  # both load units
        chosen = [each for each in chosen if each.unit != "lda"]
    return " ; ".join(_operation(random, each) for each in chosen)


def _jump(random: Random, index: int) -> Iterator[str]:
    """A jump forward over a few bundles, with its delay slots."""
    instruction = random.choice([each for each in JUMPS if each.targets])
    values = {
        each.name: index + random.randint(1, 9)
        if isinstance(each, BranchTarget)
        else _value(random, instruction, each)
        for each in instruction.operands
    }
    yield line(instruction, values)
    yield from (random.choice((_bundle(random), "nop")) for _ in range(5))


def _loop(random: Random, number: int) -> Iterator[str]:
    """A zero-overhead loop with a legal layout."""
    yield f"movxm ls, #.Lb{number}"
    yield f"movxm le, #.Le{number}"
    yield f"mov lc, #{random.randint(1, 4)}"
    yield from [IDLE[16]] * 8
    yield ".p2align 4"
    yield f".Lb{number}: {_bundle(random)}"
    yield from [IDLE[16]] * random.choice((0, 9, 9))
    yield from (_bundle(random) for _ in range(random.randint(0, 1)))
    yield from [IDLE[16]] * random.choice((0, 9, 9))
    yield ".p2align 4"
    yield f".Le{number}: {IDLE[16]}"


def _lock(random: Random) -> str:
    """Something of the locks that plans use; an acq may wait for ever."""
    return f"{random.choice(('acq', 'rel', 'rel'))} #{OWN_LOCKS + random.randrange(LOCKS)}, r{FEW}"


def _plan(random: Random) -> Plan:
    """Descriptors of the core and the memory tile with locks of which some are free; DDR's ends."""
    buffers = (
        Buffer("near", "core", OWN_MEMORY + 0x4000, 0xC000),
        Buffer("middle", "memory", 0x1000 * random.randrange(16), 0x1000),
    )
    streams: dict[Channel, tuple[Channel, ...]] = {}
    tasks: list[Task] = []
    descriptors: list[Descriptor] = []

    def moves(channel: Channel, where: str, size: int, lock: Lock | None) -> None:
        for _ in range(random.randint(1, 6)):
            name = f"d{len(descriptors)}"
            inner, outer = random.choice((4, 8, 12)), random.choice((1, 1, 2, 5))
            step = random.choice((inner, inner + 4, 20))
            begin = 4 * random.randrange((size - 4 * (inner + step * outer)) // 4)
            taken = (replace(lock, number=random.randrange(LOCKS)), 1) if lock else None
            given = (replace(lock, number=random.randrange(LOCKS)), 1) if lock else None
            sizes, strides = (inner, outer), (1, step)
            descriptors.append(
                Descriptor(name, channel.tile, where, begin, sizes, strides, taken, given)
            )
            tasks.append(Task(channel, name, random.choice((1, 1, 3))))

    for half in range(2):
        through, last = Channel("memory", "s2mm", half), Channel("core", "s2mm", half)
        streams[Channel("shim", "mm2s", half)] = (through,)
        streams[Channel("memory", "mm2s", half)] = (last,)
        streams[Channel("core", "mm2s", half)] = (Channel("shim", "s2mm", half),)
        moves(Channel("shim", "mm2s", half), "come", DDR, None)
        moves(through, "middle", 0x1000, Lock("memory", 0) if half else None)
        moves(Channel("memory", "mm2s", half), "middle", 0x1000, None)
        moves(last, "near", 0xC000, Lock("core", 0))
        moves(Channel("core", "mm2s", half), "near", 0xC000, Lock("core", 0))
        moves(Channel("shim", "s2mm", half), "go", DDR, None)
    locks = {
        Lock(tile, n): random.randrange(4) for tile in ("core", "memory") for n in range(LOCKS)
    }
    return Plan(buffers, locks, streams, tuple(descriptors), tuple(tasks))


@dataclass(frozen=True)
class AmdNpuRecipe:
    """Random bundles, jumps forward and loops, on a machine full of numbers; half have a DMA."""

    interpreter: Interpreter = INTERPRETER

    def text(self, random: Random) -> str:
        """10 to 40 pieces, most of them far enough apart for their results to arrive."""
        lines: list[str] = []
        bundles = 0
        apart = random.choice((0, 3, 12, 12, 12))
        for number in range(random.randint(10, 40)):
            kind = random.random()
            piece = [_bundle(random)]
            if kind < 0.03:
                piece = list(_jump(random, bundles))
            elif kind < 0.06:
                piece = list(_loop(random, number))
            elif kind < 0.08:
                piece = [_lock(random)]
            piece += ["nop"] * apart
            lines += piece
            bundles += sum(not each.startswith(".p2align") for each in piece)
        return "\n".join([*lines, "ret lr", *["nop"] * 16])

    def assemble(self, text: str) -> Program:
        """The program of a text."""
        return assemble(text)

    def state(self, random: Random) -> State:
        """Registers by their roles, memory and vectors full of bytes."""
        planned = random.random() < 0.5
        sizes = {COLUMN: 1, INBOUND: DDR, OUTBOUND: DDR} if planned else {}
        state = fresh(AmdNpu, sizes)
        if planned:
            load_plan(state, _plan(random), {"come": 0, "go": 0}, 0)
            state["channels"][PACE] = random.choice((USUAL, USUAL, EAGER, LAZY, HELD_UP))
        generator = np.random.default_rng(random.getrandbits(64))
        for name in ("memory", "granules", "inbound"):
            state[name][:] = generator.integers(0, 256, len(state[name]), np.uint8)
        scalars = state["scalars"]
        scalars[:32] = generator.integers(0, 1 << 32, 32)
        scalars[[*FLOAT, *WHOLE, MODE]] = (28, 60, 776, 792, random.randrange(48))
        scalars[INDEX], scalars[FEW] = random.randrange(48), random.randrange(3)
        scalars[:8] = generator.integers(0, 70, 8)
        for index, name in enumerate(P):
            bank = OWN_MEMORY + 0x4000 * (1 + index % len(SLOTS) % 3)
            scalars[NUMBER[name]] = bank + 32 * random.randrange(0x100, 0x180)
        for name in (*M, *DJ):
            scalars[NUMBER[name]] = 32 * random.randrange(8)
        for name in (*DN, *DC):
            scalars[NUMBER[name]] = random.randrange(4)
        for name in S:
            scalars[NUMBER[name]] = random.randrange(20)
        scalars[NUMBER["sp"]] = OWN_MEMORY + 0xC000
        scalars[NUMBER["crRnd"]] = random.choice(ROUNDINGS)
        scalars[NUMBER["crSat"]] = random.choice((0, 1, 3))
        for name in ("crSRSSign", "crUPSSign", "crPackSign", "crUnpackSign", "crVaddSign"):
            scalars[NUMBER[name]] = random.randrange(2)
        return state

    def load(self, state: State, program: Program) -> None:
        """Let the program be what is fetched."""
        load_program(program, state)


RECIPE = AmdNpuRecipe()
