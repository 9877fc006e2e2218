"""What each edge of a task is for: the kernel without the safeguard that decides there.

Each is the task's own algorithm in float64 with the safeguard left out, and where that takes the
limits of a format to show, with an exponential or sums that have them. The strict rule must refuse
it by 5 τ; `soundness` measures by how much it does. To add a safeguard, add the edge to the task
and a row here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.mistaken import Mistake, instead, of_x, with_constants
from kernelcraft.tasks import FloatArray, Rounding
from kernelcraft.tasks.attention import attention
from kernelcraft.tasks.ffn import ffn
from kernelcraft.tasks.gelu import TASK as GELU
from kernelcraft.tasks.gelu import gelu
from kernelcraft.tasks.multi_head import multi_head
from kernelcraft.tasks.rms_norm import rms_norm
from kernelcraft.tasks.silu import silu
from kernelcraft.tasks.task import EXACT, Edge, row_sum

OFF: Final = 2.0**-11
"""An error of a function's table or polynomial that hardly shows where values are near 1."""

Attend = Callable[..., FloatArray]


def safeguards(cell: Cell) -> Mapping[Edge, tuple[str, Mistake]]:
    """What is left out and how, for each edge of the task; empty for whole numbers."""
    return {} if cell.exact else _SAFEGUARDS.get(cell.task.name, {})


def _in_half(x: FloatArray) -> FloatArray:
    return x.astype(np.float16).astype(np.float64)


def _in_single(x: FloatArray) -> FloatArray:
    return x.astype(np.float32).astype(np.float64)


