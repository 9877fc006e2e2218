"""How random programs for the Coral NPU are drawn, so that most run to the end on any RISC-V core.

A program loads all registers from memory, runs random instructions with forward branches, and
stores all registers. sp points into the middle of a scratch area, tp to the registers' place; no
other instruction writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import Operand
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.coral_npu.machine.state import Coral, load, reset
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.random_programs import any_value, line
from kernelcraft.sim.state import State

SP, TP = 2, 4
KEPT = (SP, TP)
SCRATCH = 1 << 15  # bytes; sp points to its middle
REGISTERS = 1024  # bytes that hold x, f, v and the CSRs
SMALL = CoralConfiguration(external_bytes=1 << 20)
OWN = ("mpause", "flushat", "slog", ".word", "ecall", "ebreak", "mret", "wfi", "fence.i")
CSRS = ("fflags", "frm", "fcsr", "vxsat", "vxrm", "vl", "vtype", "vlenb")
SETTABLE = ("fflags", "frm", "fcsr", "vxsat", "vxrm")
EDGES = (0, 1, 2, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x80, 0x7F, 0xFFFF, 0x8000)
SPECIAL_FLOATS = (
    *(0, 0x8000_0000, 0x3F80_0000, 0xBF80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000),
    *(0x7F80_0001, 1, 0x807F_FFFF, 0x0080_0000, 0x7F7F_FFFF, 0x4F00_0000, 0xCF00_0000),
    *(0x4F80_0000, 0x3400_0000, 0x3380_0000, 0x4B00_0001, 0x3EFF_FFFF, 0x3F00_0000),
)
SEWS, LMULS = (8, 16, 32), ("mf4", "mf2", "m1", "m2", "m4", "m8")
SCALE = {"mf4": 1, "mf2": 2, "m1": 4, "m2": 8, "m4": 16, "m8": 32}  # quarters of a register


@dataclass
class _Body:
    """The vector configuration while the lines of a program are drawn."""

    random: Random
    sew: int = 8
    lmul: str = "m1"
    labels: int = 0
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
        names = {operand.name for operand in instruction.operands}
        if names & {"vtype", "vtype10"}:
            yield from self._vset(instruction)
        elif instruction.unit == "branch":
            yield from self._jump(instruction)
        elif instruction.unit == "csr":
            yield self._csr(instruction)
        elif instruction.unit in ("load", "store", "vload", "vstore"):
            yield from self._access(instruction)
        else:
            yield self._line(instruction)

    def _line(self, instruction: Instruction, **fixed: int) -> str:
        values = {each.name: self._value(instruction, each) for each in instruction.operands}
        return line(instruction, values | fixed)

    def _value(self, instruction: Instruction, operand: Operand) -> int:
        random = self.random
        if operand.name == "rd":
            return random.choice([index for index in range(32) if index not in KEPT])
        if operand.name == "rm":
            return random.choice((0, 1, 2, 3, 4, 7, 7))
        if operand.name == "vm":
            return random.choice((0, 1, 1))
        if operand.name in ("vd", "vs1", "vs2", "vs3"):
            group = max(1, SCALE[self.lmul] // 4)
            return random.randrange(0, 32, random.choice((group, group, min(8, 2 * group), 8)))
        return any_value(random, operand)

    def _vset(self, instruction: Instruction) -> Iterator[str]:
        random = self.random
        pairs = [(s, m) for s in SEWS for m in LMULS if SCALE[m] * 8 >= s]
        self.sew, self.lmul = random.choice(pairs)
        policies = f"{random.choice(('ta', 'tu'))}, {random.choice(('ma', 'mu'))}"
        vtype = f"e{self.sew}, {self.lmul}, {policies}"
        rd = self._register()
        if instruction.mnemonic == "vsetivli":
            yield f"vsetivli {rd}, {random.randrange(32)}, {vtype}"
        elif random.random() < 0.3:
            yield f"vsetvli {rd}, zero, {vtype}"
        else:
            yield f"li t1, {random.choice((random.randrange(20), random.randrange(140)))}"
            yield f"vsetvli {rd}, t1, {vtype}"

    def _small_group(self) -> Iterator[str]:
        """A vector type of one register, for structures of many fields."""
        self.sew, self.lmul = self.random.choice(SEWS), "m1"
        yield f"vsetivli zero, {self.random.randrange(1, 17)}, e{self.sew}, m1, tu, mu"

    def _register(self) -> str:
        return f"x{self.random.choice([i for i in range(32) if i not in KEPT])}"

    def _jump(self, instruction: Instruction) -> Iterator[str]:
        self.pending.append(self.random.randint(1, 5))
        if instruction.mnemonic == "jal":
            yield f"jal {self._register()}, 1f"
        elif instruction.mnemonic == "jalr":
            yield "la t1, 1f"
            yield f"jalr {self._register()}, 0(t1)"
        else:
            rs1, rs2 = self.random.randrange(32), self.random.randrange(32)
            yield f"{instruction.mnemonic} x{rs1}, x{rs2}, 1f"

    def _csr(self, instruction: Instruction) -> str:
        writes = instruction.mnemonic.startswith("csrrw")
        csr = self.random.choice(SETTABLE if writes else CSRS)
        source = "0" if instruction.mnemonic.endswith("i") else "zero"
        if csr in SETTABLE:
            number = self.random.randrange(32) & {"frm": 3, "vxrm": 3, "vxsat": 1}.get(csr, 31)
            source = str(number) if instruction.mnemonic.endswith("i") else source
        return f"{instruction.mnemonic} {self._register()}, {csr}, {source}"

    def _access(self, instruction: Instruction) -> Iterator[str]:
        """Scalar accesses lie around sp; vector ones begin at a multiple of the element."""
        random = self.random
        names = {operand.name for operand in instruction.operands}
        if "imm" in names:
            yield self._line(instruction, rs1=SP, imm=random.randrange(-2000, 2000))
            return
        if "seg" in instruction.mnemonic and random.random() < 0.8:
            yield from self._small_group()
        offset = random.randrange(-128, 128) * 4
        fixed = {"rs1": 7}
        if "rs2" in names:
            yield f"li t1, {random.choice((0, 4, -4, 8, 32, random.randrange(-16, 16) * 4))}"
            fixed["rs2"] = 6
        if "ei" in instruction.mnemonic:
            yield from self._bounded_indices(instruction, fixed)
        yield f"addi t2, sp, {offset}"
        yield self._line(instruction, **fixed)

    def _bounded_indices(self, instruction: Instruction, fixed: dict[str, int]) -> Iterator[str]:
        """Indices of a group from v8 on, so small and so even that every access is right."""
        fixed["vs2"] = self.random.choice((8, 16))
        yield "csrr t3, vl"
        yield "csrr t4, vtype"
        yield f"li t1, {0x0FFC}"
        yield "vsetvli t5, zero, e32, m8, tu, mu"
        yield f"vand.vx v{fixed['vs2']}, v{fixed['vs2']}, t1"
        yield "vsetvl t5, t3, t4"


def usable() -> list[Instruction]:
    """What a random program may hold: everything but what ends or leaves it."""
    return [each for each in coral.table if each.mnemonic not in OWN]


PROLOGUE = """\
    .section .exttext, "ax"
    .globl _start
