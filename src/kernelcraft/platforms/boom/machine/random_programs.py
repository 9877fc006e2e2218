"""How random programs for BOOM are drawn, so that they run to their end on any RV64GC core.

A program loads all registers from memory, runs random instructions with forward branches, and
stores all registers. sp points into the middle of a scratch area, tp to the registers' place; no
other instruction writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import Operand
from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine.assembly import assemble
from kernelcraft.platforms.boom.machine.configuration import CORES, RETURN, BoomConfiguration
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.platforms.boom.machine.interpreter import INTERPRETER
from kernelcraft.platforms.boom.machine.state import load, reset
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.random_programs import any_value, line
from kernelcraft.sim.state import State

SP, TP, T1, T2, A5 = 2, 4, 6, 7, 15
KEPT = (SP, TP)
SCRATCH = 1 << 13  # bytes; sp points to its middle
REGISTERS = 1024  # bytes that hold x, f and the CSRs
RA = REGISTERS + SCRATCH  # where the return address waits
ENDING = (".word", ".half", "ecall", "ebreak", "c.ebreak", "fence.i")
CSRS = ("fflags", "frm", "fcsr")
EDGES = (0, 1, 2, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 63, (1 << 63) - 1, (1 << 64) - 1)
BOXED = 0xFFFF_FFFF << 32
SPECIAL_SINGLES = (
    *(0, 0x8000_0000, 0x3F80_0000, 0xBF80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000),
    *(0x7F80_0001, 1, 0x807F_FFFF, 0x0080_0000, 0x7F7F_FFFF, 0x4F00_0000, 0xCF00_0000),
    *(0x4F80_0000, 0x3400_0000, 0x3380_0000, 0x4B00_0001, 0x3EFF_FFFF, 0x3F00_0000),
)
SPECIAL_DOUBLES = (
    *(0, 1 << 63, 0x3FF0 << 48, 0xBFF0 << 48, 0x7FF0 << 48, 0xFFF0 << 48, 0x7FF8 << 48),
    *((0x7FF0 << 48) + 1, 1, (1 << 63) + (1 << 52) - 1, 1 << 52, (0x7FF0 << 48) - 1),
    *(0x43E0 << 48, 0xC3E0 << 48, 0x41E0 << 48, 0x3CB0 << 48, 0x3FE0 << 48, 0x3810 << 48),
    *(0x36A0 << 48, 0x47F0 << 48, 0x3FDF_FFFF_FFFF_FFFF, 0x4330_0000_0000_0001),
)


@dataclass
class _Body:
    """The labels that are still to come while the lines of a program are drawn."""

    random: Random
    pending: list[int] = field(default_factory=list)  # lines until each open label

    def lines(self, count: int, chosen: list[Instruction]) -> Iterator[str]:
        """`count` instructions and the labels that branches go to."""
        for _ in range(count):
            yield from self._due()
            yield from self._one(self.random.choice(chosen))
        while self.pending:
            yield from self._due()

    def _due(self) -> Iterator[str]:
        self.pending = [left - 1 for left in self.pending]
        for _ in range(self.pending.count(0)):
            yield "1:"
        self.pending = [left for left in self.pending if left > 0]

    def _one(self, instruction: Instruction) -> Iterator[str]:
        if instruction.mnemonic == "c.addi16sp":
            size = 16 * self.random.randrange(1, 20)
            yield f"c.addi16sp sp, {size}"
            yield f"c.addi16sp sp, {-size}"
        elif instruction.unit == "branch":
            yield from self._jump(instruction)
        elif instruction.unit == "csr":
            yield self._csr(instruction)
        elif instruction.unit in ("load", "store", "atomic"):
            yield from self._access(instruction)
        else:
            yield self._line(instruction)

    def _line(self, instruction: Instruction, **fixed: int) -> str:
        values = {each.name: self._value(each) for each in instruction.operands}
        return line(instruction, values | fixed)

    def _value(self, operand: Operand) -> int:
        random = self.random
        if operand.name in ("rd", "rdn", "rdu"):
            return random.choice([index for index in operand.allowed if index not in KEPT])
        if operand.name in ("rm", "unrounded"):
            return random.choice((0, 1, 2, 3, 4, 7, 7))
        if operand.name in ("pred", "succ"):
            return random.randrange(1, 16)
        edge = any_value(random, operand)
        return edge if edge in operand.allowed else random.choice(operand.allowed)

    def _register(self) -> str:
        return f"x{self.random.choice([index for index in range(32) if index not in KEPT])}"

    def _jump(self, instruction: Instruction) -> Iterator[str]:
        self.pending.append(self.random.randint(1, 5))
        name = instruction.mnemonic
        if name == "jal":
            yield f"jal {self._register()}, 1f"
        elif name == "jalr":
            yield "la t1, 1f"
            yield f"jalr {self._register()}, 0(t1)"
        elif name in ("c.jr", "c.jalr"):
            yield "la t1, 1f"
            yield f"{name} t1"
        elif name == "c.j":
            yield "c.j 1f"
        elif name.startswith("c."):
            yield f"{name} x{self.random.randrange(8, 16)}, 1f"
        else:
            rs1, rs2 = self.random.randrange(32), self.random.randrange(32)
            yield f"{name} x{rs1}, x{rs2}, 1f"

    def _csr(self, instruction: Instruction) -> str:
        csr = self.random.choice(CSRS)
        immediate = instruction.mnemonic.endswith("i")
        number = self.random.randrange(32) & {"frm": 3}.get(csr, 31)
        source = str(number) if immediate else "zero"
        return f"{instruction.mnemonic} {self._register()}, {csr}, {source}"

    def _access(self, instruction: Instruction) -> Iterator[str]:
        """Around sp, at multiples of eight or of the access's own size."""
        random, names = self.random, {operand.name for operand in instruction.operands}
        if "imm" in names:
            size = BYTES[instruction.mnemonic]
            yield self._line(instruction, rs1=SP, imm=random.randrange(-2000, 2000) // size * size)
        elif instruction.unit == "atomic":
            reserves = instruction.mnemonic.startswith("lr")
            yield f"addi t2, sp, {8 * random.randrange(-200, 200)}"
            yield self._line(instruction, rs1=T2, **({"rd": T1} if reserves else {}))
            if reserves and random.random() < 0.8:
                store = boom.instructions[f"sc.{instruction.mnemonic[-1]}"]
                yield self._line(store, rs1=T2, rd=T1)
        elif "rs1s" in names:
            yield f"addi a5, sp, {8 * random.randrange(-200, 200)}"
            yield self._line(instruction, rs1s=A5)
        else:
            yield self._line(instruction)


BYTES = {
    **dict.fromkeys(("lb", "lbu", "sb"), 1),
    **dict.fromkeys(("lh", "lhu", "sh"), 2),
    **dict.fromkeys(("lw", "lwu", "sw", "flw", "fsw"), 4),
    **dict.fromkeys(("ld", "sd", "fld", "fsd"), 8),
}


def usable() -> list[Instruction]:
    """What a random program may hold: everything but what ends it."""
    return [each for each in boom.table if each.mnemonic not in ENDING]


def program_text(random: Random, count: int, *, end: str = "ret") -> str:
    """A program of about `count` random instructions between a prologue and an epilogue."""
    table = usable()
    chosen = [*table, *random.sample(table, 6) * 6]
    places = [index for index in range(1, 32) if index not in KEPT]
    lines = ["    .text", "    .globl kernel, _start", "_start:", "kernel:"]
    lines += ["    la tp, registers", f"    la sp, registers + {REGISTERS + SCRATCH // 2}"]
    lines += [f"    li t0, {RA}", "    add t0, t0, tp", "    sd ra, (t0)"]
    lines += [f"    fld f{index}, {256 + 8 * index}(tp)" for index in range(32)]
    lines += [f"    ld x{index}, {8 * index}(tp)" for index in places]
    lines += _Body(random).lines(count, chosen)
    lines += [f"    sd x{index}, {8 * index}(tp)" for index in places]
    lines += [f"    fsd f{index}, {256 + 8 * index}(tp)" for index in range(32)]
    lines += ["    csrr t0, fcsr", "    sd t0, 512(tp)"]
    lines += [f"    li t0, {RA}", "    add t0, t0, tp", "    ld ra, (t0)", f"    {end}"]
    return "\n".join([*lines, *_data(random)]) + "\n"


def _data(random: Random) -> list[str]:
    words = [_word(random) for _ in range(32)]
    words += [_float(random) for _ in range(32)]
    words += [random.getrandbits(64) for _ in range((REGISTERS + SCRATCH) // 8 - 64)]
    rows = [f"    .dword {', '.join(map(str, words[at : at + 8]))}" for at in range(0, 1152, 8)]
    return ['    .section .operands, "aw"', "    .balign 4096", "registers:", *rows, "    .dword 0"]


def _word(random: Random) -> int:
    if random.random() < 0.3:
        return random.choice(EDGES)
    if random.random() < 0.2:
        return _float(random)
    return random.getrandbits(random.choice((5, 8, 16, 32, 64, 64, 64)))


def _float(random: Random) -> int:
    draw: Callable[[Random], int] = random.choice((_single, _double))
    return draw(random)


def _single(random: Random) -> int:
    if random.random() < 0.4:
        return BOXED | random.choice(SPECIAL_SINGLES)
    exponent = random.randint(118, 136)
    return BOXED | random.getrandbits(1) << 31 | exponent << 23 | random.getrandbits(23)


def _double(random: Random) -> int:
    if random.random() < 0.4:
        return random.choice(SPECIAL_DOUBLES)
    exponent = random.choice((random.randint(1010, 1036), random.randint(800, 1200)))
    return random.getrandbits(1) << 63 | exponent << 52 | random.getrandbits(52)


@dataclass(frozen=True)
class BoomRecipe:
    """Programs of 20 to 60 instructions with all registers and memories full of numbers."""

    interpreter: Interpreter = INTERPRETER

    def text(self, random: Random) -> str:
        """A program with its data."""
        return program_text(random, random.randint(20, 60))

    def assemble(self, text: str) -> Program:
        """In the machine's own memories."""
        return assemble(text)

    def state(self, random: Random) -> State:
        """After reset, of any machine, with the caller's address in ra."""
        configuration = BoomConfiguration(core=random.choice(list(CORES.values())))
        state = reset(configuration)
        state["x"][X_NAMES.index("ra")] = RETURN
        return state

    def load(self, state: State, program: Program) -> None:
        """Its code and data."""
        load(state, program)


RECIPE = BoomRecipe()
