"""The micro-benchmarks that were measured on the RTL, as assembly, with what they took there.

A row is a loop around an unrolled body; cycles are the slope between two numbers of iterations,
divided by what `units` counts. The three numbers are Small, Medium and Large; None: not measured.
They are of other texts of the same description; those of exactly these texts, on Medium, are in
`medium_rtl.toml`, and Medium is held to them.
"""

from __future__ import annotations

from dataclasses import dataclass

DATA = 0x8010_0000  # 1 MB of ordinary memory
LOADS = "ld {0}, {1}({2})"


@dataclass(frozen=True)
class Row:
    """One measured loop."""

    section: str
    name: str
    body: str
    units: int
    small: float | None
    medium: float | None
    large: float | None
    setup: str = ""
    closed: bool = True  # the harness adds the counter and the jump back
    align: int = 5
    iterations: int = 40  # and twice as many
    once: bool = False  # one pass, with its start and end, against none


def again(text: str, times: int) -> str:
    """Lines repeated; {i} counts, {r} walks through registers, {f} through float registers."""
    free = ("a1", "a2", "a3", "a4", "a5", "t1", "t2", "t3")
    return "\n".join(
        text.format(i=i, r=free[i % 8], f=f"f{i % 8 + 1}", o=8 * i, q=64 * i) for i in range(times)
    )


def row(
    section: str,
    name: str,
    text: str,
    times: int,
    measured: tuple[float | None, float | None, float | None],
    *,
    units: int | None = None,
    setup: str = "",
) -> Row:
    """A row whose body is some lines repeated."""
    return Row(section, name, again(text, times), units or times, *measured, setup=setup)


INTEGER = (
    row("integer", "addi chain", "addi a0, a0, 1", 64, (1, 1, 1)),
    row("integer", "independent addi", "addi {r}, x0, 1", 192, (1.0, 0.51, 0.34)),
    row("integer", "nop", "nop", 192, (1.0, 0.51, 0.34)),
    row("integer", "independent auipc", "auipc {r}, 0", 64, (None, 1.0, 1.0)),
    row(
        "integer", "independent compressed addi", ".option rvc\nc.li {r}, 1\n.option norvc", 192,
        (1.05, 0.52, 0.35),
    ),
    row(
        "integer", "compressed and not", ".option rvc\nc.li {r}, 1\n.option norvc\naddi {r}, x0, 1",
        96, (1.05, 0.52, 0.35), units=192,
    ),
    row("integer", "mul chain", "mul a0, a0, a6", 32, (6, 6, 6)),
    row("integer", "independent mul", "mul {r}, a0, a6", 64, (1.0, 1.0, 1.0)),
    row("integer", "mul and addi", "mul {r}, a0, a6\naddi a6, x0, 3", 64, (2.0, 1.0, 1.0)),
    row("integer", "mul, then dependent add", "mul a0, a0, a6\nadd a0, a0, a6", 16, (7, 7, 7)),
    row("integer", "div 7/3 chain-free", "div a1, a0, a6", 16, (8, 8, 8),
        setup="li a0, 7\nli a6, 3"),
    row("integer", "div 10^6/1000", "div a1, a0, a6", 16, (17, 17, 17),
        setup="li a0, 1000000\nli a6, 1000"),
    row("integer", "div 3/1000", "div a1, a0, a6", 16, (63, 63, 63),
        setup="li a0, 3\nli a6, 1000"),
    row("integer", "div 5/0", "div a1, a0, x0", 16, (69, 69, 69), setup="li a0, 5\nli a6, 3"),
    Row("integer", "two of div and 30 addi",
        ("div a1, a0, a6\n" + again("addi {r}, x0, 1", 30) + "\n") * 2,
        1, None, 40, 38.6, setup="li a0, 7\nli a6, 3"),
)  # fmt: skip

