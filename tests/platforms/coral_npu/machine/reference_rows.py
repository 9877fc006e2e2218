"""The rows of the reference measurements of the core, with texts of ours, for it has none."""

from __future__ import annotations

from collections.abc import Iterable

from tests.platforms.coral_npu.machine.measurement import Row, Way

Line = tuple[str, str, float]  # what, the text, cycles
PAIR = "\nadd a5, a4, a4"


def _rows(
    section: str, lines: Iterable[Line], *, setup: str = "", machine: str = "", way: Way = "copies"
) -> list[Row]:
    return [Row(section, name, body, cycles, setup, machine, way) for name, body, cycles in lines]


SCALAR: list[Line] = [
    ("ALU, independent", "addi {x}, zero, 1", 0.5),
    ("ALU, dependent", "addi a4, a4, 1", 1),
    ("nop", "nop", 1),
    ("mul, independent", "mul {x}, a0, a1", 1),
    ("mul, dependent", "mul a4, a4, a4", 2),
    ("mul, then its ALU user", f"mul a4, a0, a1{PAIR}", 2),
    ("lw", "lw {x}, 0(a0)", 4),
    ("lh", "lh {x}, 0(a0)", 4),
    ("lb", "lb {x}, 0(a0)", 4),
    ("lw from ITCM", "lw {x}, 16(zero)", 4),
    ("lw over the end of a line", "lw {x}, 14(a0)", 5),
    ("sw", "sw a2, 0(a0)", 2),
    ("sh", "sh a2, 2(a0)", 2),
    ("sb", "sb a2, 1(a0)", 2),
    ("sw over the end of a line", "sw a2, 14(a0)", 3),
    ("sw, then lw of the same", "sw a4, 0(a0)\nlw a4, 0(a0)", 7),
    ("lw and 3 ALU operations", "lw {x}, 0(a0)" + "\naddi t3, zero, 1" * 3, 4),
    ("forward branch, not taken", "beqz a0, 9f\n9:", 1),
    ("forward branch, taken", "bnez a0, 9f\nnop\nnop\nnop\n9:", 4),
    ("j", "j 9f\n9:", 2),
    ("csrr", "csrr {x}, mcycle", 2),
    ("csrw", "csrw mscratch, a0", 2),
    ("fence", "fence", 1),
    ("fence.i", "fence.i", 4),
]
CHAINS: list[Line] = [  # a0 points to itself
    ("lw, then a load from there", "lw a0, 0(a0)", 5),
    ("lw (4), ALU (1), base a cycle later", "lw a4, 0(a0)\nmv a0, a4", 6),
]
DIVIDE: list[Line] = [
    ("div of 32 bits, dependent", "divu a4, a4, a5", 35),
    ("div of 32 bits, independent", "divu {x}, s6, a5", 36.5),
    ("div of 16 bits, dependent", "divu s7, s7, a5", 19),
    ("div of 0, dependent", "div s8, s8, a5", 5),
    ("div by 0, dependent", "divu s6, s6, zero", 35),
]
DIVIDENDS = "li a4, -1\nli a5, 1\nli s6, -1\nli s7, 0xffff\nli s8, 0"
FLOAT: list[Line] = [
    ("fadd, independent", "fadd.s f{f}, f8, f9", 2),
    ("fadd, dependent", "fadd.s f8, f8, f9", 2),
    ("fmul", "fmul.s f{f}, f8, f9", 2),
    ("fmadd, dependent", "fmadd.s f8, f8, f9, f8", 2),
    ("fmin", "fmin.s f{f}, f8, f9", 2),
    ("fsgnj", "fsgnj.s f{f}, f8, f9", 2),
    ("feq", "feq.s {x}, f8, f9", 2),
    ("fcvt.s.w", "fcvt.s.w f{f}, a0", 2),
    ("fcvt.w.s", "fcvt.w.s {x}, f8", 2),
    ("fmv.x.w", "fmv.x.w {x}, f8", 2),
]
ITERATIVE: list[Line] = [
    ("fdiv, 1 / 3", "fdiv.s f{f}, f8, f9", 18),
    ("fdiv, 1 / 1", "fdiv.s f{f}, f8, f8", 6),
    ("fsqrt of 3", "fsqrt.s f{f}, f9", 18),
    ("fsqrt of 1", "fsqrt.s f{f}, f8", 6),
]
MOVES: list[Line] = [
    ("fmv.w.x", "fmv.w.x f{f}, a0", 2),
    ("flw", "flw f{f}, 0(a0)", 4),
    ("fsw", "fsw f8, 0(a0)", 2),
]
ONE_AND_THREE = "li t0, 1\nfcvt.s.w f8, t0\nli t0, 3\nfcvt.s.w f9, t0"