def _bare_softmax(x: FloatArray, held: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """The exponentials of x itself, as far as a format holds them."""
    e = held(np.exp(x))
    return np.asarray(e / held(row_sum(e)), np.float64)


def _bare_attention(
    r: Rounding, q: FloatArray, k: FloatArray, v: FloatArray, inverse_root: float
) -> FloatArray:
    return r.matmul(_bare_softmax(r.matmul(q, k.T) * inverse_root, _in_single), v)


def _one_pass(x: FloatArray) -> FloatArray:
    """LayerNorm with the mean of squares less the square of the mean, both in half precision."""
    width = x.shape[-1]
    mean = _in_half(row_sum(x) / width)
    variance = _in_half(_in_half(row_sum(x * x) / width) - _in_half(mean * mean))
    return np.asarray((x - mean) / np.sqrt(variance + 1e-5), np.float64)


def _bare_heads(
    r: Rounding,
    x: FloatArray,
    wq: FloatArray,
    wk: FloatArray,
    wv: FloatArray,
    wo: FloatArray,
    inverse_root: float,
    n_h: int,
) -> FloatArray:
    return multi_head(r, x, x, wq, wk, wv, wo, inverse_root, n_h, _bare_attention)


def _silu_unbounded(r: Rounding, x: FloatArray) -> FloatArray:
    """e to the x over 1 + e to the x: NaN where single precision does not hold them."""
    e = _in_single(np.exp(_in_single(x)))
    return np.asarray(x * (e / (1.0 + e)), np.float64)


def _gelu_unbounded(x: FloatArray) -> FloatArray:
    """The tanh form with that sigmoid."""
    constants = GELU.constants({})
    u = x * (constants["tanh_linear"] + constants["tanh_cubic"] * x * x)
    e = _in_single(np.exp(_in_single(u)))
    return np.asarray(x * (e / (1.0 + e)), np.float64)


def _silu_off(r: Rounding, x: FloatArray) -> FloatArray:
    return silu(r, x) + OFF


def _ffn_off(r: Rounding, x: FloatArray, w1: FloatArray, w2: FloatArray) -> FloatArray:
    return r.matmul(_silu_off(r, r.matmul(x, w1)), w2)


def _ffn_unbounded(r: Rounding, x: FloatArray, w1: FloatArray, w2: FloatArray) -> FloatArray:
    return r.matmul(_silu_unbounded(r, r.matmul(x, w1)), w2)


def _swiglu(
    r: Rounding,
    x: FloatArray,
    w_gate: FloatArray,
    w_up: FloatArray,
    w_down: FloatArray,
    activation: Callable[[Rounding, FloatArray], FloatArray],
) -> FloatArray:
    return r.matmul(activation(r, r.matmul(x, w_gate)) * r.matmul(x, w_up), w_down)


def _swiglu_off(
    r: Rounding, x: FloatArray, w_gate: FloatArray, w_up: FloatArray, w_down: FloatArray
) -> FloatArray:
    return _swiglu(r, x, w_gate, w_up, w_down, _silu_off)


def _swiglu_unbounded(
    r: Rounding, x: FloatArray, w_gate: FloatArray, w_up: FloatArray, w_down: FloatArray
) -> FloatArray:
    return _swiglu(r, x, w_gate, w_up, w_down, _silu_unbounded)


def _llama(
    *,
    eps_in: Sequence[bool] = (True, True),
    attend: Attend = attention,
    activation: Callable[[Rounding, FloatArray], FloatArray] = silu,
) -> Mistake:
    """The block with some ε left out, or another attention, or another activation."""

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
        first, second = (eps * each for each in eps_in)
        n = rms_norm(r, x, first)
        x = x + multi_head(r, n, n, wq, wk, wv, wo, inverse_root, n_h, attend)
        return x + _swiglu(r, rms_norm(r, x, second), w_gate, w_up, w_down, activation)

    return instead(algorithm)


def _t5(
    *,
    eps_in: Sequence[bool] = (True, True, True),
    attend: Attend = attention,
    cross: Attend = attention,
    perceptron: Callable[..., FloatArray] = ffn,
) -> Mistake:
    """The block with some ε left out, or another attention, or another perceptron."""

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
        first, second, third = (eps * each for each in eps_in)
        n = rms_norm(r, x, first)
        x = x + multi_head(r, n, n, wq, wk, wv, wo, inverse_root, n_h, attend)
        n = rms_norm(r, x, second)
        x = x + multi_head(r, n, memory, cq, ck, cv, co, inverse_root, n_h, cross)
        return x + perceptron(r, rms_norm(r, x, third), w1, w2)

    return instead(algorithm)


_NO_BOUND: Final = "exp(x) / (1 + exp(x)) for every x"
_NO_EPS = ("no eps in the sum", with_constants(eps=0.0))
_HEADS: Mapping[Edge, tuple[str, Mistake]] = {"peaked": ("no maximum", instead(_bare_heads))}
_ATTENTION: Mapping[Edge, tuple[str, Mistake]] = {
    "peaked": ("no maximum", instead(_bare_attention))
}
_SAFEGUARDS: Final[Mapping[str, Mapping[Edge, tuple[str, Mistake]]]] = {
    "silu": {
        "faint": ("0.0005 too much near 0", of_x(lambda x: silu(EXACT, x) + OFF)),
        "loud": (_NO_BOUND, of_x(lambda x: _silu_unbounded(EXACT, x))),
    },
    "gelu": {
        "faint": ("0.0005 too much near 0", of_x(lambda x: gelu(EXACT, x) + OFF)),
        "loud": (_NO_BOUND, of_x(_gelu_unbounded)),
    },
    "softmax": {
        "lifted": (
            "no maximum, sums in half precision",
            of_x(lambda x: _bare_softmax(x, _in_half)),
        ),
        "peaked": ("no maximum", of_x(lambda x: _bare_softmax(x, _in_single))),
    },
    "layer_norm": {"faint": _NO_EPS, "lifted": ("variance in one pass", of_x(_one_pass))},
    "rms_norm": {"faint": _NO_EPS},
    "ffn": {
        "faint": ("SiLU 0.0005 too much near 0", instead(_ffn_off)),
        "loud": (_NO_BOUND, instead(_ffn_unbounded)),
    },
    "swiglu": {
        "faint": ("SiLU 0.0005 too much near 0", instead(_swiglu_off)),
        "loud": (_NO_BOUND, instead(_swiglu_unbounded)),
    },
    "attention": _ATTENTION,
    "flash_attention": _ATTENTION,
    "mha": _HEADS,
    "gqa": _HEADS,
    "mqa": _HEADS,
    "decoder_llama": {
        "faint first": ("no eps in the first norm", _llama(eps_in=(False, True))),
        "faint second": ("no eps in the second norm", _llama(eps_in=(True, False))),
        "faint gate": ("SiLU 0.0005 too much near 0", _llama(activation=_silu_off)),
        "loud gate": (_NO_BOUND, _llama(activation=_silu_unbounded)),
        "peaked": ("no maximum", _llama(attend=_bare_attention)),
    },
    "decoder_t5": {
        "faint first": ("no eps in the first norm", _t5(eps_in=(False, True, True))),
        "faint second": ("no eps in the second norm", _t5(eps_in=(True, False, True))),
        "faint third": ("no eps in the third norm", _t5(eps_in=(True, True, False))),
        "faint gate": ("SiLU 0.0005 too much near 0", _t5(perceptron=_ffn_off)),
        "loud gate": (_NO_BOUND, _t5(perceptron=_ffn_unbounded)),
        "peaked": ("no maximum in the self-attention", _t5(attend=_bare_attention)),
        "peaked cross": ("no maximum in the cross-attention", _t5(cross=_bare_attention)),
    },
}