FORWARD = "sd a0, 0(s1)\nld a0, 0(s1)"
MEMORY = (
    row("memory", "pointer chase", "ld a0, 0(a0)", 32, (4, 4, 4),
        setup="mv a0, s1\nsd a0, 0(a0)"),
    row("memory", "load and add, chased", "lw a1, 8(a0)\nadd a0, a0, a1", 16, (5, 5, 5),
        setup="mv a0, s1\nsw x0, 8(s1)"),
    row("memory", "fld, fmv.x.d, add", "fld f1, 8(a0)\nfmv.x.d a1, f1\nadd a0, a0, a1", 16,
        (13, 13, 13), setup="mv a0, s1\nsd x0, 8(s1)"),
    row("memory", "independent loads", "ld {r}, {o}(s1)", 32, (1.1, 1.0, 1.0)),
    row("memory", "independent float loads", "fld {f}, {o}(s1)", 32, (1.1, 1.0, 1.0)),
    row("memory", "stores", "sd a0, {o}(s1)", 32, (1.6, 1.0, 1.0)),
    row("memory", "float stores", "fsd f1, {o}(s1)", 32, (1.6, 1.0, 1.0)),
    row("memory", "store and addi", "sd a0, {o}(s1)\naddi {r}, x0, 1", 32, (1.09, 0.56, 0.50),
        units=64),
    row("memory", "load and store", "ld {r}, {o}(s1)\nsd a0, {o}(s2)", 32, (2.2, 2.0, 2.0)),
    row("memory", "store of the loaded value", "ld {r}, {o}(s1)\nsd {r}, {o}(s2)", 32,
        (3.0, 3.0, 3.0)),
    row("memory", "float store of the loaded value", "fld {f}, {o}(s1)\nfsd {f}, {o}(s2)", 32,
        (2.4, 2.0, 2.0)),
    row("memory", "addi, then store", "addi {r}, x0, 1\nsd {r}, {o}(s2)", 32, (2.2, 1.03, 1.0)),
    row("memory", "mul, then store", "mul {r}, a0, a6\nsd {r}, {o}(s2)", 32, (2.4, 1.28, 1.0)),
    row("memory", "two loads, add, store of the sum",
        "ld t4, {o}(s1)\nld t5, {o}(s2)\nadd {r}, t4, t5\nsd {r}, {o}(s3)", 16, (4.4, 4.0, 4.0)),
    row("memory", "two loads, add, store of another",
        "ld t4, {o}(s1)\nld t5, {o}(s2)\nadd {r}, t4, t5\nsd a6, {o}(s3)", 16, (4.4, 3.0, 3.0)),
    row("memory", "two float loads, fadd, store of the sum",
        "fld f10, {o}(s1)\nfld f11, {o}(s2)\nfadd.d {f}, f10, f11\nfsd {f}, {o}(s3)", 16,
        (5.5, 3.0, 3.0)),
    Row("memory", "eight loads, loads, adds, stores", "\n".join((
        again("ld {r}, {o}(s1)", 8),
        "\n".join(f"ld {r}, {8 * i}(s2)" for i, r in enumerate(
            ("t4", "t5", "t6", "s4", "s5", "s6", "s7", "a7"))),
        "\n".join(f"add {a}, {a}, {b}" for a, b in zip(
            ("a1", "a2", "a3", "a4", "a5", "t1", "t2", "t3"),
            ("t4", "t5", "t6", "s4", "s5", "s6", "s7", "a7"), strict=True)),
        again("sd {r}, {o}(s3)", 8))), 8, 5.1, 3.06, 3.0),
    row("memory", "store to load, chain", FORWARD, 16, (5.5, 5.0, 5.5), setup="li a0, 1"),
    row("memory", "store to load with addi", FORWARD + "\naddi a0, a0, 1", 16, (7.0, 6.3, 7.1)),
    row("memory", "float store to load", "fsd f1, 0(s1)\nfld f1, 0(s1)", 16, (5.0, 6.3, 6.0)),
    row("memory", "two stores to one load", "sw a0, 0(s1)\nsw a0, 4(s1)\nld a0, 0(s1)", 8,
        (16, 15, 16), setup="li a0, 1"),
    row("memory", "late store data, load known",
        "mul a0, a0, a6\nmul a0, a0, a6\nmul a0, a0, a6\nmul a0, a0, a6\n" + FORWARD, 8,
        (30, 30, 28), setup="li a0, 1\nli a6, 1"),
    row("memory", "order violation",
        "mul a0, a0, a6\nmul a0, a0, a6\nmul a0, a0, a6\nmul a0, a0, a6\n"
        "sd a0, 0(a0)\nld a0, 0(s1)", 4, (69, 71, 75), setup="mv a0, s1\nli a6, 1"),
    row("memory", "the same in order",
        "mul a0, a0, a6\nmul a0, a0, a6\nmul a0, a0, a6\nmul a0, a0, a6\n"
        "sd a0, 0(a0)\nld a0, 0(a0)", 4, (31, 31, 31), setup="mv a0, s1\nli a6, 1"),
)  # fmt: skip

