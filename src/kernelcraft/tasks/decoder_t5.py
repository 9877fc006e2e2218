"""A decoder block like T5's: self-attention, cross-attention and FFN, each after an RMSNorm."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from collections.abc import Sequence
from functools import partial

import numpy as np

from kernelcraft.tasks import decoder_llama, multi_head
from kernelcraft.tasks.attention import attention
from kernelcraft.tasks.decoder_llama import MISTAKES, but, without_eps, without_residual
from kernelcraft.tasks.ffn import ffn
from kernelcraft.tasks.mistakes import changed, reading, step, zero
from kernelcraft.tasks.rms_norm import rms_norm
from kernelcraft.tasks.silu import NO_BOUND, silu_off, silu_unbounded
from kernelcraft.tasks.task import FloatArray, Given, Input, Rounding, Step, Task


def decoder_t5(
    r: Rounding,
    x: FloatArray,
    memory: FloatArray,
    wq: FloatArray,
    wk: FloatArray,
    wv: FloatArray,
    wo: FloatArray,
    cq: FloatArray,
    ck: FloatArray,
    cv: FloatArray,
    co: FloatArray,
    w1: FloatArray,
    w2: FloatArray,
    inverse_root: float,
    eps: float,
    n_h: int,
    norms: Sequence[Step] = (rms_norm,) * 3,
    sums: Sequence[Step] = (np.add,) * 3,
    attend: Step = attention,
    cross: Step = attention,
    perceptron: Step = ffn,
) -> FloatArray:
    """Pre-norm: each part sees a normalised copy and its result is added to x."""
    n, heads = norms[0](r, x, eps), (inverse_root, n_h)
    x = r.vector(sums[0](x, multi_head.self_attention(r, n, wq, wk, wv, wo, *heads, attend)))
    n = norms[1](r, x, eps)
    x = r.vector(sums[1](x, multi_head.multi_head(r, n, memory, cq, ck, cv, co, *heads, cross)))
    return r.vector(sums[2](x, perceptron(r, norms[2](r, x, eps), w1, w2)))


def _normed_memory(g: Given) -> FloatArray:
    return changed(memory=lambda memory: rms_norm(g.r, memory, g.constants["eps"]))(g)


_norm, _sum = partial(but, rms_norm, 3), partial(but, np.add, 3)


TASK = Task(
    name="decoder_t5",
    title="DecoderBlock T5",
    level=3,
    category="transformer",
    formula="y = u + FFN(RMSNorm(u)),  u = z + MHA(RMSNorm(z), memory),  z = x + MHA(RMSNorm(x))",
    inputs=(
        Input("x", ("s", "h")),
        Input("memory", ("s", "h"), part="left"),
        *multi_head.projections("w"),
        *multi_head.projections("c"),
        Input("w1", ("h", "h_i"), "weight", fan_in="h", part="right"),
        Input("w2", ("h_i", "h"), "weight", fan_in="h_i", part="right"),
    ),
    output=("s", "h"),
    passes=(
        *multi_head.PASSES,
        (("memory",), ("ck", "cv")),
        (("cq",), ("co",)),
        (("w1",), ("w2",)),
    ),
    constants=decoder_llama.constants,
    algorithm=decoder_t5,
    stages=(
        "n = x * (1 / sqrt(sum of x * x over the row * inverse_width + eps)), without weights",
        "z = x + MHA(n) of n_h heads with d = h / n_h: q = n · wq, k = n · wk, v = n · wv; for "
        "each head j: softmax((q_j · k_jᵀ) * inverse_root) · v_j; all heads side by side, times "
        "wo; no mask and no bias, unlike T5 with inverse_root",
        "u = z + the same with n = z normalised, q = n · cq, k = memory · ck, v = memory · cv and "
        "co; memory is the encoder's output and is not normalised",
        "all k and v are KV caches: the reference rounds them as a store to HBM and a fetch do, a "
        "kernel that never stores them is right too",
        "y = u + SiLU(n · w1) · w2 with n = u normalised and SiLU(a) = a / (1 + exp(-a))",
    ),
    numbers=("n_h",),
    mistakes=lambda dims: {
        **MISTAKES,
        "no cross-attention": changed(co=zero),
        "cross-attention to x": reading(memory="x"),
        "memory normalised": _normed_memory,
        "no second residual": step(sums=_sum(1, without_residual)),
        "no last residual": step(sums=_sum(2, without_residual)),
        "no FFN": changed(w2=zero),
        "c and w swapped": reading(wq="cq", cq="wq", wk="ck", ck="wk"),
    },
    edges={  # the ε of each norm, SiLU near 0 and far from it, the maximum of each softmax
        "faint first": {"no eps in the first norm": step(norms=_norm(0, without_eps))},
        "faint second": {"no eps in the second norm": step(norms=_norm(1, without_eps))},
        "faint third": {"no eps in the third norm": step(norms=_norm(2, without_eps))},
        "faint gate": {"SiLU 0.0005 too much near 0": step(perceptron=partial(ffn, silu=silu_off))},
        "loud gate": {NO_BOUND: step(perceptron=partial(ffn, silu=silu_unbounded))},
        "peaked": {"no maximum in the self-attention": step(attend=multi_head.without_maximum)},
        "peaked cross": {
            "no maximum in the cross-attention": step(cross=multi_head.without_maximum)
        },
    },
    components=lambda dims: decoder_llama.components(dims, 3, 2, "ffn"),
    glue="three residual sums; cross-attention counts as MHA of the same size",
)