_start:
    la tp, registers
    la sp, scratch + {middle}
"""


HANDLER = """\
    la t0, trapped
    csrw mtvec, t0
    j begin
trapped:
    csrw mscratch, t0
    csrr t0, mepc
    addi t0, t0, 4
    csrw mepc, t0
    csrr t0, mscratch
    mret
begin:
"""  # goes on after what trapped


def program_text(random: Random, count: int, *, end: str = "mpause", handler: bool = False) -> str:
    """A program of about `count` random instructions between a prologue and an epilogue."""
    known = coral.instructions
    vectors = "vl8re8.v" in known
    floats = "flw" in known
    chosen = _weighted(random, usable())
    lines = [PROLOGUE.format(middle=SCRATCH // 2), *([HANDLER] if handler else [])]
    if floats:
        lines += [f"    flw f{index}, {128 + 4 * index}(tp)" for index in range(32)]
    if vectors:
        lines += ["    addi t0, tp, 256"]
        lines += [f"    vl8re8.v v{index}, (t0)\n    addi t0, t0, 128" for index in (0, 8, 16, 24)]
        lines += ["    vsetvli t0, zero, e8, m1, ta, ma"]
    lines += [f"    lw x{i}, {4 * i}(tp)" for i in range(32) if i not in (0, *KEPT)]
    lines += _Body(random).lines(count, chosen)
    lines += ["finish:"]
    lines += [f"    sw x{i}, {4 * i}(tp)" for i in range(32) if i not in KEPT]
    if floats:
        lines += [f"    fsw f{index}, {128 + 4 * index}(tp)" for index in range(32)]
        lines += ["    csrr t0, fcsr", "    sw t0, 768(tp)"]
    if vectors:
        for place, csr in enumerate(("vl", "vtype", "vstart", "vxsat", "vxrm")):
            lines += [f"    csrr t0, {csr}", f"    sw t0, {772 + 4 * place}(tp)"]
        lines += ["    addi t0, tp, 256"]
        lines += [f"    vs8r.v v{index}, (t0)\n    addi t0, t0, 128" for index in (0, 8, 16, 24)]
    lines += [end, *_data(random)]
    return "\n".join(lines) + "\n"


def _weighted(random: Random, table: list[Instruction]) -> list[Instruction]:
    """Vector programs set the vector type often; a few instructions are preferred in each."""
    preferred = random.sample(table, min(6, len(table))) * 8
    sets = [each for each in table if each.unit == "vset"] * (len(table) // 40)
    return [*table, *preferred, *sets]


def _data(random: Random) -> list[str]:
    words = [_word(random) for _ in range(32)]
    words += [_float(random) for _ in range(32)]
    words += [_word(random) for _ in range(128)]
    words += [0] * (REGISTERS // 4 - len(words))
    filled = [random.getrandbits(64) for _ in range(750)]
    return [
        '    .section .extdata, "aw"',
        "    .balign 8192",  # the same place, whatever the end of the code is
        "registers:",
        *(f"    .word {word}" for word in words),
        "scratch:",
        f"    .zero {SCRATCH // 2 - 3000}",
        "    .quad " + ", ".join(map(str, filled)),
        f"    .zero {SCRATCH // 2 - 3000}",
    ]


def _word(random: Random) -> int:
    if random.random() < 0.3:
        return random.choice(EDGES)
    if random.random() < 0.2:
        return _float(random)
    return random.getrandbits(random.choice((5, 8, 16, 32, 32, 32)))


def _float(random: Random) -> int:
    if random.random() < 0.4:
        return random.choice(SPECIAL_FLOATS)
    if random.random() < 0.5:
        return random.getrandbits(1) << 31 | random.randint(118, 136) << 23 | random.getrandbits(23)
    return random.getrandbits(32)


@dataclass(frozen=True)
class CoralRecipe:
    """Programs of 20 to 60 instructions with all registers and memories full of numbers."""

    interpreter: Interpreter = INTERPRETER

    def text(self, random: Random) -> str:
        """A program with its data."""
        return program_text(random, random.randint(20, 60), handler=True)

    def assemble(self, text: str) -> Program:
        """In the machine's own memories."""
        return assemble(text, SMALL)

    def state(self, random: Random) -> State:
        """After reset, of any machine: the program brings its data."""
        machine = replace(
            SMALL,
            errata=int(random.random() < 0.1),
            retirement_buffer=random.randrange(2),
            fpu_latency=random.choice((2, 5)),
            axi_read_latency=random.choice((1, 10)),
        )
        names = [cause.name for cause in Coral.causes]
        return reset(machine).freeing(*random.sample(names, random.choice((0, 0, 1, 2))))

    def load(self, state: State, program: Program) -> None:
        """Its code and data."""
        load(state, program, SMALL)


RECIPE = CoralRecipe()
