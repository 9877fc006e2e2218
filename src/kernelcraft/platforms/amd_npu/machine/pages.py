"""The hand-written pages of the AIE2 core's manual, before the page of each instruction form."""

from __future__ import annotations

from functools import cache
from itertools import groupby

from kernelcraft.isa.compact import compact
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Page
from kernelcraft.platforms.amd_npu.machine.arithmetic.shuffle import MODES
from kernelcraft.platforms.amd_npu.machine.assembly import STACK, TABLES, TABLES_END
from kernelcraft.platforms.amd_npu.machine.bundles import BUNDLE, SLOTS, UNITS
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.registers import CONTROL, STATUS
from kernelcraft.platforms.amd_npu.machine.state import LOOP_SET_UP, OWN_MEMORY


def guides() -> tuple[Page, ...]:
    """All pages but those of single forms."""
    return (
        hardware(),
        life(),
        syntax(),
        bundles(),
        timing(),
        addressing(),
        loops(),
        words(),
        shuffles(),
        rounding(),
        guidance(),
    )


@cache
def compact_table(isa: Isa = aie2) -> str:
    """All forms of all instructions, by slot and operands."""
    return compact(isa, UNITS)


def hardware() -> Page:
    """Registers and memories."""
    return Page(
        "Hardware configuration",
        f"""\
One AIE2 core (XDNA, Ryzen AI "Phoenix"): a VLIW processor with six slots and no interlocks.
Scalars: r0..r31 (32 bits), pairs r17:r16 to r31:r30 (also l0..l7, 64 bits).
Pointers p0..p7; modifiers m0..m7, dn0..dn7, dj0..dj7, dc0..dc7; lr ls le sp dp: 20 bits. lc: 32.
Shifts s0..s3: 6 bits.
Vectors of 256 bits wl0..wl11 and wh0..wh11; x0..x11 are 512 bits, wl the lower half.
Accumulators of 256 bits: amll0..amll8, amlh0..amlh8, amhl0..amhl8, amhh0..amhh8; of 512 bits, 16 \
lanes of 32: bml0..bml8, bmh0..bmh8; of 1024 bits: cm0..cm8.
bml0 is amll0 and amlh0, bmh0 is amhl0 and amhh0, cm0 is bml0 and bmh0.
Data memory: {OWN_MEMORY:#x}..0x7ffff is the core's own 64 KB; its neighbours' lie below: S \
0x40000, W 0x50000, N 0x60000. Each has 4 banks of 16 KB, one after another.
Program memory: 16 KB, from address 0.
Control registers: {" ".join(CONTROL)}.
Status registers: {" ".join(STATUS)}.""",
    )


def life() -> Page:
    """From the first bundle to ret."""
    return Page(
        "Memory layout rules",
        f"""\
A program begins at the label kernel if there is one, else at its first bundle.
It ends with ret lr and the five bundles after it; running off the end of the code is a fault.
sp is {STACK:#x} at the start, in bank 0 of the core's own memory; the stack grows upwards.
.rodata, .data and .bss lie at {TABLES:#x}..{TABLES_END - 1:#x}, in bank 0, too.
An access must be aligned to its own size: 32 bytes for a vector, 4 for a word.
An access outside of data memory is a fault.
Memory is little-endian; lane 0 of a vector is at its lowest address.""",
    )


def syntax() -> Page:
    """What the assembler reads."""
    return Page(
        "Assembly syntax",
        """\
One bundle a line; ; separates the instructions of a bundle, in any order; comments after //.
Numbers have a # before them: #5, #-1, #0x10. Labels as operands, too: #.Loop, #table+4.
A mnemonic has several forms by its operands, such as mov D, #imm and mov D, S.
Names that .equ gave to numbers can stand in operands: #n, #n*8.
Labels end with a colon; those that begin with .L are local.
Directives: .text .data .bss .rodata .section .globl .type .size .p2align .balign .align .byte \
.short .half .word .long .zero .space .fill .ascii .asciz .set .equ. There are no macros and \
includes.
.p2align 4 fills the gap with bundles that do nothing and take their cycle: where they would be \
executed make the bundles before the label longer with nopa, nopb, nops, nopx, nopm, nopv.
.p2align beyond 16 bytes in code is an error; 16 KB of code is the most.""",
    )