# Operands that are neither 0 nor infinite: of those the divider of floats ends at once.
NORMAL = "\n".join(
    f"li a0, {value}\nfcvt.d.l {register}, a0"
    for register, value in (("f1", 3), ("f2", 1), ("f10", 3), ("f11", 2))
)
FLOAT = (
    row("float", "fadd chain", "fadd.d f1, f1, f2", 32, (7, 7, 7)),
    row("float", "fmadd chain", "fmadd.d f1, f1, f2, f3", 32, (7, 7, 7)),
    row("float", "independent fadd", "fadd.d {f}, f10, f11", 64, (1.09, 1.0, 1.0)),
    row("float", "fdiv chain", "fdiv.d f1, f1, f2", 8, (23, 23, 23), setup=NORMAL),
    row("float", "independent fdiv", "fdiv.d {f}, f10, f11", 8, (20, 20, 20), setup=NORMAL),
    row("float", "fsqrt chain", "fsqrt.d f1, f1", 8, (31, 31, 31), setup=NORMAL),
    row("float", "independent fsqrt", "fsqrt.d {f}, f10", 8, (28, 28, 28), setup=NORMAL),
    Row("float", "fdiv and eight fadd",
        ("fdiv.d f9, f10, f11\n" + again("fadd.d {f}, f10, f11", 8) + "\n") * 4, 4,
        None, 20.6, 20.0, setup=NORMAL),
    row("float", "fmv there and back", "fmv.d.x f1, a0\nfmv.x.d a0, f1", 16, (12, 12, 12)),
    row("float", "fcvt there and back", "fcvt.d.l f1, a0\nfcvt.l.d a0, f1", 16, (12, 12, 12)),
    row("float", "feq and fmv.d.x", "feq.d a0, f1, f2\nfmv.d.x f1, a0", 16, (12, 12, 12)),
    row("float", "independent fmv.x.d", "fmv.x.d {r}, f10", 64, (None, 1.0, 1.0)),
    row("float", "independent fmv.d.x", "fmv.d.x {f}, a0", 64, (None, 1.0, 1.0)),
    row("float", "fadd, fsd, fld, fadd", "fadd.d f1, f1, f2\nfsd f1, 0(s1)\nfld f1, 0(s1)", 16,
        (None, 11.4, 12.8)),
    row("float", "two loads and fmadd",
        "fld f10, {o}(s1)\nfld f11, {o}(s2)\nfmadd.d {f}, f10, f11, {f}", 16, (4.1, 2.1, 2.06)),
)  # fmt: skip


def loop(
    section: str,
    name: str,
    body: str,
    measured: tuple[float | None, float | None, float | None],
    *,
    before: str = "",
    setup: str = "",
    units: int = 1,
) -> Row:
    """A row that closes its loop itself, after `before`: instructions that move its head."""
    text = f"j 9f\n.balign 64\n{before}\n9:\n{body}\naddi s0, s0, -1\nbnez s0, 9b"
    return Row(section, name, text, units, *measured, setup=setup, closed=False, iterations=200)


def adds(count: int) -> str:
    """Independent additions of a loop that has two instructions more."""
    return again("addi {r}, x0, 1", count)


