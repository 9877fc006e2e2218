"""The hand-written pages of the Coral NPU's manual, and the instruction table on one page."""

from __future__ import annotations

from functools import cache

from kernelcraft.cells.protocol import MemoryMap, Placement
from kernelcraft.isa.compact import compact
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Page
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.riscv.operands import UNITS
from kernelcraft.riscv.pseudo import PSEUDOS


def guides(c: CoralConfiguration) -> tuple[Page, ...]:
    """All pages but those of single instructions."""
    return (hardware(c), life(c), syntax(), vectors(), timing(c), guidance())


def hardware(c: CoralConfiguration) -> Page:
    """Instruction set, registers, memories."""
    memories = "\n".join(
        f"{each.name}: {each.start:#x}..{each.start + each.size - 1:#x} ({_size(each.size)}), "
        + ("read and written" if each.writable else "read only for the program")
        for each in c.regions()
        if each.name != "UART"
    )
    return Page(
        "Hardware configuration",
        f"""\
A 32-bit RISC-V core, rv32imf_zve32x_zicsr_zifencei_zbb, with a vector unit of VLEN = 128 bits.
Vectors are of integers and fixed-point numbers of 8, 16 or 32 bits; floats are scalar only.
There are no compressed, atomic or double instructions. All instructions take 4 bytes.
Registers: x0..x31 (32 bits, x0 is 0), f0..f31 (32 bits), v0..v31 (16 bytes each).
Addresses count bytes; scalar accesses need no alignment, vector accesses neither.
{memories}
ITCM holds the code and read-only data, DTCM is for data of the kernel's own.
The tensors lie in external memory; each 16 bytes read there take {c.axi_read_latency} cycles more.
There are no caches, no interrupts and no other core.
CSRs of use: mcycle, minstret, vl, vtype, vlenb, vxrm, vxsat, fcsr; cycle and instret trap.""",
    )


def life(c: CoralConfiguration) -> Page:
    """From the first instruction to mpause."""
    itcm = _size(next(each.size for each in c.regions() if each.name == "ITCM"))
    return Page(
        "Memory layout rules",
        f"""\
A kernel begins at the label _start if there is one, else at the first instruction of .text.
It ends with mpause; the cycles run from the first instruction to the end of mpause.
Running off the end of the code, ebreak, and a trap without a handler are faults.
The stack pointer sp is {c.stack:#x}, the end of DTCM, at the start.
All other x, f and v registers hold garbage.
vtype is illegal and vl is 0: begin with vsetvli. vxrm holds anything: csrwi vxrm, 0 sets rnu.
Tensors are row-major and little-endian; inputs begin at multiples of 16, the output at one of 4096.
Constants of the cell are not in memory: write them into the code (li, or .data, or .rodata).
.text and .rodata go to ITCM (together at most {itcm}), .data and .bss to DTCM.
What .data and .rodata hold is there at the start and costs no cycles; .bss holds zeros.
External memory can be read everywhere, but written only where the output lies: any other store \
there is a fault.
All of DTCM that is not .data or .bss is free, and holds garbage at the start.""",
    )


def syntax() -> Page:
    """What the assembler reads."""
    pseudos = " ".join(sorted(name for name in PSEUDOS if name not in coral.instructions))
    return Page(
        "Assembly syntax",
        f"""\
GNU assembler syntax: one statement a line or separated by ;, comments after # or // or in /* */.
Labels end with a colon; numeric labels such as 1: are local, meant by 1b (before) and 1f (after).
Registers: x0..x31 or zero ra sp gp tp t0-t6 s0-s11 a0-a7; f0..f31 or ft0-ft11 fs0-fs11 fa0-fa7.
Numbers: decimal, 0x..., 0b..., 'c'; expressions with + - * / % << >> & | ^ ~ and parentheses.
%hi(symbol) and %lo(symbol) are the parts of an address; la rd, symbol does both.
Directives: .text .data .bss .rodata .section .globl .equ .set .byte .half .word .float .ascii \
.asciz .zero .space .fill .align .balign .p2align. Nothing includes files; there are no macros.
A masked vector operation has v0.t as its last operand.
Pseudo-instructions: {pseudos}""",
    )


def vectors() -> Page:
    """The vector extension on this core."""
    return Page(
        "Vector rules",
        """\
vsetvli rd, rs1, e8, m4, ta, ma sets SEW, LMUL and vl = min(x[rs1], VLMAX), and rd = vl.
vsetvli rd, zero, ... sets vl = VLMAX; vsetvli zero, zero, ... keeps vl; vsetivli takes 0..31.
VLMAX = 16 * LMUL / (SEW / 8): 16 bytes at m1, 128 at m8. e8: mf4 to m8; e16: mf2 to m8; e32: m1 \
to m8.
A group of LMUL registers begins at a multiple of LMUL: v0, v8, v16, v24 at m8.
Widening results have 2 * SEW in 2 * LMUL registers, narrowing sources too (vnsrl, vnclip).
A result may not overlap a source of another width, but in its highest part (wider result).
A masked result cannot be v0. Comparisons write a mask: one bit an element.
Reductions add to element 0 of vs1 and write element 0 of vd: vredsum.vs vd, vs2, vs1.
vwmacc.vv vd, vs1, vs2 and vmacc.vv vd, vs1, vs2 add to vd; others have vs2 before vs1.
vsmul, vssra, vssrl, vnclip, vaadd round as vxrm says: 0 rnu (nearest, ties up), 1 rne, 2 rdn \
(down), 3 rod.
vsmul is (a * b + rounding) >> (SEW - 1), saturated; vnclip shifts, rounds, saturates.
vmv.x.s rd, vs2 reads element 0; vmv.s.x vd, rs1 writes it.
Tail and masked-off elements keep their values, whatever ta and ma say, but do not rely on it.
Erratum: with vl = 0 vector loads, stores and most arithmetic hang the core: a fault here. Leave \
the loop before vl becomes 0. Before the first vsetvli whole-register accesses hang it, too.
Erratum: vmv.x.s fills the upper bits with zeros where SEW is 8 or 16; sext.b or sext.h after it \
gives the sign.
Erratum: fmadd.s and its like do not wait for an flw into their second source.""",
    )