def bundles() -> Page:
    """Slots and sizes."""
    slots = "\n".join(
        f"{each.name}: {aie2.units[each.name]}"
        for each in SLOTS
        if each.name in aie2.units and each.name != "nop"
    )
    order = [each.name for each in SLOTS]
    bundle_sizes = (
        f"{size} bytes: "
        + "; ".join(", ".join(sorted(each.slots, key=order.index)) for each in formats)
        for size, formats in groupby(
            sorted(BUNDLE.formats, key=lambda each: each.size), key=lambda each: each.size
        )
    )
    return Page(
        "Slots and sizes",
        f"""\
A bundle has at most one instruction in each slot; the instruction's page says which one (Unit).
{slots}
lng takes the places of x and m. nop alone is a bundle of 2 bytes.
nopa nopb nops nopx nopm nopv do nothing in slots lda, ldb, st, x, m and v; nopxm in x and m.
All six, explicit nops among them, make a bundle of 16 bytes; fewer take the smallest format that \
has places for all of them.
{chr(10).join(bundle_sizes)}""",
    )


def timing() -> Page:
    """The exposed pipeline."""
    return Page(
        "How time passes",
        """\
A bundle takes one cycle. Nothing waits for a result: what is read too early is the old value.
A result of write stage d (Latency) is seen by a bundle d cycles later, by operands that are \
sampled at stage 1; an operand sampled at stage u sees it u - 1 bundles earlier.
Where result and operand have the same bypass (MOV, VEC) it is one bundle earlier still.
Loads: 7. vlda.ups: 9. Integer multiply-accumulate: 5, float: 6, and mul of scalars: 2.
Vector operations of slot m: 2; vups: 3; vsrs: 4; scalar arithmetic, mov, pointers: 1.
The accumulator of vmac is sampled at stage 3, and has a bypass: a chain on one accumulator needs \
4 bundles in bfloat16 and 2 in int8; use several accumulators.
Memory: loads and vst touch it at stage 5; vst.srs and vst.conv at stage 7; st.s8 and st.s16 read \
at 5 and write at 11. A load in the same cycle as a store sees what was there before.
One cycle more when two accesses of one cycle take the same 16 KB bank (vectors), or the same \
half of it by address bit 4 (16 bytes or less).
Two results in one cycle at one port (W_WA, W_WM, CM_WM, CM_WA, R_WX, R_WA, R_WM; each page says \
which) are a fault, as is a register that is written twice in one cycle.
Jumps: the five bundles after one always execute; among them there must be no other jump.
nop costs a cycle, and means that you have not found anything better to do.""",
    )


def addressing() -> Page:
    """How memory is addressed."""
    return Page(
        "Addressing",
        """\
[p0, #32]: at p0 + 32. [p0, dj1]: at p0 + dj1. p0 stays as it is.
[p0], #32: at p0, then p0 += 32. [p0], m1: at p0, then p0 += m1.
.2d [p0], d1: at p0, then dc1 == dn1 ? (p0 += m1, dc1 = 0) : (p0 += dj1, dc1 += 1).
.3d [p0], d1: three dimensions with d1 and d5: dj1 while dc1 counts to dn1, then dj5 while dc5 \
counts to dn5, then m1.
[sp, #-32]: from the stack pointer; offsets are negative.
The pointer's new value can be used in the next bundle.
padda, paddb and padds move a pointer without an access, in slots lda, ldb and st.
Steps are multiples of the access: 32 for vectors, 16 for .128, 4 for words; the page of each form \
has the range.""",
    )


def loops() -> Page:
    """Loops without a jump."""
    return Page(
        "Loops",
        f"""\
A loop without cost: movxm ls, #.Lstart ; movxm le, #.Llast ; lc = iterations (mova, movx, add.nc).
ls is the address of its first bundle, le that of its last one: both multiples of 16.
The last bundle has 16 bytes: all six slots, with nopa and so on where there is nothing to do.
All three are set at least {LOOP_SET_UP} bytes of code before the end of the loop.
lc counts down; the loop ends when it becomes 0. With lc = 0 at its end it is a fault.
The last bundle of a loop is in no delay slot of a jump.
Loops that are not the innermost: jnz r0, #.Louter, or jnzd r0, r0, p7, which counts down, too.""",
    )


