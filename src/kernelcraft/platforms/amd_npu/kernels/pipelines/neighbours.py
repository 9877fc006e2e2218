"""Sums of neighbouring pieces of two vectors, as one accumulator; r7 is 28."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.kernels.pipelines.text import Text, Vector


def added_up(to: Text, one: Vector, other: Vector, name: str, modes: tuple[str, str]) -> str:
    """Write the sums of every two neighbouring pieces; gives their register.

    `modes` are registers with those of vshuffle that give even and odd pieces of some size.
    """
    for half, mode, kind in zip(("even", "odd"), modes, ("bml", "bmh"), strict=True):
        value = f"{name}{half}"
        to.add(f"vshuffle %{value}, {one.x}, {other.x}, {mode}", **{value: kind})
    to.add(f"vadd.f %{name}sum, %{name}even, %{name}odd, r7", **{f"{name}sum": "bm"})
    return f"%{name}sum"
