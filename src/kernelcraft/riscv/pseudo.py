"""Pseudo-instructions and relocation operators of RISC-V: what one line of text really means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kernelcraft.isa.gnu.dialect import Modifier
from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.pseudo import Constant, Pseudo

# mnemonic and number of operands -> instructions; {0}, {1} ... are the operands.
PLAIN = """
nop 0: addi zero, zero, 0
unimp 0: csrrw zero, 0xC00, zero
ret 0: jalr zero, 0(ra)
fence 0: fence iorw, iorw
mv 2: addi {0}, {1}, 0
not 2: xori {0}, {1}, -1
neg 2: sub {0}, zero, {1}
seqz 2: sltiu {0}, {1}, 1
snez 2: sltu {0}, zero, {1}
sltz 2: slt {0}, {1}, zero
sgtz 2: slt {0}, zero, {1}
sgt 3: slt {0}, {2}, {1}
sgtu 3: sltu {0}, {2}, {1}
zext.b 2: andi {0}, {1}, 255
beqz 2: beq {0}, zero, {1}
bnez 2: bne {0}, zero, {1}
blez 2: bge zero, {0}, {1}
bgez 2: bge {0}, zero, {1}
bltz 2: blt {0}, zero, {1}
bgtz 2: blt zero, {0}, {1}
bgt 3: blt {1}, {0}, {2}
ble 3: bge {1}, {0}, {2}
bgtu 3: bltu {1}, {0}, {2}
bleu 3: bgeu {1}, {0}, {2}
j 1: jal zero, {0}
jal 1: jal ra, {0}
jr 1: jalr zero, {0:base}
jalr 1: jalr ra, {0:base}
jalr 2: jalr {0}, {1:base}
jalr 3: jalr {0}, {2}({1})
la 2: auipc {0}, %pcrel_hi({1}); addi {0}, {0}, %pcrel_lo(.-4)
lla 2: auipc {0}, %pcrel_hi({1}); addi {0}, {0}, %pcrel_lo(.-4)
csrr 2: csrrs {0}, {1}, zero
csrwi 2: csrrwi zero, {0}, {1}
csrsi 2: csrrsi zero, {0}, {1}
csrci 2: csrrci zero, {0}, {1}
frflags 1: csrrs {0}, fflags, zero
fsflags 1: csrrw zero, fflags, {0}
fsflags 2: csrrw {0}, fflags, {1}
fsflagsi 1: csrrwi zero, fflags, {0}
frrm 1: csrrs {0}, frm, zero
fsrm 1: csrrw zero, frm, {0}
fsrm 2: csrrw {0}, frm, {1}
fsrmi 1: csrrwi zero, frm, {0}
frcsr 1: csrrs {0}, fcsr, zero
fscsr 1: csrrw zero, fcsr, {0}
fscsr 2: csrrw {0}, fcsr, {1}
fmv.s 2: fsgnj.s {0}, {1}, {1}
fabs.s 2: fsgnjx.s {0}, {1}, {1}
fneg.s 2: fsgnjn.s {0}, {1}, {1}
fgt.s 3: flt.s {0}, {2}, {1}
fge.s 3: fle.s {0}, {2}, {1}
fmv.x.s 2: fmv.x.w {0}, {1}
fmv.s.x 2: fmv.w.x {0}, {1}
"""
FAR_CALLS = """
call 1: auipc ra, %pcrel_hi({0}); jalr ra, %pcrel_lo(.-4)(ra)
call 2: auipc {0}, %pcrel_hi({1}); jalr {0}, %pcrel_lo(.-4)({0})
tail 1: auipc t1, %pcrel_hi({0}); jalr zero, %pcrel_lo(.-4)(t1)
jump 2: auipc {1}, %pcrel_hi({0}); jalr zero, %pcrel_lo(.-4)({1})
"""
VECTOR = """
flushall 0: flushat zero
vneg.v 2-3: vrsub.vx {0}, {1}, zero{mask}
vnot.v 2-3: vxor.vi {0}, {1}, -1{mask}
vwcvt.x.x.v 2-3: vwadd.vx {0}, {1}, zero{mask}
vwcvtu.x.x.v 2-3: vwaddu.vx {0}, {1}, zero{mask}
vncvt.x.x.w 2-3: vnsrl.wx {0}, {1}, zero{mask}
vmsgt.vv 3-4: vmslt.vv {0}, {2}, {1}{mask}
vmsgtu.vv 3-4: vmsltu.vv {0}, {2}, {1}{mask}
vmsge.vv 3-4: vmsle.vv {0}, {2}, {1}{mask}
vmsgeu.vv 3-4: vmsleu.vv {0}, {2}, {1}{mask}
vmmv.m 2: vmand.mm {0}, {1}, {1}
vmclr.m 1: vmxor.mm {0}, {0}, {0}
vmset.m 1: vmxnor.mm {0}, {0}, {0}
vmnot.m 2: vmnand.mm {0}, {1}, {1}
vmandnot.mm 3: vmandn.mm {0}, {1}, {2}
vmornot.mm 3: vmorn.mm {0}, {1}, {2}
vpopc.m 2-3: vcpop.m {0}, {1}{mask}
vl1r.v 2: vl1re8.v {0}, {1}
vl2r.v 2: vl2re8.v {0}, {1}
vl4r.v 2: vl4re8.v {0}, {1}
vl8r.v 2: vl8re8.v {0}, {1}
vle1.v 2: vlm.v {0}, {1}
vse1.v 2: vsm.v {0}, {1}
"""
LOADS = ("lb", "lh", "lw", "lbu", "lhu")
STORES = ("sb", "sh", "sw", "flw", "fsw")  # the third operand is the register for the address
SHIFTED = ("sll", "srl", "sra")
WITH_IMMEDIATE = {"sltu": "sltiu"} | {
    name: f"{name}i" for name in ("add", "and", "or", "xor", "slt", *SHIFTED, "ror")
}


_SYMBOL = re.compile(r"(?!.*\([A-Za-z]\w*\)$)[A-Za-z_.$][\w.$]*(?: *[+-].*)?|[0-9]+[bf]")


class _Operand(str):
    """An operand text; as a base register it can stand with or without a number."""

    def __format__(self, form: str) -> str:
        if form != "base":
            return str(self)
        return str(self) if self.endswith(")") else f"0({self})"


def _plain(forms: Mapping[int, tuple[int, str]]) -> Pseudo:
    """`forms`: number of operands -> how many of them are not the mask, and the instructions."""

    def expand(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
        if len(operands) not in forms:
            return None
        own, meant = forms[len(operands)]
        mask = "".join(f", {text}" for text in operands[own:])
        texts = [_Operand(text) for text in operands]
        return [each.strip().format(*texts, mask=mask) for each in meant.split(";")]

    return expand


def _li(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
    if len(operands) != 2:
        return None
    rd, value = operands[0], constant(operands[1])
    if not -(1 << 31) <= value < 1 << 32:
        raise Wrong(f"{value} does not fit 32 bits")
    value = (value + (1 << 31)) % (1 << 32) - (1 << 31)
    low = (value + 2048) % 4096 - 2048
    high = (value - low >> 12) % (1 << 20)
    if high == 0:
        return [f"addi {rd}, zero, {low}"]
    return [f"lui {rd}, {high}", *([f"addi {rd}, {rd}, {low}"] if low else [])]


def _load(name: str) -> Pseudo:
    def expand(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
        if len(operands) != 2 or not _SYMBOL.fullmatch(operands[1]):
            return None
        rd, symbol = operands
        return [f"auipc {rd}, %pcrel_hi({symbol})", f"{name} {rd}, %pcrel_lo(.-4)({rd})"]

    return expand


def _store(name: str) -> Pseudo:
    def expand(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
        if len(operands) != 3:
            return None
        source, symbol, base = operands
        return [f"auipc {base}, %pcrel_hi({symbol})", f"{name} {source}, %pcrel_lo(.-4)({base})"]

    return expand


def _immediate(name: str, real: str) -> Pseudo:
    """`add a0, a1, 5` for `addi`: the last operand is no register."""

    def expand(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
        if len(operands) != 3 or not _is_number(operands[2]):
            return None
        return [f"{real} {', '.join(operands)}"]

    return expand


def _csr(real: str, own: int) -> Pseudo:
    """A CSR instruction with `own` operands: with a number as its last it is another one."""

    def expand(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
        if len(operands) != own:
            return None
        name = f"{real}i" if _is_number(operands[-1]) else real
        return [f"{name} {', '.join((*['zero'] * (3 - own), *operands))}"]

    return expand


def _is_number(text: str) -> bool:
    return text[:1].isdigit() or text[:1] in "-+("


def _less_by_one(real: str) -> Pseudo:
    """`vmslt.vi` is `vmsle.vi` with the number less one; `vmsge.vx` has no instruction."""

    def expand(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
        if len(operands) not in (3, 4):
            return None
        value = constant(operands[2]) - 1
        return [f"{real} {', '.join((*operands[:2], str(value), *operands[3:]))}"]

    return expand


def _greater_equal(less: str) -> Pseudo:
    """`vmsge.vx vd, vs2, rs1`: not less. Masked, `vd` must not be the mask itself."""

    def expand(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
        if len(operands) == 3:
            vd, vs2, rs1 = operands
            return [f"{less} {vd}, {vs2}, {rs1}", f"vmnand.mm {vd}, {vd}, {vd}"]
        if len(operands) == 4 and operands[0] != "v0":
            vd, vs2, rs1, mask = operands
            return [f"{less} {vd}, {vs2}, {rs1}, {mask}", f"vmxor.mm {vd}, {vd}, v0"]
        if len(operands) == 5 and operands[0] == "v0":
            vd, vs2, rs1, _, scratch = operands
            return [f"{less} {scratch}, {vs2}, {rs1}", f"vmandn.mm {vd}, {vd}, {scratch}"]
        return None

    return expand


def plain(text: str) -> dict[str, Pseudo]:
    """Those of a table such as PLAIN."""
    forms: dict[str, dict[int, tuple[int, str]]] = {}
    for line in filter(None, text.splitlines()):
        head, _, meant = line.partition(": ")
        name, _, counts = head.partition(" ")
        least, _, most = counts.partition("-")
        for count in range(int(least), int(most or least) + 1):
            forms.setdefault(name, {})[count] = int(least), meant
    return {name: _plain(each) for name, each in forms.items()}


def shared(
    loads: Sequence[str], stores: Sequence[str], immediate: Mapping[str, str]
) -> dict[str, Pseudo]:
    """Those that need more than a table, whatever the width: accesses by symbol, numbers, CSRs."""
    return {
        **{name: _load(name) for name in loads},
        **{name: _store(name) for name in stores},
        **{name: _immediate(name, real) for name, real in immediate.items()},
        **{f"csr{letter}": _csr(f"csrr{letter}", 2) for letter in "wsc"},
        **{f"csrr{letter}": _csr(f"csrr{letter}", 3) for letter in "wsc"},
    }


def _pseudos() -> dict[str, Pseudo]:
    return {
        **plain(PLAIN + FAR_CALLS + VECTOR),
        **shared(LOADS, STORES, WITH_IMMEDIATE),
        "li": _li,
        "vmslt.vi": _less_by_one("vmsle.vi"),
        "vmsltu.vi": _less_by_one("vmsleu.vi"),
        "vmsge.vi": _less_by_one("vmsgt.vi"),
        "vmsgeu.vi": _less_by_one("vmsgtu.vi"),
        "vmsge.vx": _greater_equal("vmslt.vx"),
        "vmsgeu.vx": _greater_equal("vmsltu.vx"),
    }


PSEUDOS = _pseudos()


def _low(value: int, address: int) -> int:
    return (value + 2048) % 4096 - 2048


def _high(value: int, address: int) -> int:
    return (value + 2048 >> 12) % (1 << 20)


MODIFIERS: Mapping[str, Modifier] = {
    "%lo": _low,
    "%hi": _high,
    "%pcrel_hi": lambda value, address: _high(value - address, 0),
}
PAIRED = {"%pcrel_lo": "%pcrel_hi"}
