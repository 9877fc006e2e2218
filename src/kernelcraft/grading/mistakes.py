"""Wrong mathematics by task: what a kernel may plausibly compute instead of the right output.

Each is the task's own algorithm in float64 with one thing changed, so that nothing but the mistake
is wrong with it. The strict rule must refuse all; `soundness` measures by how much it does. To add
a mistake, add a row to the task's table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.mistaken import (
    Given,
    Mistake,
    changed,
    instead,
    of_x,
    swapped,
    transposed,
    with_constants,
    zero,
)
from kernelcraft.grading.quantised_mistakes import quantised_mistakes
from kernelcraft.tasks import EXACT, FloatArray, Rounding
from kernelcraft.tasks.multi_head import multi_head
from kernelcraft.tasks.rms_norm import rms_norm
from kernelcraft.tasks.silu import silu
from kernelcraft.tasks.softmax import softmax
from kernelcraft.tasks.task import normal_cdf, row_max, row_sum

TILE: Final = 64  # keys of a step of flash attention


def mistakes(cell: Cell) -> dict[str, Mistake]:
    """The task's mistakes by name; empty for a task without a table."""
    if cell.exact:
        return quantised_mistakes(cell)
    return _MISTAKES.get(cell.task.name, {})


def _sigmoid(x: FloatArray) -> FloatArray:
    return np.asarray(1.0 / (1.0 + np.exp(-x)), np.float64)


def _relu(x: FloatArray) -> FloatArray:
    return np.maximum(x, 0.0)


def _exp(x: FloatArray) -> FloatArray:
    return np.asarray(np.exp(x - row_max(x)), np.float64)


def _rms(x: FloatArray, axis: int = -1) -> FloatArray:
    return np.asarray(np.sqrt(np.mean(x * x, axis=axis, keepdims=True)), np.float64)


def _centred(x: FloatArray, axis: int = -1) -> FloatArray:
    return np.asarray(x - np.mean(x, axis=axis, keepdims=True), np.float64)


def _causal(
    r: Rounding, q: FloatArray, k: FloatArray, v: FloatArray, inverse_root: float
) -> FloatArray:
    a = np.where(np.tri(len(q), len(k), dtype=bool), (q @ k.T) * inverse_root, -65504.0)
    return np.asarray(softmax(r, a) @ v, np.float64)


def _undivided(
    r: Rounding, q: FloatArray, k: FloatArray, v: FloatArray, inverse_root: float
) -> FloatArray:
    return np.asarray(_exp((q @ k.T) * inverse_root) @ v, np.float64)


def _over_queries(
    r: Rounding, q: FloatArray, k: FloatArray, v: FloatArray, inverse_root: float
) -> FloatArray:
    return np.asarray(softmax(r, (k @ q.T) * inverse_root).T @ v, np.float64)


def _without_softmax(
    r: Rounding, q: FloatArray, k: FloatArray, v: FloatArray, inverse_root: float
) -> FloatArray:
    return np.asarray((q @ k.T) * inverse_root @ v, np.float64)


def _never_rescaled(
    r: Rounding, q: FloatArray, k: FloatArray, v: FloatArray, inverse_root: float
) -> FloatArray:
    """Flash attention that leaves its sums as they are when the maximum grows."""
    a = (q @ k.T) * inverse_root
    total, y = np.zeros((len(q), 1)), np.zeros((len(q), v.shape[1]))
    highest = np.full((len(q), 1), -65504.0)
    for start in range(0, len(k), TILE):
        part = a[:, start : start + TILE]
        highest = np.maximum(highest, row_max(part))
        p = np.exp(part - highest)
        total, y = total + row_sum(p), y + p @ v[start : start + TILE]
    return np.asarray(y / total, np.float64)


def _heads(attend: Callable[..., FloatArray]) -> Mistake:
    """Multi-head attention whose heads do something else."""

    def algorithm(
        r: Rounding,
        x: FloatArray,
        wq: FloatArray,
        wk: FloatArray,
        wv: FloatArray,
        wo: FloatArray,
        inverse_root: float,
        n_h: int,
    ) -> FloatArray:
        return multi_head(r, x, x, wq, wk, wv, wo, inverse_root, n_h, attend)

    return instead(algorithm)


def _one_head(g: Given) -> FloatArray:
    """All of q, k and v as one head, as if d were h."""
    one = {name: 1 for name in ("n_h", "n_kv") if name in g.dims}
    return replace(g, dims={**g.dims, **one}).output()


def _other_order(g: Given) -> FloatArray:
    """The heads side by side, but each in its neighbour's place."""
    d = g.dims["h"] // g.dims["n_h"]
    return changed("wo", lambda w: np.roll(w, d, axis=0))(g)


def _first_keys(g: Given) -> FloatArray:
    """All heads use the first head of keys and values."""
    d, n_kv = g.dims["h"] // g.dims["n_h"], g.dims["n_kv"]
    shared = {name: np.tile(g.inputs[name][:, :d], n_kv) for name in ("wk", "wv")}
    return replace(g, inputs={**g.inputs, **shared}).output()


