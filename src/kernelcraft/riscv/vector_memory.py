"""Zve32x: vector loads and stores in all their forms."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv import vlegal
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.hart import LOAD_FAULT, STORE_FAULT, signed
from kernelcraft.riscv.machine import VLENB, RiscV
from kernelcraft.riscv.memory import READ, WRITE
from kernelcraft.riscv.vmemory import DONE, vindexed, vstrided

vector_memory = Extension("vector loads and stores")

INDICES = "no such group of indices: it has 1/8 to 8 registers and begins at a multiple of that"
WIDTHS = {8: "000", 16: "101", 32: "110"}
GROUP = (
    "no such register group: EMUL = LMUL * element width / SEW must be 1/8 to 8, the register a "
    "multiple of it, and all fields together at most 8 registers and not beyond v31"
)


def _emul(m: RiscV, bits: int) -> int:
    """Eighths of a register that a group of elements of `bits` takes."""
    return m.lmul * bits // m.sew


def _group(m: RiscV, register: int, lmul: int, fields: int) -> None:
    """`fields` groups side by side."""
    size = vlegal.registers(lmul)
    exists = (lmul >= 1) & (lmul <= 64) & (register & (size - 1) == 0)
    m.legal_if(exists & (fields * size <= 8) & (register + fields * size <= 32), GROUP)


def _finish(m: RiscV, missed: int, access: int) -> None:
    """End an access, or trap at the element that could not be accessed."""
    if missed != DONE:
        m.csr[SLOT["vstart"]] = missed & 255
        if access == READ:
            m.trap(LOAD_FAULT, missed >> 8, "vector load from {value:#x}, where no memory is")
        m.trap(STORE_FAULT, missed >> 8, "vector store to {value:#x}, where nothing can be written")
    m.vector_done()


def _strided(
    m: RiscV,
    vd: int,
    base: int,
    stride: int,
    fields: int,
    bits: int,
    lmul: int,
    vl: int,
    vm: int,
    access: int,
) -> int:
    return vstrided(
        m.v.array,
        m.memory.array,
        m.regions.array,
        m.regions.size,
        vd,
        base,
        stride,
        fields,
        bits // 8,
        vlegal.registers(lmul),
        m.vstart,
        vl,
        vm,
        access,
    )


def _regular(
    m: RiscV, vd: int, base: int, stride: int, vm: int, fields: int, bits: int, access: int
) -> None:
    vlegal.ready(m, "memory")
    lmul = _emul(m, bits)
    _group(m, vd, lmul, fields)
    if access == READ:
        vlegal.unmasked_or_not_v0(m, vd, vm)
    _finish(m, _strided(m, vd, base, stride, fields, bits, lmul, m.vl, vm, access), access)


def _indexed(
    m: RiscV, vd: int, base: int, vs2: int, vm: int, fields: int, bits: int, access: int
) -> None:
    vlegal.ready(m, "memory")
    _group(m, vd, m.lmul, fields)
    lmul = _emul(m, bits)
    m.legal_if((lmul >= 1) & (lmul <= 64) & vlegal.aligned(vs2, lmul), INDICES)
    if access == READ:
        vlegal.unmasked_or_not_v0(m, vd, vm)
        _indices_clear(m, vd, vs2, lmul, fields, bits)
    missed = vindexed(
        m.v.array,
        m.memory.array,
        m.regions.array,
        m.regions.size,
        vd,
        base,
        vs2,
        bits // 8,
        fields,
        m.sew >> 3,
        vlegal.registers(m.lmul),
        m.vstart,
        m.vl,
        vm,
        access,
    )
    _finish(m, missed, access)


def _indices_clear(m: RiscV, vd: int, vs2: int, lmul: int, fields: int, bits: int) -> None:
    """A loaded group may overlap its indices only where that is harmless."""
    if fields > 1:
        whole = fields * vlegal.registers(m.lmul)
        clear = vlegal.touch(vd, whole, vs2, vlegal.registers(lmul)) ^ True
        m.legal_if(clear, vlegal.OVERLAP)
    else:
        same = (vd == vs2) & (m.sew <= bits)
        m.legal_if(same | vlegal.apart(vd, m.lmul, vs2, lmul), vlegal.OVERLAP)


def _names(access: int, fields: int) -> tuple[str, str, str]:
    """Letter, operand and words of a load or store of this many fields."""
    letter, register = ("l", "vd") if access == READ else ("s", "vs3")
    verb = "Load" if access == READ else "Store"
    what = f"{verb} structures of {fields} fields" if fields > 1 else verb
    return letter, register, what


Access = Callable[[RiscV, int, int, int, int], None]


def _declare(
    syntax: str, bits: str, access: int, text: str, run: Access, *, second: str = ""
) -> None:
    """Give a function of (m, register, rs1, second, vm) the operands' own names."""

    def load(m: RiscV, vd: int, rs1: int, vm: int) -> None:
        run(m, vd, rs1, 0, vm)

    def store(m: RiscV, vs3: int, rs1: int, vm: int) -> None:
        run(m, vs3, rs1, 0, vm)

    def load_strided(m: RiscV, vd: int, rs1: int, rs2: int, vm: int) -> None:
        run(m, vd, rs1, rs2, vm)

    def store_strided(m: RiscV, vs3: int, rs1: int, rs2: int, vm: int) -> None:
        run(m, vs3, rs1, rs2, vm)

    def load_indexed(m: RiscV, vd: int, rs1: int, vs2: int, vm: int) -> None:
        run(m, vd, rs1, vs2, vm)

    def store_indexed(m: RiscV, vs3: int, rs1: int, vs2: int, vm: int) -> None:
        run(m, vs3, rs1, vs2, vm)

    bodies: dict[tuple[str, int], Callable[..., None]] = {
        ("", READ): load,
        ("", WRITE): store,
        ("rs2", READ): load_strided,
        ("rs2", WRITE): store_strided,
        ("vs2", READ): load_indexed,
        ("vs2", WRITE): store_indexed,
    }
    body = bodies[second, access]
    body.__doc__ = text
    unit = "vload" if access == READ else "vstore"
    vector_memory.instruction(syntax, bits, unit=unit)(body)


