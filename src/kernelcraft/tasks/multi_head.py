"""Multi-head attention with its projections: what MHA, GQA, MQA and the decoder blocks share."""

import math
from functools import partial

import numpy as np

from kernelcraft.tasks import gemm
from kernelcraft.tasks.attention import SOFTMAXES, attention, bare
from kernelcraft.tasks.mistakes import changed, reading, step, transposed, with_constants
from kernelcraft.tasks.task import (
    Component,
    Dims,
    Edge,
    FloatArray,
    Input,
    Mistakes,
    Passes,
    Rounding,
    Step,
)


def constants(dims: Dims) -> dict[str, float]:
    """1 / √d for heads of d = h / n_h, and where a running maximum starts."""
    return {"inverse_root": 1.0 / math.sqrt(dims["h"] // dims["n_h"]), "neg_max": -65504.0}


def projections(prefix: str = "w", kv: str = "h") -> tuple[Input, ...]:
    """The four weights; `kv` is the axis of all key (or value) heads side by side."""
    axes = {"q": ("h", "h"), "k": ("h", kv), "v": ("h", kv), "o": ("h", "h")}
    return tuple(
        Input(prefix + name, dims, "weight", "h", part="right") for name, dims in axes.items()
    )


PASSES: Passes = ((("x",), ("wk", "wv")), (("x",), ("wq",), ("wo",)))
"""All keys and values before the first scores."""


def multi_head(
    r: Rounding,
    x: FloatArray,
    memory: FloatArray,
    wq: FloatArray,
    wk: FloatArray,
    wv: FloatArray,
    wo: FloatArray,
    inverse_root: float,
    n_h: int,
    attend: Step = attention,
) -> FloatArray:
    """Rows of x attend to rows of `memory`, whose keys and values go through the cache.

    Heads of queries that follow one another share a head of keys and values where there are fewer
    of these. `attend` is what each head does.
    """
    q = np.split(r.vector(r.matmul(x, wq)), n_h, axis=1)
    width = wq.shape[1] // n_h
    k, v = (np.split(r.cache(r.matmul(memory, w)), w.shape[1] // width, axis=1) for w in (wk, wv))
    group = n_h // len(k)
    heads = [attend(r, q[i], k[i // group], v[i // group], inverse_root) for i in range(n_h)]
    return r.vector(r.matmul(np.concatenate(heads, axis=1), wo))


def self_attention(
    r: Rounding,
    x: FloatArray,
    wq: FloatArray,
    wk: FloatArray,
    wv: FloatArray,
    wo: FloatArray,
    inverse_root: float,
    n_h: int,
    attend: Step = attention,
) -> FloatArray:
    """Rows of x attend to one another."""
    return multi_head(r, x, x, wq, wk, wv, wo, inverse_root, n_h, attend)


def components(dims: Dims, kv: int) -> tuple[Component, ...]:
    """Projections of queries and output, of `kv` heads of keys and values, and every head."""
    s, h, n_h = dims["s"], dims["h"], dims["n_h"]
    heads = Component("attention", {"s": s, "h": h // n_h}, n_h)
    return gemm.component(s, h, h, 2), gemm.component(s, h, kv * h // n_h, 2), heads


def mistakes(dims: Dims) -> Mistakes:
    """Of self-attention with heads."""
    h, d = dims["h"], dims["h"] // dims["n_h"]
    heads = {
        name: step(attend=partial(attention, softmax=wrong)) for name, wrong in SOFTMAXES.items()
    }
    return {
        "no 1/sqrt(d)": with_constants(inverse_root=1.0),
        "1/sqrt(h) for 1/sqrt(d)": with_constants(inverse_root=h**-0.5),
        "k and v swapped": reading(wk="wv", wv="wk"),
        **heads,
        "heads in another order": changed(wo=lambda w: np.roll(w, d, axis=0)),
        "no output projection": changed(wo=lambda w: np.eye(*w.shape)),
        "wq transposed": changed(wq=transposed),
    }


without_maximum = partial(attention, softmax=bare)
EDGES: dict[Edge, Mistakes] = {"peaked": {"no maximum": step(attend=without_maximum)}}
"""The maximum must be taken off there."""


STAGES = (
    "q = x · wq, k = x · wk, v = x · wv; k and v are a KV cache: the reference rounds them as a "
    "store to HBM and a fetch do, a kernel that never stores them is right too",
    "for each head j of queries and its head i of keys and values: "
    "z_j = softmax((q_j · k_iᵀ) * inverse_root) · v_i",
    "y = (all z_j side by side) · wo",
)
