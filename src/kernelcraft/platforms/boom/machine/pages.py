"""The hand-written pages of BOOM's manual, and the instruction table on one page."""

from __future__ import annotations

from functools import cache

from kernelcraft.cells.protocol import MemoryMap, Placement
from kernelcraft.isa.compact import compact
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Page
from kernelcraft.platforms.boom.machine.configuration import REGIONS, BoomConfiguration
from kernelcraft.platforms.boom.machine.instructions import UNITS, boom
from kernelcraft.platforms.boom.machine.memory_map import arguments
from kernelcraft.riscv.pseudo64 import ORDERS, PSEUDOS64


def guides(c: BoomConfiguration) -> tuple[Page, ...]:
    """All pages but those of single instructions."""
    return (hardware(c), calls(), syntax(), timing(c), guidance())


def hardware(c: BoomConfiguration) -> Page:
    """Instruction set, registers, memories."""
    memories = "\n".join(
        f"{each.name}: {each.start:#x}..{each.end - 1:#x} ({each.size >> 10} KiB), "
        + ("read and written" if each.writable else "read only for the program")
        for each in REGIONS
    )
    return Page(
        "Hardware configuration",
        f"""\
A 64-bit RISC-V core, rv64imafdc_zicsr_zifencei, out of order; {c.settings()["core"]} size.
A kernel runs without privileges: there are no traps, and no CSRs but fflags, frm and fcsr.
rdcycle, rdtime and rdinstret are faults. There is no Zba, Zbb or vector extension.
Registers: x0..x31 (64 bits, x0 is 0), f0..f31 (64 bits; single values are NaN-boxed).
Addresses count bytes. An access of 2, 4 or 8 bytes must lie at a multiple of its size; any other
is a fault, as is an access outside of these memories:
{memories}
There is one thread: atomic instructions work, and nobody else writes memory.""",
    )


def calls() -> Page:
    """From the first instruction of a function to its return."""
    return Page(
        "Memory layout rules",
        """\
A kernel is the function at the label kernel, called as the standard calling convention says.
a0, a1, ... hold the addresses of the inputs, then of the output, then the sizes of the axes.
ra holds the return address; ret ends the kernel. sp is a multiple of 16, the end of the stack,
and grows down. sp, gp, tp, s0-s11 and fs0-fs11 must be at the end what they were at the start:
otherwise the call ends with a fault. All other registers hold garbage. frm is 0 (nearest, ties to
even); the flags hold anything.
The result lies in memory, at the output's address. Inputs cannot be written.
Tensors are row-major and little-endian, each at a multiple of 64.
.text lies in code, .rodata, .data and .bss in data, where .bss holds zeros at the start and what is
not given is garbage; so is the stack.
The code cannot be written. Running off its end, ecall and ebreak are faults.""",
    )


def syntax() -> Page:
    """What the assembler reads."""
    pseudos = " ".join(
        sorted(
            name
            for name in PSEUDOS64
            if name not in boom.instructions and name.rpartition(".")[2] not in ORDERS
        )
    )
    return Page(
        "Assembly syntax",
        f"""\
GNU assembler syntax: one statement a line or separated by ;, comments after # or // or in /* */.
Labels end with a colon; numeric labels such as 1: are local, meant by 1b (before) and 1f (after).
Registers: x0..x31 or zero ra sp gp tp t0-t6 s0-s11 a0-a7; f0..f31 or ft0-ft11 fs0-fs11 fa0-fa7.
Numbers: decimal, 0x..., 0b..., 'c'; expressions with + - * / % << >> & | ^ ~ and parentheses.
la rd, symbol loads an address; %hi(symbol) and %lo(symbol) are the parts of one.
Instructions are written in 16 bits where that is possible: add a0, a0, a1 becomes c.add. .option \
norvc keeps 32 bits from there on, .option rvc ends that; .option push and pop keep and restore it.
call and tail are single jumps. A branch reaches 4 KiB, a jump 1 MiB.
Directives: .text .data .bss .rodata .section .globl .equ .set .byte .half .word .dword .float \
.double .ascii .asciz .zero .space .fill .align .balign .p2align. Nothing includes files; there \
are no macros.
An atomic operation takes .aq, .rl or .aqrl after its name.
Pseudo-instructions: {pseudos}""",
    )