def _loop(body: str, offset: int = 0) -> str:
    pad = "nop\n" * offset
    return f".balign 16\n{pad}1: addi a4, a4, -1\n{body}\nbnez a4, 1b"


def _adds(count: int) -> str:
    return "\n".join(f"addi t{3 + i % 3}, zero, 1" for i in range(count))


ROUNDS = ((3, 2), (4, 2), (5, 4), (6, 4), (8, 4), (9, 6), (10, 6), (12, 6), (16, 8), (20, 10))
M4 = "vsetvli zero, a3, e8, m4, ta, ma"
GEMV = f"""\
{M4}
vle8.v v12, (a0)
vwmul.vv v16, v12, v8
vsetvli zero, a3, e16, m8, ta, ma
vwredsum.vs v5, v16, v4
vsetivli zero, 1, e32, m1, ta, ma
vmv.x.s t1, v5
sw t1, 0(a1)"""
STORED = GEMV.replace("vmv.x.s t1, v5\nsw t1, 0(a1)", "vse32.v v5, (a1)")  # as clang has it
LOOPS: list[Line] = [
    *((f"{count} instructions", _loop(_adds(count - 2)), cycles) for count, cycles in ROUNDS),
    ("6 instructions over three lines", _loop(_adds(4), 3), 6),
    (
        "copy of words, 6 instructions",
        _loop("lw t0, 0(a0)\naddi a0, a0, 4\nsw t0, 0(a1)\naddi a1, a1, 4"),
        7,
    ),
    (
        "int8 product, 8 instructions",
        _loop(
            "lb t0, 0(a0)\nlb t1, 0(a1)\naddi a0, a0, 1\nmul t0, t0, t1\n"
            "addi a1, a1, 1\nadd a5, a5, t0"
        ),
        11,
    ),
    ("a row of GEMV", _loop(f"{STORED}\nadd a0, a0, a3\naddi a1, a1, 4"), 40.6),
]

