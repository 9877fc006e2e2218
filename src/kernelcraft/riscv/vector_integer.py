"""Zve32x: element-by-element integer and fixed-point arithmetic, as tables of operations."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv import vlegal
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.machine import RiscV, signed
from kernelcraft.riscv.varithmetic import ROUTINES

vector_integer = Extension("vector integer arithmetic")

BITS = "{six} {vm} vs2 {second} {three} vd 1010111"
# form -> operand of the second source, funct3 of integer and of multiplier instructions
FORMS = {
    "v": ("vs1", "000", "010"),
    "x": ("rs1", "100", "110"),
    "i": ("simm5", "011", "---"),
    "u": ("uimm5", "011", "---"),
}
Check = Callable[[RiscV, int, int, int], None]
"""Checks vd, vs2 and vs1, whose number is that of vs2 where there is none."""


def plain(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    """Three groups of LMUL."""
    m.legal_if(vlegal.aligned(vd | vs2 | vs1, m.lmul), vlegal.ALIGN)


def widening(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    """A result of twice the width."""
    vlegal.doubles(m)
    m.legal_if(vlegal.aligned(vd, 2 * m.lmul) & vlegal.aligned(vs2 | vs1, m.lmul), vlegal.ALIGN)
    clear = vlegal.apart(vd, 2 * m.lmul, vs2, m.lmul) & vlegal.apart(vd, 2 * m.lmul, vs1, m.lmul)
    m.legal_if(clear, vlegal.OVERLAP)


def wide_source(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    """A result and a first source of twice the width."""
    vlegal.doubles(m)
    m.legal_if(vlegal.aligned(vd | vs2, 2 * m.lmul) & vlegal.aligned(vs1, m.lmul), vlegal.ALIGN)
    m.legal_if(vlegal.apart(vd, 2 * m.lmul, vs1, m.lmul), vlegal.OVERLAP)


def wide_source_alone(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    """As `wide_source`, and the second source is a scalar."""
    vlegal.doubles(m)
    m.legal_if(vlegal.aligned(vd | vs2, 2 * m.lmul), vlegal.ALIGN)


def narrowing(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    """A source of twice the width of the result."""
    vlegal.doubles(m)
    m.legal_if(vlegal.aligned(vs2, 2 * m.lmul) & vlegal.aligned(vd | vs1, m.lmul), vlegal.ALIGN)
    m.legal_if((vd == vs2) | vlegal.apart(vd, m.lmul, vs2, 2 * m.lmul), vlegal.OVERLAP)


def narrowing_alone(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    """As `narrowing`, and the second source is a scalar."""
    narrowing(m, vd, vs2, vd)


def to_mask(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    """A mask from two groups: it may only overlap the first register of a source."""
    m.legal_if(vlegal.aligned(vs2 | vs1, m.lmul), vlegal.ALIGN)
    clear = ((vd == vs2) | vlegal.apart(vd, 8, vs2, m.lmul)) & (
        (vd == vs1) | vlegal.apart(vd, 8, vs1, m.lmul)
    )
    m.legal_if(clear, vlegal.OVERLAP)


def _carry_out(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    to_mask(m, vd, vs2, vs1)


def carried(
    m: RiscV,
    name: str,
    vd: int,
    vs2: int,
    source: int,
    vm: int,
) -> None:
    """Run a routine over the body elements, collecting saturation."""
    saturated = ROUTINES[name](
        m.v.array, vd, vs2, source, m.vstart, m.vl, m.sew, vm, m.csr[SLOT["vxrm"]]
    )
    m.csr[SLOT["vxsat"]] = m.csr[SLOT["vxsat"]] | saturated
    m.vector_done()


def _declare(
    mnemonic: str,
    routine: str,
    bits: str,
    unit: str,
    check: Check,
    text: str,
    *,
    order: str = "vd, vs2, {second}",
    masked: bool = True,
    to_v0: bool = False,
) -> None:
    """One instruction; the second source is what its bits name."""
    words = bits.split()
    second = next(each for each in words if each in ("vs1", "rs1", "simm5", "uimm5"))

    def run(m: RiscV, vd: int, vs2: int, number: int, vm: int) -> None:
        vlegal.ready(m)
        check(m, vd, vs2, number if second == "vs1" else vs2)
        if masked and not to_v0:
            vlegal.unmasked_or_not_v0(m, vd, vm)
        source = m.x[number] if second == "rs1" else number
        carried(m, routine, vd, vs2, source, vm)

    syntax = f"{mnemonic} {order.format(second=second)}" + (", vm" * masked)
    syntax = syntax.replace(", vm", "[, vm]")
    body = _bodies(run, second, masked)
    body.__doc__ = text
    vector_integer.instruction(syntax, bits, unit=unit)(body)


Run = Callable[[RiscV, int, int, int, int], None]


def _bodies(run: Run, second: str, masked: bool) -> Callable[..., None]:
    """A body with the operands' own names: what the table looks at."""

    def vv(m: RiscV, vd: int, vs2: int, vs1: int, vm: int) -> None:
        run(m, vd, vs2, vs1, vm)

    def vx(m: RiscV, vd: int, vs2: int, rs1: int, vm: int) -> None:
        run(m, vd, vs2, rs1, vm)

    def vi(m: RiscV, vd: int, vs2: int, simm5: int, vm: int) -> None:
        run(m, vd, vs2, simm5, vm)

    def vu(m: RiscV, vd: int, vs2: int, uimm5: int, vm: int) -> None:
        run(m, vd, vs2, uimm5, vm)

    def vvm(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
        run(m, vd, vs2, vs1, 1)

    def vxm(m: RiscV, vd: int, vs2: int, rs1: int) -> None:
        run(m, vd, vs2, rs1, 1)

    def vim(m: RiscV, vd: int, vs2: int, simm5: int) -> None:
        run(m, vd, vs2, simm5, 1)

    with_mask = {"vs1": vv, "rs1": vx, "simm5": vi, "uimm5": vu}
    without = {"vs1": vvm, "rs1": vxm, "simm5": vim}
    return with_mask[second] if masked else without[second]


def _family(
    name: str,
    six: str,
    forms: str,
    text: str,
    *,
    check: Check = plain,
    unit: str = "valu",
    suffix: str = "v",
    accumulates: bool = False,
) -> None:
    """The forms of one operation; `suffix` w: the first source is wide."""
    multiplier = unit in ("vmul", "vdiv") or name[:5] in _MULTIPLIER_GROUP
    for form in forms:
        second, integer, multiply = FORMS[form]
        three = multiply if multiplier and form in "vx" and name not in _INTEGER_GROUP else integer
        letter = "i" if form == "u" else form
        routine = f"{name}_{suffix}{'v' if form == 'v' else 'x'}"
        alone = _ALONE.get(check, check) if form != "v" else check
        bits = BITS.format(six=six, vm="vm", second=second, three=three)
        source = {"v": "vs1[i]", "x": "x[rs1]"}.get(form, second)
        order = "vd, {second}, vs2" if accumulates else "vd, vs2, {second}"
        meaning = text.format(b=source)
        _declare(
            f"{name}.{suffix}{letter}",
            routine,
            bits,
            unit,
            alone,
            f"{meaning}.",
            order=order,
            to_v0=check is to_mask,
        )


_ALONE: dict[Check, Check] = {wide_source: wide_source_alone, narrowing: narrowing_alone}
_MULTIPLIER_GROUP = ("vaadd", "vasub", "vwadd", "vwsub")
_INTEGER_GROUP = ("vsmul",)

_family("vadd", "000000", "vxi", "vd[i] = vs2[i] + {b}")
_family("vsub", "000010", "vx", "vd[i] = vs2[i] - {b}")
_family("vrsub", "000011", "xi", "vd[i] = {b} - vs2[i]")
_family("vminu", "000100", "vx", "vd[i] = the smaller of vs2[i] and {b}, unsigned")
_family("vmin", "000101", "vx", "vd[i] = the smaller of vs2[i] and {b}, signed")
_family("vmaxu", "000110", "vx", "vd[i] = the larger of vs2[i] and {b}, unsigned")
_family("vmax", "000111", "vx", "vd[i] = the larger of vs2[i] and {b}, signed")
_family("vand", "001001", "vxi", "vd[i] = vs2[i] & {b}")
_family("vor", "001010", "vxi", "vd[i] = vs2[i] | {b}")
_family("vxor", "001011", "vxi", "vd[i] = vs2[i] ^ {b}")
_family("vsll", "100101", "vxu", "vd[i] = vs2[i] << {b} mod SEW")
_family("vsrl", "101000", "vxu", "vd[i] = vs2[i] >> {b} mod SEW, unsigned")
_family("vsra", "101001", "vxu", "vd[i] = vs2[i] >> {b} mod SEW, signed")

_UP = "rounded as vxrm says"
_family("vsaddu", "100000", "vxi", "vd[i] = vs2[i] + {b}, unsigned, saturated (sets vxsat)")
_family("vsadd", "100001", "vxi", "vd[i] = vs2[i] + {b}, signed, saturated (sets vxsat)")
_family("vssubu", "100010", "vx", "vd[i] = vs2[i] - {b}, unsigned, saturated (sets vxsat)")
_family("vssub", "100011", "vx", "vd[i] = vs2[i] - {b}, signed, saturated (sets vxsat)")
_family("vaaddu", "001000", "vx", f"vd[i] = (vs2[i] + {{b}}) / 2, unsigned, {_UP}")
_family("vaadd", "001001", "vx", f"vd[i] = (vs2[i] + {{b}}) / 2, signed, {_UP}")
_family("vasubu", "001010", "vx", f"vd[i] = (vs2[i] - {{b}}) / 2, unsigned, {_UP}")
_family("vasub", "001011", "vx", f"vd[i] = (vs2[i] - {{b}}) / 2, signed, {_UP}")
_family(
    "vsmul",
    "100111",
    "vx",
    f"vd[i] = vs2[i] * {{b}} / 2^(SEW-1), signed, {_UP}, saturated (sets vxsat)",
    unit="vmul",
)
_family("vssrl", "101010", "vxu", f"vd[i] = vs2[i] / 2^({{b}} mod SEW), unsigned, {_UP}")
_family("vssra", "101011", "vxu", f"vd[i] = vs2[i] / 2^({{b}} mod SEW), signed, {_UP}")

_family("vmulhu", "100100", "vx", "vd[i] = upper half of vs2[i] * {b}, unsigned", unit="vmul")
_family("vmul", "100101", "vx", "vd[i] = lower half of vs2[i] * {b}", unit="vmul")
_family(
    "vmulhsu", "100110", "vx", "vd[i] = upper half of vs2[i] * {b}, signed by unsigned", unit="vmul"
)
_family("vmulh", "100111", "vx", "vd[i] = upper half of vs2[i] * {b}, signed", unit="vmul")
_family("vmadd", "101001", "vx", "vd[i] = {b} * vd[i] + vs2[i]", unit="vmul", accumulates=True)
_family("vnmsub", "101011", "vx", "vd[i] = vs2[i] - {b} * vd[i]", unit="vmul", accumulates=True)
_family("vmacc", "101101", "vx", "vd[i] = vd[i] + {b} * vs2[i]", unit="vmul", accumulates=True)
_family("vnmsac", "101111", "vx", "vd[i] = vd[i] - {b} * vs2[i]", unit="vmul", accumulates=True)
_family(
    "vdivu", "100000", "vx", "vd[i] = vs2[i] / {b}, unsigned; all ones for {b} = 0", unit="vdiv"
)
_family(
    "vdiv", "100001", "vx", "vd[i] = vs2[i] / {b}, signed, towards 0; -1 for {b} = 0", unit="vdiv"
)
_family(
    "vremu", "100010", "vx", "vd[i] = vs2[i] mod {b}, unsigned; vs2[i] for {b} = 0", unit="vdiv"
)
_family(
    "vrem",
    "100011",
    "vx",
    "vd[i] = remainder of vs2[i] / {b}, signed; vs2[i] for {b} = 0",
    unit="vdiv",
)

for _name, _six, _sign, _kind in (
    ("vwaddu", "110000", "+", "unsigned"),
    ("vwadd", "110001", "+", "signed"),
    ("vwsubu", "110010", "-", "unsigned"),
    ("vwsub", "110011", "-", "signed"),
):
    _family(
        _name, _six, "vx", f"vd[i] = vs2[i] {_sign} {{b}} in 2*SEW bits, {_kind}", check=widening
    )
    _family(
        _name,
        f"{int(_six, 2) | 4:06b}",
        "vx",
        f"vd[i] = vs2[i] {_sign} {{b}}; vd and vs2 have 2*SEW bits, {_kind}",
        check=wide_source,
        suffix="w",
    )
for _name, _six, _kind in (
    ("vwmulu", "111000", "unsigned"),
    ("vwmulsu", "111010", "signed vs2, unsigned other"),
    ("vwmul", "111011", "signed"),
):
    _family(
        _name,
        _six,
        "vx",
        f"vd[i] = vs2[i] * {{b}} in 2*SEW bits, {_kind}",
        check=widening,
        unit="vmul",
    )
for _name, _six, _forms, _kind in (
    ("vwmaccu", "111100", "vx", "unsigned"),
    ("vwmacc", "111101", "vx", "signed"),
    ("vwmaccus", "111110", "x", "unsigned scalar, signed vs2"),
    ("vwmaccsu", "111111", "vx", "signed other, unsigned vs2"),
):
    _family(
        _name,
        _six,
        _forms,
        f"vd[i] = vd[i] + {{b}} * vs2[i] in 2*SEW bits, {_kind}",
        check=widening,
        unit="vmul",
        accumulates=True,
    )

_NARROW = "vd[i] = vs2[i] / 2^({{b}} mod 2*SEW), {}; vs2 has 2*SEW bits"
_family("vnsrl", "101100", "vxu", _NARROW.format("unsigned"), check=narrowing, suffix="w")
_family("vnsra", "101101", "vxu", _NARROW.format("signed"), check=narrowing, suffix="w")
_CLIP = f"{_UP}, saturated to SEW bits (sets vxsat)"
_family(
    "vnclipu", "101110", "vxu", _NARROW.format(f"unsigned, {_CLIP}"), check=narrowing, suffix="w"
)
_family("vnclip", "101111", "vxu", _NARROW.format(f"signed, {_CLIP}"), check=narrowing, suffix="w")

for _name, _six, _forms, _sign in (
    ("vmseq", "011000", "vxi", "= {b}"),
    ("vmsne", "011001", "vxi", "is not {b}"),
    ("vmsltu", "011010", "vx", "< {b}, unsigned"),
    ("vmslt", "011011", "vx", "< {b}, signed"),
    ("vmsleu", "011100", "vxi", "<= {b}, unsigned"),
    ("vmsle", "011101", "vxi", "<= {b}, signed"),
    ("vmsgtu", "011110", "xi", "> {b}, unsigned"),
    ("vmsgt", "011111", "xi", "> {b}, signed"),
):
    _family(
        _name, _six, _forms, f"Bit i of vd = 1 if vs2[i] {_sign}", check=to_mask, unit="vpermute"
    )


def _with_carry(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    plain(m, vd, vs2, vs1)
    m.legal_if(vd != 0, "the result cannot be in v0, which holds the carries")


for _form, (_second, _three, _) in list(FORMS.items())[:3]:
    _routine = "vv" if _form == "v" else "vx"
    for _name, _six, _sign in (("vadc", "010000", "+"), ("vsbc", "010010", "-")):
        if _form != "i" or _name == "vadc":
            _declare(
                f"{_name}.v{_form}m",
                f"{_name}_{_routine}",
                BITS.format(six=_six, vm="0", second=_second, three=_three),
                "valu",
                _with_carry,
                f"vd[i] = vs2[i] {_sign} {_second} {_sign} bit i of v0.",
                order="vd, vs2, {second}, v0",
                masked=False,
            )
    _declare(
        f"vmerge.v{_form}m",
        f"vmerge_{_routine}",
        BITS.format(six="010111", vm="0", second=_second, three=_three),
        "valu",
        _with_carry,
        f"vd[i] = {_second} where bit i of v0 is 1, else vs2[i].",
        order="vd, vs2, {second}, v0",
        masked=False,
    )


def _carry_bits(name: str, six: str, form: str, sign: str) -> None:
    """The carry out, with (`vm` 0) or without (1) the carry of v0."""
    second, three, _ = FORMS[form]
    routine = ROUTINES[f"{name}_{'vv' if form == 'v' else 'vx'}"]

    def run(m: RiscV, vd: int, vs2: int, number: int, vm: int) -> None:
        vlegal.ready(m)
        to_mask(m, vd, vs2, number if form == "v" else vs2)
        source = m.x[number] if form == "x" else number
        routine(m.v.array, vd, vs2, source, m.vstart, m.vl, m.sew, vm, 0)
        m.vector_done()

    def with_carry(m: RiscV, vd: int, vs2: int, number: int, vm: int) -> None:
        run(m, vd, vs2, number, 0)

    for vm, letter, carry, what in ((0, "m", ", v0", f" {sign} bit i of v0"), (1, "", "", "")):
        body = _bodies(with_carry if vm == 0 else run, second, masked=False)
        body.__doc__ = f"Bit i of vd = the carry out of vs2[i] {sign} {second}{what}."
        vector_integer.instruction(
            f"{name}.v{form}{letter} vd, vs2, {second}{carry}",
            BITS.format(six=six, vm=vm, second=second, three=three),
            unit="vpermute",
        )(body)


for _form in "vxi":
    _carry_bits("vmadc", "010001", _form, "+")
    if _form != "i":
        _carry_bits("vmsbc", "010011", _form, "-")


@vector_integer.instruction("vmv.v.v vd, vs1", "010111 1 00000 vs1 000 vd 1010111", unit="valu")
def vmv_v_v(m: RiscV, vd: int, vs1: int) -> None:
    """Copy: vd[i] = vs1[i]."""
    vlegal.ready(m)
    plain(m, vd, vs1, vs1)
    carried(m, "vmv_vv", vd, vs1, vs1, 1)


@vector_integer.instruction("vmv.v.x vd, rs1", "010111 1 00000 rs1 100 vd 1010111", unit="valu")
def vmv_v_x(m: RiscV, vd: int, rs1: int) -> None:
    """Every element: vd[i] = x[rs1]."""
    vlegal.ready(m)
    plain(m, vd, vd, vd)
    carried(m, "vmv_vx", vd, vd, signed(m.x[rs1]), 1)


@vector_integer.instruction("vmv.v.i vd, simm5", "010111 1 00000 simm5 011 vd 1010111", unit="valu")
def vmv_v_i(m: RiscV, vd: int, simm5: int) -> None:
    """Every element: vd[i] = simm5."""
    vlegal.ready(m)
    plain(m, vd, vd, vd)
    carried(m, "vmv_vx", vd, vd, simm5, 1)


def _extend(name: str, factor: int, code: str) -> None:
    def body(m: RiscV, vd: int, vs2: int, vm: int) -> None:
        vlegal.ready(m)
        m.legal_if(
            (m.sew >= 8 * factor) & (m.lmul >= factor),
            "elements of this fraction of SEW do not exist",
        )
        narrow = m.lmul >> (1 if factor == 2 else 2)
        m.legal_if(vlegal.aligned(vd, m.lmul) & vlegal.aligned(vs2, narrow), vlegal.ALIGN)
        m.legal_if(vlegal.apart(vd, m.lmul, vs2, narrow), vlegal.OVERLAP)
        vlegal.unmasked_or_not_v0(m, vd, vm)
        carried(m, name, vd, vs2, factor, vm)

    kind = "zeros" if name == "vzext" else "the sign"
    body.__doc__ = f"vd[i] = vs2[i] extended with {kind} from SEW/{factor} bits."
    vector_integer.instruction(
        f"{name}.vf{factor} vd, vs2[, vm]", f"010010 vm vs2 {code} 010 vd 1010111", unit="valu"
    )(body)


_extend("vzext", 4, "00100")
_extend("vsext", 4, "00101")
_extend("vzext", 2, "00110")
_extend("vsext", 2, "00111")