_ALIGNED = {
    3: (3, 2, 1.06), 4: (4, 2, 1.36), 5: (5, 3, 2.03), 6: (6, 3, 2.05), 8: (8, 4, 2.69),
    12: (12, 6, 4.0), 16: (16, 8, 5.4),
}  # fmt: skip
STATE = "li a0, 88172645463325252"
XORSHIFT = "\n".join(
    f"{shift} t1, a0, {bits}\nxor a0, a0, t1"
    for shift, bits in (("slli", 13), ("srli", 7), ("slli", 17))
)


def shifted(last: str, skipped: int) -> str:
    """A step of a random sequence, and a branch on a bit of the state before it."""
    return f"srli t2, a0, 5\naddi t4, t4, 1\n{last}\n{XORSHIFT}\nbeqz t2, 1f\n{adds(skipped)}\n1:"


def jumps(blocks: int, filler: int, bytes_apart: int) -> str:
    """Blocks of additions, each with a jump to the next."""
    texts = [
        f".balign {bytes_apart}\n1:\n{again('addi {r}, x0, 1', filler)}\nj 1f"
        for _ in range(blocks)
    ]
    return "\n".join([*texts, f".balign {bytes_apart}\n1:"])


def taken(blocks: int) -> str:
    """Taken branches, each 16 bytes after the one before."""
    return "\n".join([".balign 16\n1:\nbeqz x0, 1f"] * blocks) + "\n.balign 16\n1:"


CONTROL = (
    row("control", "bne never taken", "bne x0, x0, 1f\n1:", 32, (1.09, 0.59, 0.42)),
    loop("control", "loop of 2", "", (2.08, 1.08, 1.05)),
    loop("control", "loop of 2 at 8n + 4", "", (2.06, 2.05, 1.05), before="nop"),
    *(loop("control", f"loop of {n}", adds(n - 2), cycles) for n, cycles in _ALIGNED.items()),
    loop("control", "loop of 4 at 8n + 4", adds(2), (4, 3, 2.0), before="nop"),
    loop("control", "loop of 8 at 8n + 4", adds(6), (8, 5, 3.0), before="nop"),
    *(
        Row("control", f"jumps, {k} a block", jumps(16, k - 1, 32), 16, *cycles)
        for k, cycles in {
            1: (1.2, 1.1, 1.0), 2: (2.2, 1.1, 1.0), 3: (3.2, 2.2, 1.1), 4: (4.2, 2.2, 1.4),
            5: (5.2, 3.3, 2.1), 6: (6.2, 3.4, 2.1), 8: (8.2, 4.2, 2.7),
        }.items()
    ),
    loop("control", "vvadd", "lw t4, 0(s1)\nlw t5, 0(s2)\naddw t4, t4, t5\nsw t4, 0(s3)\n"
         "addi t1, x0, 4\naddi t2, x0, 4", (8.1, 4.06, 4.0)),
    loop("control", "dependent copy", "ld t4, 0(s1)\nsd t4, 0(s2)", (4.1, 3.0, 3.0)),
    loop("control", "lw, lw, mulw, addw", "lw t4, 0(s1)\nlw t5, 0(s2)\nmulw t4, t4, t5\n"
         "addw a0, a0, t4", (6.1, 3.08, 2.06)),
    loop("control", "fld, fld, fmadd", "fld f1, 0(s1)\nfld f2, 0(s2)\nfmadd.d f3, f1, f2, f3",
         (7.0, 7.0, 7.0)),
    loop("control", "daxpy", "fld f1, 0(s1)\nfld f2, 0(s2)\nfmadd.d f3, f1, f4, f2\n"
         "fsd f3, 0(s3)", (6.1, 3.06, 3.0)),
    Row("control", "inner loop of count 8", again("li a0, 8\n1:\naddi a0, a0, -1\nbnez a0, 1b", 4),
        4, 17.8, 14.4, 10.2, iterations=200),
    Row("control", "call and leaf", "j 8f\n.balign 32\n7:\naddi a0, a0, 1\nret\n.balign 32\n8:\n"
        + again("jal ra, 7b", 8), 8, 5.25, 5.25, 5.25),
    Row("control", "jalr and leaf", "j 8f\n.balign 32\n7:\naddi a0, a0, 1\nret\n.balign 32\n8:\n"
        "auipc t1, 0\naddi t1, t1, -32\n" + again("jalr ra, 0(t1)", 8), 8, 5.25, 5.25, 5.1),
    Row("control", "nested call", "j 8f\n.balign 32\n6:\nmv t6, ra\njal ra, 7f\nmv ra, t6\nret\n"
        ".balign 32\n7:\naddi a0, a0, 1\nret\n.balign 32\n8:\n" + again("jal ra, 6b", 8), 8,
        7.75, 6.1, 5.25),
    *(
        Row("control", f"recursion {deep} deep", f"j 8f\n.balign 32\n7:\nbeqz a0, 6f\n"
            "addi sp, sp, -16\nsd ra, 0(sp)\naddi a0, a0, -1\njal ra, 7b\nld ra, 0(sp)\n"
            f"addi sp, sp, 16\n6:\nret\n.balign 32\n8:\nli a0, {deep - 1}\njal ra, 7b",
            deep, *cycles)
        for deep, cycles in {24: (8.3, 5.8, 3.8), 48: (8.4, 5.6, 3.7)}.items()
    ),
    *(
        Row("control", name, shifted(last, skipped), 1, *cycles, setup=STATE, iterations=1000)
        for name, last, skipped, cycles in (
            ("random branch over 12 addi", "andi t2, t2, 1", 12, (22.4, 16.6, 12.9)),
            ("the same always taken", "andi t2, t2, 0", 12, (13.0, 8.0, 6.0)),
            ("the same never taken", "ori t2, t2, 1", 12, (25.0, 13.0, 12.0)),
            ("random branch over 1 addi", "andi t2, t2, 1", 1, (17.1, 13.3, 11.1)),
        )
    ),
    *(
        Row("control", f"{count} taken branches", taken(count), count, *cycles, iterations=2)
        for count, cycles in {64: (2.1, 2.1, 2.1), 256: (3.0, 3.1, 2.8),
                              1024: (3.6, 3.75, 3.0)}.items()
    ),
)  # fmt: skip