Group = tuple[str, str, tuple[float, ...]]  # what, the text, cycles of m1, m2, m4 and m8
FAST, TIMES = (0.75, 1, 2, 4), (0.9, 1, 2, 4)
E8_GROUPS: list[Group] = [
    *(
        (f"{text.split()[0]}, independent", text, FAST)
        for text in (
            *("vadd.vv v{v}, v0, v0", "vsub.vx v{v}, v0, a2", "vxor.vi v{v}, v0, 3"),
            *("vsll.vi v{v}, v0, 1", "vmaxu.vv v{v}, v0, v0", "vsaddu.vv v{v}, v0, v0"),
            *("vmv.v.v v{v}, v0", "vssra.vi v{v}, v0, 2", "vadc.vim v{v}, v0, 1, v0"),
            *("vmerge.vvm v{v}, v0, v0, v0", "vmv.v.x v{v}, a2", "vaadd.vv v{v}, v0, v0"),
        )
    ),
    ("vadd.vv, dependent", "vadd.vv v8, v8, v8", (2, 2, 2, 4)),
    *(
        (f"{name}, independent", f"{name} v{{v}}, v0, v0", TIMES)
        for name in ("vmul.vv", "vmulh.vv", "vsmul.vv", "vmulhsu.vv")
    ),
    ("vmul.vv, dependent", "vmul.vv v8, v8, v8", (3, 3, 3, 4)),
    ("vmacc.vv, same vd", "vmacc.vv v8, v16, v24", (3, 3, 3, 4)),
    ("vmadd.vv, same vd", "vmadd.vv v8, v16, v24", (3, 3, 3, 4)),
    ("vmacc.vv, other vd", "vmacc.vv v{v}, v0, v0", TIMES),
    ("vmseq.vv, independent", "vmseq.vv v{v}, v0, v0", (1, 2, 4, 8)),
    ("vmsleu.vx, independent", "vmsleu.vx v{v}, v0, a2", (1, 2, 4, 8)),
    *(
        (f"{name}, independent", f"{name} v{{v}}, v0, v0", (1, 2, 4, 8))
        for name in ("vredsum.vs", "vredmaxu.vs", "vredxor.vs")
    ),
    ("vwredsum.vs, independent", "vwredsum.vs v{v}, v0, v0", (2, 4, 8, 16)),
    ("vslidedown.vi", "vslidedown.vi v{v}, v0, 1", (1, 3, 7, 16)),
    ("vslide1down.vx", "vslide1down.vx v{v}, v0, a2", (1, 3, 7, 16)),
    ("vrgather.vv", "vrgather.vv v8, v16, v24", (1, 3, 7, 16)),
    ("vslideup.vi", "vslideup.vi v8, v16, 1", (3, 4, 7, 16)),
    ("vcompress.vm", "vcompress.vm v8, v16, v24", (3, 4, 7, 15)),
    ("vle8.v, aligned", "vle8.v v{v}, (a0)", (5, 9, 17, 33)),
    ("vle8.v, unaligned", "vle8.v v{v}, (s1)", (6, 11, 21, 41)),
    ("vse8.v, aligned", "vse8.v v8, (a1)", (4.75, 7, 13, 25)),
    ("vse8.v, unaligned", "vse8.v v8, (s1)", (5.75, 9, 17, 33)),
]
WIDE_GROUPS: list[Group] = [  # m1, m2, m4; registers of the wide side count
    ("vwadd.vv", "vwadd.vv v{v}, v0, v4", (1, 2, 4)),
    ("vwadd.wv, in place", "vwadd.wv v8, v8, v16", (2, 2, 4)),
    ("vwmul.vv", "vwmul.vv v{v}, v0, v4", (1, 2, 4)),
    ("vwmacc.vv, same vd", "vwmacc.vv v8, v16, v20", (3, 3, 4)),
    ("vnsra.wi", "vnsra.wi v16, v8, 2", (1, 2, 4)),
    ("vnclip.wi", "vnclip.wi v16, v8, 2", (1, 2, 4)),
]
E8: list[Line] = [
    ("vmseq.vv, dependent", "vmseq.vv v8, v8, v8", 3),
    ("vredsum.vs, dependent", "vredsum.vs v8, v8, v8", 3),
    ("vmand.mm", "vmand.mm v{v}, v0, v0", 0.75),
    ("vid.v", "vid.v v{v}", 0.75),
    ("vmv.s.x", "vmv.s.x v{v}, a2", 0.75),
    ("viota.m", "viota.m v{v}, v0", 0.75),
    ("viota.m, dependent", "viota.m v9, v8\nviota.m v8, v9", 4),
    ("vmsbf.m, dependent", "vmsbf.m v8, v9\nvmsbf.m v9, v8", 4),
    ("vmv.x.s, all into one register", "vmv.x.s a4, v8", 4.5),
    ("vmv.x.s and its user", f"vmv.x.s a4, v8{PAIR}", 5),
    ("vcpop.m and its user", f"vcpop.m a4, v8{PAIR}", 6),
    ("vfirst.m and its user", f"vfirst.m a4, v8{PAIR}", 6),
    (
        "vadd, vmul and vslidedown together",
        "vadd.vv v4, v16, v16\nvmul.vv v5, v16, v16\nvslidedown.vi v6, v16, 1",
        3.3,
    ),
    (
        "vle8.v and 4 vadd",
        "vle8.v v{v}, (a0)\n" + "vadd.vv v1, v1, v2\nvadd.vv v3, v3, v4\n" * 2,
        5,
    ),
    ("vl1re8.v", "vl1re8.v v8, (a0)", 5),
    ("vlse8.v, stride 16", "vlse8.v v8, (a0), s7", 20),
    ("vlse8.v, stride 0", "vlse8.v v8, (a0), zero", 5),
    ("vluxei8.v, all in a line", "vluxei8.v v8, (a0), v16", 5),
    ("vsse8.v, stride 0", "vsse8.v v8, (a1), zero", 19.5),
    ("vsuxei8.v, equal indices", "vsuxei8.v v8, (a1), v16", 19.5),
    ("vsuxei8.v, bytes of one line", "vsuxei8.v v8, (a1), v20", 4.5),
    ("vse8.v, all masked off", "vse8.v v8, (a1), v0.t", 3.5),
    ("vlseg2e8.v", "vlseg2e8.v v8, (a0)", 11),
    ("vlseg4e8.v", "vlseg4e8.v v8, (a0)", 29),
    ("vlseg8e8.v", "vlseg8e8.v v8, (a0)", 89),
    ("vsseg4e8.v", "vsseg4e8.v v8, (a1)", 25),
    ("vle8.v, then its vse8.v", "vle8.v v8, (a0)\nvse8.v v8, (a1)", 10),
    ("vle8.v, vmul.vv, vse8.v", "vle8.v v8, (a0)\nvmul.vv v8, v8, v8\nvse8.v v8, (a1)", 13),
]
E8_SETUP = "li s7, 16\nvsetvli t0, zero, e8, m1, ta, ma\nvid.v v20"
E32: list[Line] = [
    ("vle32.v", "vle32.v v8, (a0)", 5),
    ("vlse32.v, stride 64", "vlse32.v v8, (a0), a3", 8),
]
QUOTIENTS: list[Line] = [  # operands change, so that each is carried out; 0: as SEW says
    ("vdivu.vv, all bits, dependent", "vdivu.vv v24, v16, v24", 0),
    ("vdivu.vv, all bits, independent", "vdivu.vv v8, v16, v24\nvdivu.vv v9, v17, v24", 0),
    ("vdivu.vv by 0, dependent", "vdivu.vv v8, v8, v25", 3),
    ("vdivu.vv, operands as before", "vdivu.vv v8, v16, v24", 2),
]
DIVISORS = "vsetvli t0, zero, {sew}, m1, ta, ma\nvmv.v.i v16, -1\nvmv.v.i v17, -2\nvmv.v.i v24, 3"
SINGLE = [  # one operation and vmv.x.s of its result
    ("e8, m1", "nothing", "", 7),
    ("e8, m1", "vadd.vv", "vadd.vv v8, v16, v24", 9),
    ("e8, m1", "vmul.vv", "vmul.vv v8, v16, v24", 10),
    ("e8, m1", "vredsum.vs m1", "vredsum.vs v8, v16, v24", 10),
    ("e8, m4", "vredsum.vs m4", "vredsum.vs v8, v16, v24", 13),
    ("e16, m8", "vwredsum.vs e16 m8", "vwredsum.vs v8, v16, v24", 25),
    ("e32, m1", "vle32.v", "vle32.v v8, (a0)", 13),
    ("e8, m4", "vle8.v m4", "vle8.v v8, (a0)", 24),
]
ORDER: list[Line] = [  # at m8: an older instruction, then vmv.x.s of another register and its use
    ("alone", "", 8),
    ("after vadd", "vadd.vv v16, v16, v16", 12),
    ("after vredsum", "vredsum.vs v16, v16, v16", 17),
    ("after vse8", "vse8.v v16, (a0)", 33),
    ("after vle8", "vle8.v v16, (a0)", 41),
]
POSTED = [(1, 15, 11), (2, 16, 15), (4, 22, 23), (8, 34, 39)]
OUTSIDE = [  # at read latency 1 and 10
    ("m1", "lw", "lw {x}, 0(s2)", 5, 14),
    ("m1", "sw", "sw a0, 0(s2)", 6, 6),
    ("m1", "vle8.v m1", "vle8.v v8, (s2)", 6.5, 15.5),
    ("m4", "vle8.v m4", "vle8.v v8, (s2)", 21.5, 57),
    ("m4", "vse8.v m4", "vse8.v v8, (s2)", 26, 26),
]
AHEAD = "vadd.vv v8, v8, v8\n" * 8 + _adds(64)


