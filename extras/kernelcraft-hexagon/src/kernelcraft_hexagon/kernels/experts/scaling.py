"""Requantisation of words, as all experts do it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kernelcraft_hexagon.kernels.packets import Kernel


@dataclass(frozen=True)
class Scale:
    """Of 32 channels: multipliers, shifts, and what is added before the shift.

    That is half of what is shifted out and the zero point, shifted to where it belongs.
    """

    multiplier: str
    shift: str
    offset: str


def scale(text: Kernel, at: int, into: Scale, zero: str, one: str) -> None:
    """Load the scale of 32 channels; R10 and R11 point to multipliers and shifts, R28 is 1.

    `zero` is a vector of zero points, `one` one of ones.
    """
    half, doubled = text.vector(), text.vector()
    text.emit(
        f"{into.multiplier} = vmem(R10+#{at})",
        f"{into.shift} = vmem(R11+#{at})",
        f"{doubled}.w = vasl({one}.w,{into.shift}.w)",
        f"{half}.uw = vlsr({doubled}.uw,R28)",
        f"{into.offset}.w = vasl({zero}.w,{into.shift}.w)",
        f"{into.offset}.w = vadd({into.offset}.w,{half}.w)",
    )


def requantised(text: Kernel, acc: str, by: Scale) -> str:
    """Words that are saturated when they are packed."""
    high, result = text.vector(), text.vector()
    text.emit(
        f"{high}.w = vmpye({acc}.w,{by.multiplier}.uh)",
        f"{high}.w += vmpyo({acc}.w,{by.multiplier}.h):<<1:rnd:sat:shift",
        f"{high}.w = vadd({high}.w,{by.offset}.w)",
        f"{result}.w = vasr({high}.w,{by.shift}.w)",
    )
    return result


def packed(text: Kernel, words: Sequence[str]) -> str:
    """Four vectors of words, the first ones lowest, as one of bytes."""
    low, high, result = text.vector(), text.vector(), text.vector()
    text.emit(
        f"{low}.h = vpack({words[1]}.w,{words[0]}.w):sat",
        f"{high}.h = vpack({words[3]}.w,{words[2]}.w):sat",
        f"{result}.b = vpack({high}.h,{low}.h):sat",
    )
    return result