def _forms(access: int, fields: int, width: int) -> None:
    """Unit stride, strided and indexed accesses of one width and number of fields."""
    letter, register, what = _names(access, fields)
    opcode = "0000111" if access == READ else "0100111"
    head, tail = f"{fields - 1:03b} 0", f"rs1 {WIDTHS[width]} {register} {opcode}"
    seg = f"seg{fields}" if fields > 1 else ""
    size = fields * width // 8
    element = f"{width}-bit elements"

    def unit(m: RiscV, vd: int, rs1: int, second: int, vm: int) -> None:
        _regular(m, vd, m.x[rs1], size, vm, fields, width, access)

    def strided(m: RiscV, vd: int, rs1: int, second: int, vm: int) -> None:
        _regular(m, vd, m.x[rs1], signed(m.x[second]), vm, fields, width, access)

    def indexed(m: RiscV, vd: int, rs1: int, second: int, vm: int) -> None:
        _indexed(m, vd, m.x[rs1], second, vm, fields, width, access)

    _declare(
        f"v{letter}{seg}e{width}.v {register}, (rs1)[, vm]",
        f"{head} 00 vm 00000 {tail}",
        access,
        f"{what}: {element} side by side from x[rs1] on.",
        unit,
    )
    _declare(
        f"v{letter}s{seg}e{width}.v {register}, (rs1), rs2[, vm]",
        f"{head} 10 vm rs2 {tail}",
        access,
        f"{what}: {element} at x[rs1] + i * x[rs2].",
        strided,
        second="rs2",
    )
    for order, code, kind in (("u", "01", "in any order"), ("o", "11", "in order")):
        _declare(
            f"v{letter}{order}x{seg}ei{width}.v {register}, (rs1), vs2[, vm]",
            f"{head} {code} vm vs2 {tail}",
            access,
            f"{what}: SEW-bit elements at x[rs1] + vs2[i], {width}-bit offsets, {kind}.",
            indexed,
            second="vs2",
        )