def timing(c: BoomConfiguration) -> Page:
    """What takes how long. Source: measured on the RTL."""
    core = c.core_parameters()
    fetched = 8 * core.banks
    return Page(
        "How time passes",
        f"""\
A kernel is called three times; before each call memory and registers are as at the first, but the \
caches and the branch predictors are what the calls before left. The cycles of the third call \
count, from its first to its last instruction.
Out of order: up to {core.width} instructions a cycle are decoded and committed; up to {core.rob} \
are in flight, of them {core.load_queue} loads, {core.store_queue} stores and {core.branches} \
branches.
Fetch: {fetched} bytes a cycle, from a multiple of 8 on. A loop takes at least as many cycles as \
the number of such pieces that it touches: align its head with .p2align 3, keep it short, \
unroll it. Instructions of 16 bits take half the room.
A taken branch or jump ends the piece: at most one a cycle.
A mispredicted branch costs about 12 cycles, and the time that its operands take: a load makes it \
15. A pattern that repeats is learnt; a branch on random data is wrong half the time, so compute \
instead (slt, masks).
ALU results can be used in the next cycle, mul after 6 (one a cycle), loads after 4.
div, rem: 7 cycles and one for each bit by which the quotient is longer than 1; 63 to 69 where the \
dividend is the smaller or the divisor 0; they follow one another.
Loads and stores share one port: one access a cycle. A store whose data is made just before it \
takes two places there: load early, store late (unroll, and move the stores down).
A load of what was just stored takes 5 cycles; of two stores together, about 15. A load that was \
done before an older store to the same place costs about 40.
Floating point: 7 cycles, one a cycle, single as double; fdiv 23 (the next after 20), fsqrt 31 \
(28). Sum in several registers. Between integer and float registers 6 each way.
Caches: 64 sets of {core.cache_ways} lines of 64 bytes for data, as many for code. A miss takes \
{c.memory_latency + core.miss} cycles; {core.mshrs} of them are under way at a time.
A CSR access costs about 20 cycles, an atomic operation 15, a fence 9.""",
    )


def guidance() -> Page:
    """What goes wrong most often, each with the right form."""
    return Page(
        "Guidance",
        """\
lw sign-extends to 64 bits, lwu does not; addw, subw, mulw and sllw give 32 bits, sign-extended.
Sums of 32-bit numbers: add in 64 bits and store with sw, or addw at each step; both are right.
An address is a byte: element i of an int32 array lies at base + 4 * i.
Save s registers before use: addi sp, sp, -16; sd s0, 8(sp); ...; ld s0, 8(sp); addi sp, sp, 16.
A function that calls another saves ra, too.
fadd.d and its like are double precision; a tensor of floats here is float64.
Every result wrong: operand order, signedness. The last wrong: the loop's end. A block wrong: an \
address.""",
    )


@cache
def compact_table(isa: Isa = boom) -> str:
    """All forms of all instructions, by unit and operands."""
    return compact(isa, UNITS, "What is in brackets may be left out.")


def describe(memory_map: MemoryMap) -> str:
    """The memory layout of one cell as lines of text."""
    handed = [
        f"  a{number}: {f'address of {name}' if number < tensors else f'{name} = {value}'}"
        for tensors in (len(memory_map.inputs) + 1,)
        for number, (name, value) in enumerate(arguments(memory_map))
    ]
    return "\n".join(
        [
            "Inputs:",
            *map(_line, memory_map.inputs),
            "Output:",
            _line(memory_map.output),
            "Arguments of the call:",
            *handed,
            *(
                f"Free for the kernel: {each.memory} {each.start:#x}..{each.end - 1:#x}."
                for each in memory_map.scratch
            ),
            "The output and everything free hold garbage at the start; stores to other operands "
            "are faults.",
        ]
    )


def _line(placement: Placement) -> str:
    tensor, region = placement.tensor, placement.region
    shape = "".join(f"[{size}]" for size in tensor.shape)
    return f"  {region.start:#x}  {tensor.name}: {tensor.element} {shape}, {region.size:,} bytes"