SYSTEM = (
    row("system", "frflags", "frflags {r}", 8, (15.25, 13.25, 14.25)),
    Row("system", "frflags and 16 addi", ("frflags a1\n" + adds(16) + "\n") * 8, 8,
        37.8, 28.3, 25.3),
    row("system", "fence", "fence", 8, (9.25, 9.25, 10.25)),
    row("system", "fence.i", "fence.i", 8, (41, 39, 52)),
    row("system", "amoadd", "amoadd.d {r}, a6, (s1)", 8, (15.25, 15.25, 16.25)),
    Row("system", "amoswap and 16 addi", ("amoswap.d a1, a6, (s1)\n" + adds(16) + "\n") * 8, 8,
        37.8, 30.3, 27.3),
    row("system", "lr", "lr.d {r}, (s1)", 8, (14.3, 14.3, 15.3)),
    row("system", "lr and sc", "lr.d {r}, (s1)\nsc.d a0, a6, (s1)", 8, (28.3, 28.3, 28.0)),
)  # fmt: skip

FILL = """mv t4, s1
li t5, {count}
add t5, t5, t4
li a0, 88172645463325252
1:
slli t1, a0, 13
xor a0, a0, t1
srli t1, a0, 7
xor a0, a0, t1
slli t1, a0, 17
xor a0, a0, t1
srli t1, a0, 5
andi t1, t1, {mask}
sb t1, 0(t4)
addi t4, t4, 1
bne t4, t5, 1b"""
# A ring of all lines of 256 KB: line i leads to (a i + c) mod 4096.
CHAIN = """bnez s10, 2f
mv t4, s1
li t5, 0
li t6, 4096
1:
li t1, {a}
mul t1, t1, t5
addi t1, t1, {c}
slli t1, t1, 52
srli t1, t1, 46
add t1, t1, s1
slli t2, t5, 6
add t2, t2, s1
sd t1, 0(t2)
addi t5, t5, 1
bne t5, t6, 1b
2:"""