def _alternate_keys(g: Given) -> FloatArray:
    """Head j uses keys j modulo n_kv: heads of queries that share keys do not follow one another.

    Written as heads of q (and what belongs to them in wo) in another order.
    """
    n_h, n_kv = g.dims["n_h"], g.dims["n_kv"]
    order = np.arange(n_h).reshape(n_h // n_kv, n_kv).T.ravel()
    d = g.dims["h"] // n_h
    places = (order[:, None] * d + np.arange(d)).ravel()
    wq, wo = g.inputs["wq"][:, places], g.inputs["wo"][places]
    return replace(g, inputs={**g.inputs, "wq": wq, "wo": wo}).output()


def _wrong_scale(g: Given) -> FloatArray:
    """1 / sqrt(h) for 1 / sqrt(d)."""
    return with_constants(inverse_root=g.dims["h"] ** -0.5)(g)


def _llama(
    *,
    first: bool = True,
    second: bool = True,
    residual: bool = True,
    last: bool = True,
) -> Mistake:
    """A block without its first or second norm, or without one of the residuals."""

    def algorithm(
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
        n = rms_norm(r, x, eps) if first else x
        z = multi_head(r, n, n, wq, wk, wv, wo, inverse_root, n_h) + residual * x
        n = rms_norm(r, z, eps) if second else z
        return ((n @ w_up) * silu(r, n @ w_gate)) @ w_down + last * z

    return instead(algorithm)


def _t5(*, normed_memory: bool = False, residual: bool = True, last: bool = True) -> Mistake:
    """A block with a norm of the encoder's output, or without one of the later residuals."""

    def algorithm(
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
        n = rms_norm(r, x, eps)
        z = x + multi_head(r, n, n, wq, wk, wv, wo, inverse_root, n_h)
        other = rms_norm(r, memory, eps) if normed_memory else memory
        n = rms_norm(r, z, eps)
        u = multi_head(r, n, other, cq, ck, cv, co, inverse_root, n_h) + residual * z
        return silu(r, rms_norm(r, u, eps) @ w1) @ w2 + last * u

    return instead(algorithm)


_ATTENTION: dict[str, Mistake] = {
    "no 1/sqrt(d)": with_constants(inverse_root=1.0),
    "k and v swapped": swapped("k", "v"),
    "causal mask": instead(_causal),
    "no softmax": instead(_without_softmax),
    "not divided by the sum": instead(_undivided),
    "softmax over the queries": instead(_over_queries),
}
_HEADS: dict[str, Mistake] = {
    "no 1/sqrt(d)": with_constants(inverse_root=1.0),
    "1/sqrt(h) for 1/sqrt(d)": _wrong_scale,
    "k and v swapped": swapped("wk", "wv"),
    "causal mask": _heads(_causal),
    "no softmax": _heads(_without_softmax),
    "not divided by the sum": _heads(_undivided),
    "softmax over the queries": _heads(_over_queries),
    "heads in another order": _other_order,
    "no output projection": changed("wo", lambda w: np.eye(*w.shape)),
    "wq transposed": changed("wq", transposed),
}
_BLOCK: dict[str, Mistake] = {
    "no 1/sqrt(d)": with_constants(inverse_root=1.0),
    "no attention": changed("wo", zero),
    "no eps": with_constants(eps=0.0),
    "k and v swapped": swapped("wk", "wv"),
    "wo transposed": changed("wo", transposed),
}
_MISTAKES: Final[dict[str, dict[str, Mistake]]] = {
    "silu": {
        "x itself": of_x(lambda x: x),
        "only the sigmoid": of_x(_sigmoid),
        "exp(x) for exp(-x)": of_x(lambda x: x * _sigmoid(-x)),
        "ReLU": of_x(_relu),
        "sigmoid of 1.702 x": of_x(lambda x: x * _sigmoid(1.702 * x)),
    },
    "relu": {
        "x itself": of_x(lambda x: x),
        "absolute value": of_x(np.abs),
        "slope 0.01 below zero": of_x(lambda x: np.maximum(x, 0.01 * x)),
        "SiLU": of_x(lambda x: x * _sigmoid(x)),
        "beta = 10": of_x(lambda x: x * _sigmoid(10.0 * x)),
    },
    "gelu": {
        "x itself": of_x(lambda x: x),
        "ReLU": of_x(_relu),
        "SiLU": of_x(lambda x: x * _sigmoid(x)),
        "sigmoid of 1.702 x": of_x(lambda x: x * _sigmoid(1.702 * x)),
        "no cubic term": of_x(lambda x: x * _sigmoid(1.5957691 * x)),
        "erf without 1/sqrt(2)": of_x(lambda x: x * normal_cdf(x * 2.0**0.5)),
    },
    "softmax": {
        "not divided by the sum": of_x(_exp),
        "2 to the x": of_x(lambda x: softmax(EXACT, x * np.log(2.0))),
        "exp(-x)": of_x(lambda x: softmax(EXACT, -x)),
        "over the columns": of_x(lambda x: softmax(EXACT, x.T).T),
        "x over its sum": of_x(lambda x: x / row_sum(np.abs(x))),
    },
    "layer_norm": {
        "mean not subtracted": of_x(lambda x: x / _rms(_centred(x))),
        "not divided": of_x(_centred),
        "divided by the variance": of_x(lambda x: _centred(x) / _rms(_centred(x)) ** 2),
        "variance of width - 1": of_x(
            lambda x: _centred(x) / _rms(_centred(x)) * (1.0 - 1.0 / x.shape[-1]) ** 0.5
        ),
        "mean of x² for the variance": of_x(lambda x: _centred(x) / _rms(x)),
        "over the columns": of_x(lambda x: _centred(x, 0) / (_rms(_centred(x, 0), 0) + 1e-5)),
        "no eps": with_constants(eps=0.0),
    },
    "rms_norm": {
        "mean subtracted": of_x(lambda x: _centred(x) / _rms(_centred(x))),
        "no root": of_x(lambda x: x / _rms(x) ** 2),
        "sum for mean": of_x(lambda x: x / (_rms(x) * x.shape[-1] ** 0.5)),
        "over the columns": of_x(lambda x: x / (_rms(x, 0) + 1e-5)),
        "no eps": with_constants(eps=0.0),
    },
    "gemv": {
        "A transposed": changed("A", transposed),
        "A upside down": changed("A", lambda a: a[::-1]),
        "x reversed": changed("x", lambda x: x[::-1]),
    },
    "gemm": {
        "w transposed": changed("w", transposed),
        "rows of x shifted by one": changed("x", lambda x: np.roll(x, 1, axis=0)),
    },
    "batch_matmul": {
        "w transposed": changed("w", transposed),
        "the first w for all": changed("w", lambda w: np.broadcast_to(w[:1], w.shape)),
        "the first x for all": changed("x", lambda x: np.broadcast_to(x[:1], x.shape)),
    },
    "linear": {
        "w transposed": changed("w", transposed),
        "no bias": changed("b", zero),
        "bias subtracted": changed("b", np.negative),
        "bias shifted by 64": changed("b", lambda b: np.roll(b, 64)),
    },
    "rope": {
        "not rotated": of_x(lambda x: x),
        "no sines": changed("sin", zero),
        "turned the other way": changed("sin", np.negative),
        "positions from 1": lambda g: changed("cos", lambda c: np.roll(c, -1, axis=0))(
            replace(g, inputs={**g.inputs, "sin": np.roll(g.inputs["sin"], -1, axis=0)})
        ),
        "neighbours as pairs": lambda g: (
            g.inputs["x"] * g.inputs["cos"]
            + np.stack([-g.inputs["x"][:, 1::2], g.inputs["x"][:, ::2]], -1).reshape(
                g.inputs["x"].shape
            )
            * g.inputs["sin"]
        ),
    },
    "ffn": {
        "no activation": instead(lambda r, x, w1, w2: (x @ w1) @ w2),
        "ReLU for SiLU": instead(lambda r, x, w1, w2: _relu(x @ w1) @ w2),
        "GELU for SiLU": instead(lambda r, x, w1, w2: ((u := x @ w1) * normal_cdf(u)) @ w2),
        "w1 transposed": changed("w1", transposed),
        "w2 transposed": changed("w2", transposed),
    },
    "swiglu": {
        "gate and up swapped": swapped("w_gate", "w_up"),
        "no activation": instead(
            lambda r, x, w_gate, w_up, w_down: ((x @ w_gate) * (x @ w_up)) @ w_down
        ),
        "no gate": instead(lambda r, x, w_up, w_down: silu(r, x @ w_up) @ w_down),
        "only the sigmoid": instead(
            lambda r, x, w_gate, w_up, w_down: (_sigmoid(x @ w_gate) * (x @ w_up)) @ w_down
        ),
        "w_down transposed": changed("w_down", transposed),
    },
    "attention": _ATTENTION,
    "flash_attention": {**_ATTENTION, "never rescaled": instead(_never_rescaled)},
    "mha": {**_HEADS, "all heads as one": _one_head},
    "gqa": {
        **_HEADS,
        "the first keys for all heads": _first_keys,
        "heads that share keys apart": _alternate_keys,
    },
    "mqa": _HEADS,
    "decoder_llama": {
        **_BLOCK,
        "no first norm": _llama(first=False),
        "no second norm": _llama(second=False),
        "no first residual": _llama(residual=False),
        "no last residual": _llama(last=False),
        "gate and up swapped": swapped("w_gate", "w_up"),
        "no SwiGLU": changed("w_down", zero),
    },
    "decoder_t5": {
        **_BLOCK,
        "no cross-attention": changed("co", zero),
        "cross-attention to x": lambda g: changed("memory", lambda _: g.inputs["x"])(g),
        "memory normalised": _t5(normed_memory=True),
        "no second residual": _t5(residual=False),
        "no last residual": _t5(last=False),
        "no FFN": changed("w2", zero),
        "c and w swapped": lambda g: swapped("wq", "cq")(
            replace(g, inputs={**g.inputs, "wk": g.inputs["ck"], "ck": g.inputs["wk"]})
        ),
    },
}
