"""The hand-written pages of BOOM's manual, and the instruction table on one page."""

from __future__ import annotations

from functools import cache

from kernelcraft.cells.protocol import MemoryMap, Placement
from kernelcraft.isa.compact import compact
from kernelcraft.isa.manual import Page
from kernelcraft.platforms.boom.machine.configuration import REGIONS, BoomConfiguration
from kernelcraft.platforms.boom.machine.instructions import UNITS, boom
from kernelcraft.platforms.boom.machine.memory_map import arguments
from kernelcraft.riscv.pseudo64 import PSEUDOS64


def guides(c: BoomConfiguration) -> tuple[Page, ...]:
    """All pages but those of single instructions."""
    return (hardware(c), calls(), syntax(), guidance())


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
    pseudos = " ".join(sorted(name for name in PSEUDOS64 if name not in boom.instructions))
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
def compact_table() -> str:
    """All forms of all instructions, by unit and operands."""
    return compact(boom, UNITS, "What is in brackets may be left out.")


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