def over(count: int, skipped: int, *, branch: bool = True) -> str:
    """A pass over an array of bytes, with additions that a branch jumps over or none."""
    inside = f"beqz t1, 1f\n{adds(skipped)}\n1:" if branch else "add a1, a1, t1"
    return (
        f"mv t4, s1\nli t5, {count}\nadd t5, t5, t4\n.balign 32\n9:\nlbu t1, 0(t4)\n"
        f"addi t4, t4, 1\n{inside}\nbne t4, t5, 9b"
    )


def touched(text: str) -> str:
    """64 lines of fresh memory a call: a pass that goes on where the last one ended."""
    return f"li t5, 64\n.balign 32\n9:\n{text}\naddi t6, t6, 64\naddi t5, t5, -1\nbnez t5, 9b"


_BOTH = "\n".join(
    (
        CHAIN.format(a=2045, c=1231),
        "li t3, 0x40000\nadd s1, s1, t3",
        CHAIN.format(a=1365, c=777),
    )
)
_PAIR = _BOTH + "\nsrli t4, s10, 2\nadd t5, t4, s1\nsub t4, t5, t3"
BRANCHES = (
    Row("branches", "4096 random bytes, branch over 2 addi", over(4096, 2), 4096,
        11.2, 10.4, 9.91, setup=FILL.format(count=4096, mask=1), iterations=1),
    Row("branches", "1024 random bytes, branch over 1 addi", over(1024, 1), 1024,
        9.5, 9.0, 8.6, setup=FILL.format(count=1024, mask=1), iterations=4),
    Row("branches", "1024 zero bytes, the same", over(1024, 1), 1024,
        4.0, 3.0, 2.0, setup=FILL.format(count=1024, mask=0), iterations=4),
    Row("branches", "1024 random bytes, added", over(1024, 1, branch=False), 1024,
        4.0, 2.0, 1.36, setup=FILL.format(count=1024, mask=1), iterations=4),
)  # fmt: skip
MISSES = (
    Row("misses", "chase", again("ld t4, 0(t4)", 16), 16, 37.7, 35.6, 35.6,
        setup=CHAIN.format(a=2045, c=1231) + "\nsrli t4, s10, 2\nadd t4, t4, s1"),
    Row("misses", "two chases", again("ld t4, 0(t4)\nld t5, 0(t5)", 8), 8, 58.0, 55.9, 42.5,
        setup=_PAIR),
    Row("misses", "a load a line", touched("ld a1, 0(t6)"), 64, 29.1, 28.4, 18.7,
        setup="add t6, s1, s10", iterations=1, once=True),
    Row("misses", "a store a line", touched("sd a1, 0(t6)"), 64, 30.9, 29.4, 18.3,
        setup="add t6, s1, s10", iterations=1, once=True),
    Row("misses", "8 loads a line",
        touched("\n".join(f"ld a1, {8 * i}(t6)" for i in range(8))), 64, 48.7, 39.6, 28.6,
        setup="add t6, s1, s10", iterations=1, once=True),
    Row("misses", "8 stores a line",
        touched("\n".join(f"sd a1, {8 * i}(t6)" for i in range(8))), 64, 37.4, 34.8, 28.9,
        setup="add t6, s1, s10", iterations=1, once=True),
)  # fmt: skip


def between_misses(filler: str, count: int) -> Row:
    """Two misses that need nothing of each other, with fillers between; then both are awaited."""
    body = f"ld t4, 0(t4)\n{again(filler, count)}\nld t5, 0(t5)\nxor t3, t5, t5\nadd t4, t4, t3"
    return Row("window", filler, body, 1, None, None, None, setup=f"{_PAIR}\nli s2, {DATA}")


ROWS = (*BRANCHES, *MISSES, *INTEGER, *MEMORY, *FLOAT, *CONTROL, *SYSTEM)
