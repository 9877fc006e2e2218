"""A decoder block like T5's: self-attention, cross-attention and FFN, each behind an RMSNorm."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks import decoder_llama, multi_head
from kernelcraft.tasks.ffn import ffn
from kernelcraft.tasks.rms_norm import rms_norm
from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task


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
) -> FloatArray:
    """Pre-norm: each part sees a normalised copy and its result is added to x."""
    xn = rms_norm(r, x, eps)
    x = r.vector(x + multi_head.self_attention(r, xn, wq, wk, wv, wo, inverse_root, n_h))
    xn = rms_norm(r, x, eps)
    x = r.vector(x + multi_head.multi_head(r, xn, memory, cq, ck, cv, co, inverse_root, n_h))
    return r.vector(x + ffn(r, rms_norm(r, x, eps), w1, w2))


TASK = Task(
    name="decoder_t5",
    title="DecoderBlock T5",
    level=3,
    category="transformer",
    formula="y = u + FFN(RMSNorm(u)),  u = z + MHA(RMSNorm(z), memory),  z = x + MHA(RMSNorm(x))",
    inputs=(
        Input("x", ("s", "h")),
        Input("memory", ("s", "h")),
        *multi_head.projections("w"),
        *multi_head.projections("c"),
        Input("w1", ("h", "h_i"), "weight", fan_in="h"),
        Input("w2", ("h_i", "h"), "weight", fan_in="h_i"),
    ),
    output=("s", "h"),
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
    edges=(
        *("faint first", "faint second", "faint third", "faint gate"),  # ε of the norms, SiLU at 0
        *("loud gate", "peaked", "peaked cross"),  # SiLU far from 0, the maximum of each softmax
    ),
)