def _set(vtype: str) -> str:
    return f"vsetvli t0, zero, {vtype}, ta, ma"


def _grouped(section: str, groups: Iterable[Group]) -> list[Row]:
    return [
        Row(section, f"{name}, m{lmul}", body, cycles, _set(f"e8, m{lmul}"))
        for name, body, row in groups
        for lmul, cycles in zip((1, 2, 4, 8), row, strict=False)
    ]


def _windows() -> list[Row]:
    rows = [
        Row("Single", name, f"{body}\nvmv.x.s a4, v8", cycles, _set(vtype), way="window")
        for vtype, name, body, cycles in SINGLE
    ]
    rows += _rows(
        "Single",
        [
            ("vse32.v, then lw", "vse32.v v8, (a0)\nlw a4, 0(a0)", 12),
            ("vdivu.vv e32, all bits", "vdivu.vv v8, v16, v24\nvmv.x.s a4, v8", 21),
        ],
        setup=DIVISORS.format(sew="e32"),
        way="window",
    )
    rows += _rows("Single", [("a row of GEMV", GEMV, 47)], setup=M4, way="window")
    user = "\nvmv.x.s a4, v8\nadd a5, a4, a4"
    lines = [(name, body + user, cycles) for name, body, cycles in ORDER]
    rows += _rows("vmv.x.s in order", lines, setup=_set("e8, m8"), way="window")
    for lmul, stores, load in POSTED:
        lines = [
            (f"vse8, m{lmul}", "vse8.v v8, (a0)", 9),
            (f"two vse8, m{lmul}", "vse8.v v8, (a0)\nvse8.v v8, (a1)", stores),
            (f"vle8, m{lmul}", "vle8.v v8, (a0)", load),
        ]
        rows += _rows("Until csrr", lines, setup=_set(f"e8, m{lmul}"), way="window")
    return rows


