"""A decoder block like LLaMA's: RMSNorm, self-attention, RMSNorm and SwiGLU, with residuals."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from collections.abc import Sequence
from functools import partial

import numpy as np

from kernelcraft.tasks import multi_head, rms_norm, silu
from kernelcraft.tasks.attention import attention
from kernelcraft.tasks.mistakes import changed, reading, step, transposed, with_constants, zero
from kernelcraft.tasks.swiglu import swiglu
from kernelcraft.tasks.task import (
    Component,
    Dims,
    FloatArray,
    Input,
    Mistakes,
    Rounding,
    Step,
    Task,
)


def constants(dims: Dims) -> dict[str, float]:
    """Those of the parts."""
    norm = rms_norm.constants({"width": dims["h"]})
    return {**multi_head.constants(dims), **norm, **silu.constants(dims)}


def decoder_llama(
    r: Rounding,
    x: FloatArray,
    wq: FloatArray,
    wk: FloatArray,
    wv: FloatArray,
    wo: FloatArray,
    w_gate: FloatArray,
    w_up: FloatArray,
    w_down: FloatArray,
    inverse_root: float,
    eps: float,
    n_h: int,
    norms: Sequence[Step] = (rms_norm.rms_norm,) * 2,
    sums: Sequence[Step] = (np.add,) * 2,
    attend: Step = attention,
    perceptron: Step = swiglu,
) -> FloatArray:
    """Pre-norm: each part sees a normalised copy and its result is added to x."""
    xn = norms[0](r, x, eps)
    attended = multi_head.self_attention(r, xn, wq, wk, wv, wo, inverse_root, n_h, attend)
    x = r.vector(sums[0](x, attended))
    return r.vector(sums[1](x, perceptron(r, norms[1](r, x, eps), w_gate, w_up, w_down)))


def components(
    dims: Dims, norms: int = 2, attentions: int = 1, perceptron: str = "swiglu"
) -> tuple[Component, ...]:
    """Norms, multi-head attentions and one perceptron."""
    s, h = dims["s"], dims["h"]
    return (
        Component("rms_norm", {"rows": s, "width": h}, norms),
        Component("mha", {"s": s, "h": h, "n_h": dims["n_h"]}, attentions),
        Component(perceptron, {"n": s, "h": h, "h_i": dims["h_i"]}),
    )


def without_norm(r: Rounding, x: FloatArray, eps: float) -> FloatArray:
    """For a norm: x as it is."""
    return x


def without_eps(r: Rounding, x: FloatArray, eps: float) -> FloatArray:
    """For a norm: a row of zeros is not safe."""
    return rms_norm.rms_norm(r, x, 0.0)


def without_residual(x: FloatArray, branch: FloatArray) -> FloatArray:
    """For a sum: the branch alone."""
    return branch


def but(usual: Step, count: int, place: int, other: Step) -> tuple[Step, ...]:
    """The usual step in all places but one."""
    return tuple(other if each == place else usual for each in range(count))


MISTAKES: Mistakes = {
    "no 1/sqrt(d)": with_constants(inverse_root=1.0),
    "no attention": changed(wo=zero),
    "no eps": with_constants(eps=0.0),
    "k and v swapped": reading(wk="wv", wv="wk"),
    "wo transposed": changed(wo=transposed),
}
"""Of any block."""
_norm, _sum = partial(but, rms_norm.rms_norm, 2), partial(but, np.add, 2)


TASK = Task(
    name="decoder_llama",
    title="DecoderBlock LLaMA",
    level=3,
    category="transformer",
    formula="y = z + SwiGLU(RMSNorm(z)),  z = x + MHA(RMSNorm(x))",
    inputs=(
        Input("x", ("s", "h")),
        *multi_head.projections(),
        Input("w_gate", ("h", "h_i"), "weight", fan_in="h", part="right"),
        Input("w_up", ("h", "h_i"), "weight", fan_in="h", part="right"),
        Input("w_down", ("h_i", "h"), "weight", fan_in="h_i", part="right"),
    ),
    output=("s", "h"),
    passes=(*multi_head.PASSES, (("w_gate", "w_up"), ("w_down",))),
    constants=constants,
    algorithm=decoder_llama,
    stages=(
        "n = x * (1 / sqrt(sum of x * x over the row * inverse_width + eps)), without weights",
        "a = MHA(n) of n_h heads with d = h / n_h: q = n · wq, k = n · wk, v = n · wv; for each "
        "head j: softmax((q_j · k_jᵀ) * inverse_root) · v_j; all heads side by side, times wo; "
        "no mask, no rotation",
        "k and v are a KV cache: the reference rounds them as a store to HBM and a fetch do, a "
        "kernel that never stores them is right too",
        "z = x + a",
        "n = z normalised in the same way; u = n · w_gate and g = u / (1 + exp(-u))",
        "y = z + ((n · w_up) * g) · w_down",
    ),
    numbers=("n_h",),
    mistakes=lambda dims: {
        **MISTAKES,
        "no first norm": step(norms=_norm(0, without_norm)),
        "no second norm": step(norms=_norm(1, without_norm)),
        "no first residual": step(sums=_sum(0, without_residual)),
        "no last residual": step(sums=_sum(1, without_residual)),
        "gate and up swapped": reading(w_gate="w_up", w_up="w_gate"),
        "no SwiGLU": changed(w_down=zero),
    },
    edges={  # two ε, SiLU near 0 and far from it, the maximum
        "faint first": {"no eps in the first norm": step(norms=_norm(0, without_eps))},
        "faint second": {"no eps in the second norm": step(norms=_norm(1, without_eps))},
        "faint gate": {
            "SiLU 0.0005 too much near 0": step(perceptron=partial(swiglu, silu=silu.silu_off))
        },
        "loud gate": {silu.NO_BOUND: step(perceptron=partial(swiglu, silu=silu.silu_unbounded))},
        "peaked": {"no maximum": step(attend=multi_head.without_maximum)},
    },
    components=components,
    glue="two residual sums",
)
