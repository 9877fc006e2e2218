"""Multi-head attention: projections, keys and values stored to HBM, flash attention by head."""

from __future__ import annotations

from kernelcraft.platforms.plena.kernels.baseline.templates.attention import flash
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import (
    Composite,
    Matrix,
    Window,
    whole,
)


def multi_head(
    k: Composite,
    x: Matrix,
    memory: Matrix,
    heads: int,
    result: Matrix | None = None,
    prefix: str = "w",
) -> Matrix:
    """Rows of x attend to rows of memory; the weights are the inputs `prefix` + q, k, v and o.

    Heads of queries in a row share a head of keys and values where there are fewer of these.
    """
    q = k.multiply(x, whole(k.input(f"{prefix}q")))
    keys, values = (
        k.store(k.multiply(memory, whole(k.input(prefix + name))), f"{prefix}{name} cache")
        for name in ("k", "v")
    )
    d = q.columns // heads
    group = q.columns // keys.detail("columns")
    joined = k.matrix(q.rows, q.columns)
    for head in range(heads):
        k.asm.phase(f"head {head}")
        kt, vt = (
            Window(tensor, 0, tensor.detail("padded rows"), head // group * d, d)
            for tensor in (keys, values)
        )
        flash(k, q.part(head, d), kt, vt, memory.rows, joined.part(head, d))
    return k.multiply(joined, whole(k.input(f"{prefix}o")), result)