def timing(c: CoralConfiguration) -> Page:
    """What takes how long. Source: measured on the RTL."""
    return Page(
        "How time passes",
        f"""\
In order, up to 4 instructions a cycle; straight code is fetched at 2 a cycle (16 bytes every 2).
A loop takes at least 2 cycles for every aligned 16-byte line of code it touches: align loop heads \
with .balign 16, and unroll.
A backward branch is predicted taken, a forward branch not taken; a wrong one costs 4, a jump 2.
ALU results are usable in the next cycle, mul after 2, loads after 4 or 5, div after 3 plus the \
dividend's bits.
Loads and stores, scalar and vector, go one after the other through one load/store unit.
In DTCM and ITCM: scalar load 4, scalar store 2. Vector load of R registers: 1 + 4 R if aligned to \
16 bytes, 1 + 5 R if not; vector store: 1 + 3 R, 1 + 4 R.
R is what vl needs, not what LMUL allows: ceil(vl * SEW / 128).
Strided and indexed: 3 + (lines of 16 bytes touched) for every register, 2 + lines when storing. \
Segment: every field pays the lines of the whole block.
External memory: every line of 16 bytes read takes {c.axi_read_latency} cycles more: scalar load \
{4 + c.axi_read_latency}, vector load 1 + {4 + c.axi_read_latency} R aligned, \
1 + {5 + 2 * c.axi_read_latency} R unaligned.
Stores to external memory: scalar 5, vector 1 + 6 R aligned. Read each input byte from there once.
Vector arithmetic: R / 2 cycles, at least 1 (add, logic, shift, min, max, merge, multiply, \
multiply-add; R = registers of the result), while loads and stores go on beside it.
A result is usable after 2 cycles (add and its like) or 3 (multiply, permutation, reduction).
Multiply-adds into the same register: every 3 cycles; use several accumulators.
Comparisons and reductions: R cycles. vrgather, slides, vcompress: 1, 3, 7, 16 for R = 1, 2, 4, 8.
vdiv: 3 + bits / 3 cycles a register. vsetvli: 1 cycle, 2 before a load or store.
vmv.x.s, vcpop and vfirst wait for every older vector instruction, then take 5 or 6 cycles.
Scalar float: {c.fpu_latency} cycles each, fdiv and fsqrt 6 to 18.""",
    )


def guidance() -> Page:
    """What goes wrong most often, each with the right form."""
    return Page(
        "Guidance",
        """\
A loop over n elements: 1: vsetvli t0, a2, e8, m8, ta, ma; ...; sub a2, a2, t0; bnez a2, 1b.
Never let vsetvli see 0 elements: vl would be 0, and the next vector access hangs.
Forgotten mpause: the kernel runs into what follows it.
int8 products: vwmul or vwmacc at e8 give int16; sums of more than two need int32: vwmacc at e16 \
after vsext, or vwredsum.
Requantising: at e32 vsmul with the multiplier, vssra with the shift, vadd of the zero point, \
then vnclip.wi to e16 and to e8 with shift 0, which saturates.
Tables: copy 256 bytes into registers or DTCM; vluxei8.v at e8 takes unsigned byte offsets.
vrgather.vv looks up in up to 8 registers (128 bytes) at once.
Every result wrong: vxrm, operand order, SEW. The tail wrong: vl. A block wrong: an address.""",
    )


@cache
def compact_table(isa: Isa = coral) -> str:
    """All forms of all instructions, by unit and operands."""
    return compact(isa, UNITS, "vm is v0.t or nothing; what is in brackets may be left out.")


def describe(memory_map: MemoryMap) -> str:
    """The memory layout of one cell as lines of text."""
    return "\n".join(
        [
            "Inputs in external memory:",
            *map(_line, memory_map.inputs),
            "Output in external memory:",
            _line(memory_map.output),
            *(
                f"Free for the kernel: {each.memory} {each.start:#x}..{each.end - 1:#x}, and what "
                "the code leaves of ITCM for .rodata."
                for each in memory_map.scratch
            ),
            "Everything free and the output hold garbage at the start; so do all registers but sp.",
            "Stores to external memory beside the output are faults.",
        ]
    )


def _line(placement: Placement) -> str:
    tensor, region = placement.tensor, placement.region
    shape = "".join(f"[{size}]" for size in tensor.shape)
    return f"  {region.start:#x}  {tensor.name}: {tensor.element} {shape}, {region.size:,} bytes"


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count >> 10} KiB"