def words() -> Page:
    """What a multiplication's configuration register says."""
    return Page(
        "Configuration words",
        """\
The last operand of a multiplication is a register with its configuration.
Bit 0: the accumulator counts as 0. Bits 1-2: 0 lanes of 32 bits, 1 of 64 bits, 2 float.
Bits 3-4 are the types, bits 5-7 the variant. Bit 8: second operand signed; bit 9: first signed.
Bits 11, 12, 13 negate the product, the first and the second accumulator.
776: int8 4x8 by 8x8 to 4x8 lanes of 32 bits (cm). 808: int8 lane by lane, 32 lanes of a[i] b[i] + \
a[i+32] b[i+32].
784: int16 4x4 by int8 4x8. 792: int16 4x2 by 2x8. 824: int16 lane by lane, 32 lanes.
786: int16 2x8 by int8 8x8 to lanes of 64 bits; 818: 4x8 by 8x4.
794: int16 2x4 by 4x8 to lanes of 64 bits; 826: 4x4 by 4x4. 770: int32 4x2 by int16 2x4.
28: bfloat16 4x8 by 8x4 to 4x4 floats (bm). 60: lane by lane, 16 lanes of a[i] b[i] + a[i+16] \
b[i+16].
All matrices are row-major; for plain products lane by lane the upper half of one operand is zero.
Add 1 and the accumulator is not read: 777, 29, 61. vadd.f and vsub.f have 28, too.
Take 256 off for an unsigned second operand, 512 for an unsigned first one.""",
    )


def shuffles() -> Page:
    """The modes of vshuffle."""
    modes = "\n".join(f"{number}: {name}" for number, name in enumerate(MODES))
    return Page(
        "Shuffle modes",
        f"""\
vshuffle x, xa, xb, mode reads the two vectors as one matrix of n-bit elements, R by C, in rows, \
and gives the lower or the upper 512 bits of its transpose.
T16_32x2 is 32 rows of 2: the even elements, then the odd ones. T16_2x32 interleaves.
Modes of 512 bits read xa only.
{modes}""",
    )


def rounding() -> Page:
    """What conversions do."""
    return Page(
        "Rounding and saturation",
        """\
vsrs and vst.srs shift right, round as crRnd says, saturate as crSat says; vups shifts left.
crRnd: 0 floor, 1 ceiling, 2 towards zero, 3 away from zero; the nearest, and halves: 8 down, 9 \
up, 10 towards zero, 11 away from zero, 12 to even, 13 to odd.
crSat: 0 none, 1 saturate, 3 saturate symmetrically. Both are 0 at the start: movx r0, #12; movx \
crRnd, r0.
.s types are signed; .d types take their sign from crSRSSign, crUPSSign, crPackSign, \
crUnpackSign or crVaddSign: 1 is signed.
vconv.bf16.fp32 and vst.conv round by crRnd, too.
vmac.f is no chain of IEEE operations: products and accumulator are aligned to the largest one, \
each rounded to 24 bits there, and added exactly. Denormals are 0.""",
    )


def guidance() -> Page:
    """What goes wrong most often, and a whole kernel."""
    return Page(
        "Guidance",
        """\
A value is used too early: count bundles from the producer to the consumer, not lines of text.
A loop in steady state: every bundle loads for a later iteration, computes, stores an older one.
vmac.f bml0, bml0, x0, x4, r0 ; vlda wl2, [p0], #32 ; vldb wl6, [p1], #32 ; vst amll5, [p2], #32 \
is 128 products, 64 bytes in and 32 out in one cycle, if the three are in different banks.
There is no adder of bfloat16: vconv.fp32.bf16, vadd.f, vst.conv.bf16.fp32.
There is no division, exp or tanh: tables (.rodata, vldb.4x32) or polynomials.
ReLU of 32 elements of bfloat16:
.globl kernel
kernel:
  lda p1, [p0, #0] // the address of the input, there 7 bundles later
  lda p2, [p0, #4] ; movx r0, #0 // and the output's
  vbcst.16 x0, r0
  nop // and three more lines of nop
  vlda wl2, [p1], #32
  vlda wh2, [p1], #32
  nop // and five more: wh2 arrives 7 bundles after its load
  vmax_lt.bf16 x2, r16, x2, x0
  nop
  vst wl2, [p2], #32 ; ret lr
  vst wh2, [p2], #32 // the first of the five bundles after ret
  nop // and three more""",
    )
