"""What each primitive of whole numbers is on this core: from it come kernels for every task."""

from __future__ import annotations

from functools import cache

from kernelcraft.codegen.registers import Register, RegisterClass, RegisterFile
from kernelcraft.codegen.tensors.strips import StripTable, Vectors
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, SCALARS, SMALL

VECTOR_BITS = 8 * LINE
COUNT = 32
LONGEST = 8  # registers of a group
ONE = 1  # the width of a register that keeps a number in its first element
FILE = RegisterFile("v", frozenset(f"v{number}" for number in range(COUNT)))
NUMBERS = RegisterClass(
    "x",
    tuple(Register({"": name}, (name,)) for name in SCALARS),
    RegisterFile("x", frozenset(SCALARS)),
)


def ratio(elements: int) -> int:
    """SEW / LMUL for so many elements: the largest that holds them, so the shortest groups."""
    return next(each for each in (32, 16, 8, 4, 2, 1) if each * elements <= VECTOR_BITS)


@cache
def group(elements: int, width: int) -> RegisterClass:
    """The groups of registers that so many elements of a width lie in."""
    count = 1 if width == ONE else max(1, width // ratio(elements))
    groups = [
        tuple(f"v{first + part}" for part in range(count)) for first in range(0, COUNT, count)
    ]
    return RegisterClass(
        f"groups of {count}", tuple(Register({"": parts[0]}, parts) for parts in groups), FILE
    )


def vset(elements: int, width: int, length: str | None) -> str:
    """SEW, LMUL and, where there is a length, vl."""
    whole, part = divmod(width, ratio(elements))
    lmul = f"m{whole}" if whole else f"mf{ratio(elements) // part}"
    vtype = f"e{width}, {lmul}, ta, ma"
    if length is None:
        return f"vsetvli zero, zero, {vtype}"
    if length:
        return f"vsetvli zero, {length}, {vtype}"
    return f"vsetivli zero, {elements}, {vtype}"


TABLE = StripTable(
    vectors=Vectors(
        numbers=NUMBERS,
        group=group,
        set=vset,
        small=SMALL,
        assign="li {d}, {a}",
        begin=".balign 16\n{label}:",
        end="addi {a}, {a}, -1\nbnez {a}, {label}",
    ),
    operations={
        "load 8": "@any vle8.v {d}, ({a})",
        "load 16": "@any vle16.v {d}, ({a})",
        "load 32": "@any vle32.v {d}, ({a})",
        "store 8": "@any vse8.v {a}, ({d})",
        "store 16": "@any vse16.v {a}, ({d})",
        "store 32": "@any vse32.v {a}, ({d})",
        "load_number 8": "lb {d}, {o}({a})",
        "store_number 32": "sw {a}, 0({d})",
        "advance n": "addi {d}, {a}, {b}",
        "advance nn": "add {d}, {a}, {b}",
        "widen 8 16": "@16 vsext.vf2 {d}, {a}",
        "widen 8 32": "@32 vsext.vf4 {d}, {a}",
        "widen 16 32": "@32 vsext.vf2 {d}, {a}",
        "widen_unsigned 8 16": "@16 vzext.vf2 {d}, {a}",
        "widen_unsigned 8 32": "@32 vzext.vf4 {d}, {a}",
        "widen_unsigned 16 32": "@32 vzext.vf2 {d}, {a}",
        "narrow 32 16": "@16 vnsrl.wi {d}, {a}, 0",
        "narrow 16 8": "@8 vnsrl.wi {d}, {a}, 0",
        "set n": "@{w} vmv.v.x {d}, {a}",
        "copy v": "@{w} vmv.v.v {d}, {a}",
        "add vv": "@{w} vadd.vv {d}, {a}, {b}",
        "add vn": "@{w} vadd.vx {d}, {a}, {b}",
        "add nn": "add {d}, {a}, {b}",
        "sub vv": "@{w} vsub.vv {d}, {a}, {b}",
        "sub vn": "@{w} vsub.vx {d}, {a}, {b}",
        "sub nv": "@{w} vrsub.vx {d}, {b}, {a}",
        "sub nn": "sub {d}, {a}, {b}",
        "mul vv": "@{w} vmul.vv {d}, {a}, {b}",
        "mul vn": "@{w} vmul.vx {d}, {a}, {b}",
        "mul nn": "mul {d}, {a}, {b}",
        "max vv": "@{w} vmax.vv {d}, {a}, {b}",
        "max vn": "@{w} vmax.vx {d}, {a}, {b}",
        "max nn": "max {d}, {a}, {b}",
        "widening_mul vv 16": "@8 vwmul.vv {d}, {a}, {b}",
        "widening_mul vv 32": "@16 vwmul.vv {d}, {a}, {b}",
        "accumulate nv": "@16 vwmacc.vx {d}, {a}, {b}",
        "add_wide v": "@16 vwadd.wv {d}, {d}, {a}",
        "reduce_sum 16": "@16 vwredsum.vs {d}, {a}, {b}",
        "reduce_sum_unsigned 16": "@16 vwredsumu.vs {d}, {a}, {b}",
        "reduce_sum 32": "@32 vredsum.vs {d}, {a}, {b}",
        "reduce_max 8": "@8 vredmax.vs {d}, {a}, {b}",
        "reduce_max 16": "@16 vredmax.vs {d}, {a}, {b}",
        "reduce_max 32": "@32 vredmax.vs {d}, {a}, {b}",
        "start n": "@{w} vmv.s.x {d}, {a}",
        "first 8": "@8 vmv.x.s {x}, {a}\nsext.b {d}, {x}",
        "first 16": "@16 vmv.x.s {x}, {a}\nsext.h {d}, {x}",
        "first 32": "@32 vmv.x.s {d}, {a}",
        "look_up 8": "@8 vluxei8.v {d}, ({b}), {a}",
        "look_up 16": "@8 vwaddu.vv {t16}, {a}, {a}\n@16 vluxei16.v {d}, ({b}), {t16}",
        "requantise vv": """
            @32 vsmul.vv {t32}, {a}, {b}
            @16 vnclip.wv {t16}, {t32}, {c}
            @16 vsadd.vx {u16}, {t16}, {z}
            @8 vnclip.wi {d}, {u16}, 0""",
        "requantise nn": """
            @32 vsmul.vx {t32}, {a}, {b}
            @16 vnclip.wx {t16}, {t32}, {c}
            @16 vsadd.vx {u16}, {t16}, {z}
            @8 vnclip.wi {d}, {u16}, 0""",
        "rounded_quotient vn": """
            srai {x}, {b}, 1
            @32 vsra.vi {t32}, {a}, 31
            @32 vxor.vx {u32}, {t32}, {x}
            @32 vsub.vv {v32}, {u32}, {t32}
            @32 vadd.vv {w32}, {v32}, {a}
            @32 vdiv.vx {d}, {w32}, {b}""",
        "floor_divide vn": "@32 vdivu.vx {d}, {a}, {b}",
        "whole_root n": """
            fcvt.s.w fa0, {a}, rdn
            fsqrt.s fa0, fa0, rdn
            fcvt.w.s {x}, fa0, rtz
            addi {t}, {x}, 1
            mul {u}, {t}, {t}
            sltu {v}, {a}, {u}
            sub {d}, {t}, {v}""",
    },
    most=LONGEST * LINE,
    line=LINE,
    begin=("csrwi vxrm, 0",),
    end=("mpause",),
)
