"""Addressing modes: how a form names its address, and what it does to the pointer.

Offsets leave the pointer alone. Post-modification uses the pointer as it is and then adds to it; in
two dimensions `d` counts: while dc < dn, dj is added and dc counted up, then m is added and dc is 0
again; in three, the second counter of `d + 4` moves on when the first one wraps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.instructions.table import Operands, Timed, aie2, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

Address = Callable[["AmdNpu", Operands], int]
Access = Callable[["AmdNpu", Operands, int], None]


@dataclass(frozen=True)
class Mode:
    """`infix` stands between the mnemonic's first and second word, `text` where the address does.

    `address` gives the address and moves the pointer on: `then`, which changes `moves`. `bits` are
    those of the mode by the kind of instruction: `far` has every mode, `near` short immediates,
    `plain` none; `alone` and `alone_b` are instructions of their own.
    """

    infix: str
    text: str
    doc: str
    address: Address
    bits: Mapping[str, str]
    then: str = ""
    moves: tuple[str, ...] = ()

    def told(self, doc: str) -> str:
        """What an access does, and then its pointer."""
        return f"{doc} {self.doc}{'; then ' * bool(self.then)}{self.then}."


def _offset(name: str) -> Address:
    return lambda m, o: m.p[o["pa"]] + o[name]


def _post(name: str) -> Address:
    return lambda m, o: m.post(o["pa"], o[name])


def _frame(name: str) -> Address:
    return lambda m, o: m.sp + o[name]


BY_REGISTER = Mode(
    "",
    "[pa, djk]",
    "at p + dj",
    lambda m, o: m.p[o["pa"]] + m.dj[o["djk"]],
    {"far": "pa djk 100 0010", "near": "pa djk 100", "plain": "pa djk 00"},
)
BY_MODIFIER = Mode(
    "",
    "[pa], mk",
    "at p",
    lambda m, o: m.post(o["pa"], m.mod[o["mk"]]),
    {
        "far": "pa mk 010 0010",
        "near": "pa mk 010",
        "plain": "pa mk 01",
        "alone": "pa mk 010 0000 11 00 01",
        "alone_b": "pa mk 010 11 000 01",
    },
    "p += m",
    ("pa",),
)
TWO = Mode(
    ".2d",
    "[pa], dk",
    "at p",
    lambda m, o: m.post_2d(o["pa"], o["dk"]),
    {
        "far": "pa dk 110 0010",
        "near": "pa dk 110",
        "plain": "pa dk 10",
        "alone": "pa dk 110 0000 11 00 01",
        "alone_b": "pa dk 10011 000 01",
    },
    "p moves on in two dimensions",
    ("pa", "dk"),
)
THREE = Mode(
    ".3d",
    "[pa], dsk",
    "at p",
    lambda m, o: m.post_3d(o["pa"], o["dsk"]),
    {
        "far": "pa 0 dsk 000 0010",
        "near": "pa 0 dsk 000",
        "plain": "pa 0 dsk 11",
        "alone": "pa 0 dsk 000 0000 11 00 01",
        "alone_b": "pa 0 dsk 11011 000 01",
    },
    "p moves on in three dimensions",
    ("pa", "dsk"),
)


def scaled(name: str, high: int | None = None, low: int | None = None) -> str:
    """The encoded bits of an immediate, or some of them counted above those that are always 0."""
    operand = aie2.operands[name]
    first = operand.implied if low is None else operand.implied + low
    last = operand.width - 1 if high is None else operand.implied + high
    return f"{name}[{last}:{first}]"


def offset(name: str) -> Mode:
    """An immediate offset."""
    bits = {"far": f"pa {scaled(name)} 1010", "near": f"pa {scaled(name)} 011"}
    return Mode("", f"[pa, #{name}]", f"at p + {name}", _offset(name), bits)


def post(name: str) -> Mode:
    """An immediate that is added afterwards."""
    bits = {
        "far": f"pa {scaled(name)} 110",
        "near": f"pa {scaled(name)} 01",
        "alone": f"pa {scaled(name)} 11 00 11",
        "alone_b": f"pa {scaled(name, None, 3)} 11 {scaled(name, 2, 0)} 10",
    }
    return Mode("", f"[pa], #{name}", "at p", _post(name), bits, f"p += {name}", ("pa",))


def frame(name: str) -> Mode:
    """A place below the end of the stack."""
    bits = {"far": f"{scaled(name)} 1"}
    return Mode("", f"[sp, #{name}]", f"at sp + {name}, which is negative", _frame(name), bits)


def every(near: str, far: str, spill: str) -> tuple[Mode, ...]:
    """The modes of common loads and stores."""
    return (BY_REGISTER, offset(near), frame(spill), BY_MODIFIER, post(far), TWO, THREE)


def short(near: str, far: str) -> tuple[Mode, ...]:
    """The modes without the stack, of sub-word accesses, of load unit B and of conversions."""
    return (BY_REGISTER, offset(near), BY_MODIFIER, post(far), TWO, THREE)


REGISTERS_ONLY = (BY_REGISTER, BY_MODIFIER, TWO, THREE)


def accesses(
    mnemonic: str,
    operands: str,
    doc: str,
    timed: Timed,
    modes: Iterable[Mode],
    access: Access,
    bits: str,
) -> None:
    """Declare a load or store in all its addressing modes; a `*` in `operands` is the address.

    In `bits` a kind of bits of the mode stands in braces.

    A pointer is ready for the next bundle, whenever the data is.
    """
    head, _, tail = mnemonic.partition(".")
    for mode in modes:

        def action(m: AmdNpu, o: Operands, address: Address = mode.address) -> None:
            access(m, o, address(m, o))

        name = head + mode.infix + (f".{tail}" if tail else "")
        latencies = {**timed.latencies, **dict.fromkeys(mode.moves, 1)}
        form(
            f"{name} {operands.replace('*', mode.text)}",
            mode.told(doc),
            replace(timed, latencies=latencies),
            action,
            bits.format_map(mode.bits),
        )