def _outside() -> list[Row]:
    rows: list[Row] = []
    for lmul, name, body, ideal, usual in OUTSIDE:
        for machine, cycles in (("", ideal), ("latency 10", usual)):
            rows.append(Row("External", name, body, cycles, _set(f"e8, {lmul}"), machine))
    return rows


def _without_buffer() -> list[Row]:
    line = ("8 vadd m8 and 64 addi", AHEAD)
    whole = {"setup": _set("e8, m8")}
    rows = _rows("Decoupling", [(*line, 67)], way="window", **whole)
    rows += _rows("Decoupling", [(*line, 40)], way="window", machine="no buffer", **whole)
    scalar = [("csrr", "csrr {x}, mcycle", 1), ("lw", "lw {x}, 0(a0)", 4)]
    rows += _rows("Decoupling", scalar, machine="no buffer")
    division: list[Line] = [
        ("div of 32 bits, dependent", "divu a4, a4, a5", 31),
        ("div of 32 bits, independent", "divu {x}, s6, a5", 31),
    ]
    rows += _rows("Decoupling", division, setup=DIVIDENDS, machine="no buffer")
    fast = [("vadd.vv", "vadd.vv v{v}, v0, v0", 0.5), ("vmul.vv", "vmul.vv v{v}, v0, v0", 0.5)]
    return rows + _rows("Decoupling", fast, setup=_set("e8, m1"), machine="no buffer")


def _floats() -> list[Row]:
    slow = [(name, body, 5.0) for name, body, _ in FLOAT]
    iterative = [(name, body, cycles + 3) for name, body, cycles in ITERATIVE]
    rows = _rows("Float", [*FLOAT, *MOVES, *ITERATIVE], setup=ONE_AND_THREE)
    rows += _rows("Float", [*slow, *iterative], setup=ONE_AND_THREE, machine="slow floats")
    return rows + _rows("Float", MOVES[:1], machine="slow floats")


def _quotients() -> list[Row]:
    return [
        Row("Division", f"{name}, {sew}", body, cycles or full * (body.count("vdivu")), setup)
        for sew, full in (("e8", 6), ("e16", 9), ("e32", 14))
        for setup in [DIVISORS.format(sew=sew)]
        for name, body, cycles in QUOTIENTS
    ]


def _scalar() -> list[Row]:
    rows = _rows("Scalar", SCALAR) + _rows("Scalar", CHAINS, setup="sw a0, 0(a0)\nfence")
    rows += _rows("Scalar", DIVIDE, setup=DIVIDENDS)
    rows += _rows("Scalar", [("backward branch, not taken", "bnez zero, 1b", 4)], setup="1:")
    return rows + _rows("Scalar", [("call and ret", "jal 8b", 6.5)], setup="j 7f\n8: ret\n7:")


def _loads() -> list[Row]:
    """Cost follows vl, not the group that was asked for, and not the mask."""
    setup = "li a4, 16\nvsetvli t0, a4, e8, m8, ta, ma"
    rows = _rows("Vector", [("vle8.v, vl 16 of m8", "vle8.v v{v}, (a0)", 5)], setup=setup)
    half = f"{_set('e8, m1')}\nli t0, 0x55\nvmv.v.x v0, t0\n"
    for lmul, cycles in ((1, 5), (2, 9), (4, 17), (8, 33)):
        line = (f"vle8.v, every second element masked off, m{lmul}", "vle8.v v{v}, (a0), v0.t")
        rows += _rows("Vector", [(*line, cycles)], setup=half + _set(f"e8, m{lmul}"))
    return rows


def _copies() -> list[Row]:
    """Load, add and store: the sum of the accesses and 1 to 2 cycles."""
    body = "vle8.v v8, (a0)\nvadd.vv v8, v8, v0\nvse8.v v8, (a1)"
    return [
        Row("Vector", f"vle8.v, vadd.vv, vse8.v, m{lmul}", body, cycles, _set(f"e8, m{lmul}"))
        for lmul, cycles in ((1, 12), (4, 31), (8, 59))
    ]


ROWS: list[Row] = [
    *_scalar(),
    *_floats(),
    *_rows("Loop", LOOPS, setup=M4, way="loop"),
    *_grouped("Vector", E8_GROUPS),
    *_grouped("Widening", WIDE_GROUPS),
    *_rows("Vector", E8, setup=E8_SETUP),
    *_rows("Vector", E32, setup=_set("e32, m1")),
    *_loads(),
    *_copies(),
    *_quotients(),
    *_outside(),
    *_windows(),
    *_without_buffer(),
]
