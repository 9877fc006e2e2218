"""Programs by seed: small kernels of seven kinds.

`rtl.json` holds what each takes on the RTL; a change of this generator needs new measurements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

DTCM, EXTERNAL = 0x1_0000, 0x2000_0000
SEEDS = range(100, 184)
FRESH = range(200, 284)  # drawn and measured when the model was finished
BYTES = {"e8": 1, "e16": 2, "e32": 4}


def program(seed: int) -> str:
    """The program of a seed; it ends with mpause and needs no input: all memory is zero."""
    random = Random(f"timed {seed}")
    kind = KINDS[seed % len(KINDS)]
    return "\n".join(["_start:", *_data(random), *kind(random), "mpause", ""])


def _data(random: Random) -> Iterator[str]:
    """Numbers in DTCM, so that branches, divisions and indices have something to go by."""
    yield f".data\nnumbers: .word {', '.join(str(random.getrandbits(32)) for _ in range(64))}"
    yield f".balign 16\nindices: .byte {', '.join(str(random.randrange(128)) for _ in range(128))}"
    yield ".text"


def _place(random: Random, number: int) -> str:
    """Somewhere with room for 2 KiB, the place `number` of four; at a multiple of 16 or not."""
    start = random.choice((DTCM + 0x1000, DTCM + 0x1000, EXTERNAL)) + 0x1800 * number
    return str(start + random.choice((0, 0, 0, 4, 3)))


def _vtype(random: Random, widest: str = "e32") -> tuple[str, str]:
    widths = list(BYTES)[: list(BYTES).index(widest) + 1]
    return random.choice(widths), random.choice(("m1", "m2", "m4"))


ELEMENTWISE = (
    "vadd.vv v{d}, v{a}, v{b}",
    "vsub.vx v{d}, v{a}, a4",
    "vmul.vv v{d}, v{a}, v{b}",
    "vmax.vx v{d}, v{a}, zero",
    "vsra.vi v{d}, v{a}, 3",
    "vmacc.vv v{d}, v{a}, v{b}",
    "vsadd.vv v{d}, v{a}, v{b}",
    "vsmul.vx v{d}, v{a}, a4",
    "vand.vi v{d}, v{a}, 7",
    "vmv.v.v v{d}, v{a}",
)


def elementwise(random: Random) -> Iterator[str]:
    """A strip-mined loop over one or two inputs, with a tail."""
    width, group = _vtype(random)
    inputs = random.choice((1, 2))
    yield f"li a0, {_place(random, 0)}\nli a1, {_place(random, 1)}\nli a2, {_place(random, 2)}"
    yield f"li a3, {random.randrange(30, 400)}\nli a4, 77"
    if random.random() < 0.5:
        yield ".balign 16"
    yield f"1: vsetvli t0, a3, {width}, {group}, ta, ma\nvle{8 * BYTES[width]}.v v8, (a0)"
    if inputs == 2:
        yield f"vle{8 * BYTES[width]}.v v12, (a1)"
    for _ in range(random.randrange(1, 7)):
        registers = {name: random.choice((8, 12, 16, 20)) for name in "dab"}
        yield random.choice(ELEMENTWISE).format(**registers)
    yield f"vse{8 * BYTES[width]}.v v{random.choice((8, 12, 16))}, (a2)"
    yield f"slli t1, t0, {BYTES[width] // 2}\nadd a0, a0, t1\nadd a1, a1, t1\nadd a2, a2, t1"
    yield "sub a3, a3, t0\nbnez a3, 1b"


def products(random: Random) -> Iterator[str]:
    """Rows times a vector in int8: reductions to a scalar, or accumulated in lanes."""
    rows, length = random.randrange(3, 12), random.choice((16, 24, 32, 48, 64))
    lanes = random.random() < 0.5
    yield f"li a0, {_place(random, 0)}\nli a1, {_place(random, 1)}\nli a2, {_place(random, 2)}"
    yield f"li a3, {rows}\nli t6, {length}\nvsetivli zero, 8, e32, m2, ta, ma\nvmv.v.i v4, 0"
    yield "vsetvli zero, t6, e8, m4, ta, ma\nvle8.v v8, (a1)\n.balign 8\n1:"
    yield "vsetvli zero, t6, e8, m4, ta, ma\nvle8.v v12, (a0)"
    for _ in range(random.randrange(3)):
        yield random.choice(("addi t1, t1, 3", "lw t2, 0(a1)", "mul t3, t1, t2", "xor t1, t1, t3"))
    if lanes:
        yield "lb t4, 0(a1)\nvwmul.vx v16, v12, t4"
        yield f"vsetvli zero, t6, e16, m{_half(length)}, ta, ma"
        yield "vadd.vv v24, v24, v16" if random.random() < 0.5 else "vmacc.vx v24, t4, v16"
    else:
        yield "vwmul.vv v16, v12, v8\nvsetvli zero, t6, e16, m8, ta, ma"
        yield "vwredsum.vs v5, v16, v4\nvsetivli zero, 1, e32, m1, ta, ma\nvmv.x.s t1, v5"
        yield "sw t1, 0(a2)"
    yield "add a0, a0, t6\naddi a2, a2, 4\naddi a3, a3, -1\nbnez a3, 1b"


def _half(length: int) -> int:
    return 4 if length <= 32 else 8


def branches(random: Random) -> Iterator[str]:
    """Nested scalar loops whose branches depend on numbers, with a function."""
    yield "la s0, numbers\nli s1, 0\nli s2, 1"
    yield f"li a3, {random.randrange(3, 7)}\n1: li a4, {random.randrange(4, 12)}\nmv a0, s0"
    yield f"{'.balign 16' if random.random() < 0.5 else ''}\n2: lw t0, 0(a0)"
    for _ in range(random.randrange(1, 5)):
        yield _scalar(random)
    yield f"andi t1, t0, {random.choice((1, 3, 7))}\nbnez t1, 3f"
    yield random.choice(("call 8f", "addi s1, s1, 1", "div s1, t0, s2", "sw s1, 256(a0)"))
    yield f"3: addi a0, a0, 4\naddi a4, a4, -1\nbgtz a4, 2b\n{_scalar(random)}"
    yield "addi a3, a3, -1\nbnez a3, 1b\nmpause"
    yield "8: sub s1, s1, t0\nslli s2, t0, 2\nori s2, s2, 1\nret"


def _scalar(random: Random) -> str:
    d, a, b = (random.choice(("t2", "t3", "t4", "s1")) for _ in range(3))
    lines = ["add {d}, {a}, {b}", "xor {d}, {a}, t0", "mul {d}, {a}, {b}", "rori {d}, {a}, 7"]
    lines += ["maxu {d}, {a}, {b}", "lbu {d}, 3(a0)", "sh {a}, 128(a0)", "clz {d}, {a}"]
    lines += ["lw {d}, 64(a0)", "remu {d}, {a}, s2", "sltu {d}, {a}, {b}", "srai {d}, {a}, 3"]
    return random.choice(lines).format(d=d, a=a, b=b)


def gathers(random: Random) -> Iterator[str]:
    """Strided, indexed and segment accesses, slides and gathers between registers."""
    width, group = random.choice((("e8", "m1"), ("e16", "m1"), ("e32", "m1"), ("e8", "m2")))
    bits = 8 * BYTES[width]
    yield f"li a0, {_place(random, 0)}\nli a1, {_place(random, 1)}\nla a2, indices"
    yield f"li a3, {random.randrange(2, 6)}\nli a4, {random.choice((1, 3, 4, 8, 20, 64))}"
    yield "vsetivli zero, 16, e8, m1, ta, ma\nvle8.v v4, (a2)\n.balign 16\n1: li a5, 1000"
    yield f"vsetvli t0, {random.choice(('zero', 'a5', 'a3'))}, {width}, {group}, ta, ma"
    accesses = [f"vlse{bits}.v v8, (a0), a4", "vluxei8.v v10, (a0), v4"]
    accesses += [f"vlseg{n}e{bits}.v v16, (a0)" for n in (2, 3)]
    accesses += [f"vsse{bits}.v v8, (a1), a4", f"vsseg2e{bits}.v v16, (a1)"]
    accesses += ["vsuxei8.v v8, (a1), v4", f"vle{bits}.v v8, (a0)"]
    moves = ["vslidedown.vi v12, v8, 3", "vslideup.vi v14, v16, 1", "vrgather.vv v20, v8, v16"]
    moves += ["vslide1down.vx v12, v8, a4", "vcompress.vm v20, v8, v4", "vadd.vv v8, v16, v10"]
    moves += ["vmv.x.s t1, v8", "vredmax.vs v22, v8, v16", "vmsne.vi v0, v8, 0", "vcpop.m t2, v0"]
    for _ in range(random.randrange(4, 10)):
        yield random.choice(random.choice((accesses, moves)))
    yield "addi a0, a0, 32\naddi a1, a1, 32\naddi a3, a3, -1\nbnez a3, 1b"


def floats(random: Random) -> Iterator[str]:
    """Scalar floating point over an array, with a division or a root now and then."""
    yield f"li a0, {_place(random, 0)}\nli a1, {_place(random, 1)}"
    yield f"li a3, {random.randrange(6, 30)}"
    yield f"li t0, {random.randrange(1, 1000)}\nfcvt.s.w fa0, t0\nli t0, 3\nfcvt.s.w fa1, t0"
    yield f"la a2, numbers\n{'.balign 16' if random.random() < 0.5 else ''}\n1:"
    body = ["flw fa2, 0(a0)", "fmadd.s fa3, fa0, fa1, fa3", "fadd.s fa4, fa4, fa2", "lw t1, 0(a2)"]
    body += ["fmul.s fa2, fa2, fa1", "fcvt.s.w fa5, t1", "fmin.s fa4, fa4, fa3", "fsw fa4, 0(a1)"]
    body += ["fdiv.s fa5, fa0, fa1", "fsqrt.s fa6, fa0", "flt.s t2, fa4, fa2", "add t3, t3, t2"]
    for _ in range(random.randrange(3, 9)):
        yield random.choice(body)
    yield "addi a0, a0, 4\naddi a1, a1, 4\naddi a3, a3, -1\nbnez a3, 1b"


def copies(random: Random) -> Iterator[str]:
    """Bytes, halves or words from one memory to another, one by one or unrolled."""
    letter, step = random.choice((("b", 1), ("h", 2), ("w", 4)))
    yield f"li a0, {_place(random, 0)}\nli a1, {_place(random, 1)}"
    yield f"li a3, {random.randrange(5, 40)}"
    count = random.choice((1, 1, 2, 4))
    yield f"{'.balign 16' if random.random() < 0.5 else ''}\n1:"
    for i in range(count):
        yield f"l{letter} t{i}, {step * i}(a0)"
    if random.random() < 0.5:
        yield "addi t5, t0, 1\nadd t6, t6, t5"
    for i in range(count):
        yield f"s{letter} t{i}, {step * i}(a1)"
    yield f"addi a0, a0, {step * count}\naddi a1, a1, {step * count}\naddi a3, a3, -1\nbnez a3, 1b"


def requantisation(random: Random) -> Iterator[str]:
    """int32 sums to int8 as the tasks do it, with tables and divisions of vectors in some."""
    group = random.choice((2, 4, 8))
    quarter = {2: "mf2", 4: "m1", 8: "m2"}[group]
    yield f"li a0, {_place(random, 0)}\nli a1, {_place(random, 1)}\nla a5, numbers\ncsrwi vxrm, 0"
    yield f"li a3, {random.randrange(20, 120)}\nli a4, {random.getrandbits(30)}\n1:"
    yield f"vsetvli t0, a3, e32, m{group}, ta, ma\nvle32.v v8, ({random.choice(('a0', 'a5'))})"
    yield f"vsmul.vx v8, v8, a4\nvssra.vi v8, v8, {random.randrange(1, 9)}\nvadd.vi v8, v8, -5"
    if random.random() < 0.3:
        yield "vdivu.vx v16, v8, a3" if random.random() < 0.5 else "vdiv.vv v16, v8, v8"
    yield f"vsetvli zero, zero, e16, m{group // 2}, ta, ma\nvnclip.wi v16, v8, 0"
    yield f"vsetvli zero, zero, e8, {quarter}, ta, ma\nvnclip.wi v24, v16, 0"
    if random.random() < 0.5:
        yield "la a2, indices\nvluxei8.v v26, (a2), v24\nvmax.vv v24, v24, v26"
    yield "vse8.v v24, (a1)\nslli t1, t0, 2\nadd a0, a0, t1\nadd a1, a1, t0"
    yield "sub a3, a3, t0\nbnez a3, 1b"


Kind = Callable[[Random], Iterator[str]]
KINDS: tuple[Kind, ...] = (
    *(elementwise, products, branches, gathers, floats, copies, requantisation),
)
