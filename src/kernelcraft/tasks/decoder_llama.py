"""A decoder block like LLaMA's: RMSNorm, self-attention, RMSNorm and SwiGLU, with residuals."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks import multi_head, rms_norm, silu
from kernelcraft.tasks.swiglu import swiglu
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task


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
) -> FloatArray:
    """Pre-norm: each part sees a normalised copy and its result is added to x."""
    xn = rms_norm.rms_norm(r, x, eps)
    x = r.vector(x + multi_head.self_attention(r, xn, wq, wk, wv, wo, inverse_root, n_h))
    return r.vector(x + swiglu(r, rms_norm.rms_norm(r, x, eps), w_gate, w_up, w_down))


TASK = Task(
    name="decoder_llama",
    title="DecoderBlock LLaMA",
    level=3,
    category="transformer",
    formula="y = z + SwiGLU(RMSNorm(z)),  z = x + MHA(RMSNorm(x))",
    inputs=(
        Input("x", ("s", "h")),
        *multi_head.projections(),
        Input("w_gate", ("h", "h_i"), "weight", fan_in="h"),
        Input("w_up", ("h", "h_i"), "weight", fan_in="h"),
        Input("w_down", ("h_i", "h"), "weight", fan_in="h_i"),
    ),
    output=("s", "h"),
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
    # two ε, SiLU near 0 and far from it, the maximum
    edges=("faint first", "faint second", "faint gate", "loud gate", "peaked"),
)