for _access in (READ, WRITE):
    for _fields in range(1, 9):
        for _width in WIDTHS:
            _forms(_access, _fields, _width)


def _fault_first(fields: int, width: int) -> None:
    """Loads that end quietly before an element, other than the first, that cannot be read."""

    def body(m: RiscV, vd: int, rs1: int, vm: int) -> None:
        vlegal.ready(m, "memory")
        lmul = _emul(m, width)
        _group(m, vd, lmul, fields)
        vlegal.unmasked_or_not_v0(m, vd, vm)
        base = m.x[rs1]
        missed = _strided(m, vd, base, fields * width // 8, fields, width, lmul, m.vl, vm, READ)
        if (missed == DONE) | (missed & 255 == 0):
            _finish(m, missed, READ)
        else:
            m.csr[SLOT["vl"]] = missed & 255
            m.vector_done()

    seg = f"seg{fields}" if fields > 1 else ""
    body.__doc__ = (
        f"{_names(READ, fields)[2]}: as vl{seg}e{width}.v, but where an element after the first "
        "cannot be read, vl becomes its index."
    )
    vector_memory.instruction(
        f"vl{seg}e{width}ff.v vd, (rs1)[, vm]",
        f"{fields - 1:03b} 0 00 vm 10000 rs1 {WIDTHS[width]} vd 0000111",
        unit="vload",
    )(body)


for _fields in range(1, 9):
    for _width in WIDTHS:
        _fault_first(_fields, _width)


@vector_memory.instruction("vlm.v vd, (rs1)", "000 0 00 1 01011 rs1 000 vd 0000111", unit="vload")
def vlm(m: RiscV, vd: int, rs1: int) -> None:
    """Load a mask: ceil(vl / 8) bytes."""
    vlegal.ready(m, "memory")
    _finish(m, _strided(m, vd, m.x[rs1], 1, 1, 8, 8, m.vl + 7 >> 3, 1, READ), READ)


@vector_memory.instruction(
    "vsm.v vs3, (rs1)", "000 0 00 1 01011 rs1 000 vs3 0100111", unit="vstore"
)
def vsm(m: RiscV, vs3: int, rs1: int) -> None:
    """Store a mask: ceil(vl / 8) bytes."""
    vlegal.ready(m, "memory")
    _finish(m, _strided(m, vs3, m.x[rs1], 1, 1, 8, 8, m.vl + 7 >> 3, 1, WRITE), WRITE)


def _whole_load(count: int, width: int) -> None:
    def body(m: RiscV, vd: int, rs1: int) -> None:
        m.legal_if(vd & (count - 1) == 0, vlegal.ALIGN)
        m.vector_begins("whole registers")
        elements = count * VLENB * 8 // width
        step = width // 8
        _finish(m, _strided(m, vd, m.x[rs1], step, 1, width, 8, elements, 1, READ), READ)

    noun = "register" if count == 1 else "registers"
    body.__doc__ = f"Load {count} whole {noun}, whatever vl and vtype are."
    vector_memory.instruction(
        f"vl{count}re{width}.v vd, (rs1)",
        f"{count - 1:03b} 0 00 1 01000 rs1 {WIDTHS[width]} vd 0000111",
        unit="vload",
    )(body)


def _whole_store(count: int) -> None:
    def body(m: RiscV, vs3: int, rs1: int) -> None:
        m.legal_if(vs3 & (count - 1) == 0, vlegal.ALIGN)
        m.vector_begins("whole registers")
        _finish(m, _strided(m, vs3, m.x[rs1], 1, 1, 8, 8, count * VLENB, 1, WRITE), WRITE)

    noun = "register" if count == 1 else "registers"
    body.__doc__ = f"Store {count} whole {noun}, whatever vl and vtype are."
    vector_memory.instruction(
        f"vs{count}r.v vs3, (rs1)",
        f"{count - 1:03b} 0 00 1 01000 rs1 000 vs3 0100111",
        unit="vstore",
    )(body)


for _count in (1, 2, 4, 8):
    for _width in WIDTHS:
        _whole_load(_count, _width)
    _whole_store(_count)
