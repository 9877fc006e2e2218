"""torch's own operator for every task: the judge that nobody here wrote."""

from collections.abc import Callable, Mapping

import torch
from torch.nn import functional

EPS = 1e-5
HEAD = 64  # elements of a head in every configuration


def _attend(x: torch.Tensor, memory: torch.Tensor, *weights: torch.Tensor) -> torch.Tensor:
    """Attention with its projections; queries may share heads of keys."""
    wq, wk, wv, wo = weights
    q, k, v = (
        functional.linear(given, w.T).reshape(len(given), -1, HEAD).transpose(0, 1)
        for given, w in ((x, wq), (memory, wk), (memory, wv))
    )
    heads = functional.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    return functional.linear(heads.transpose(0, 1).flatten(1), wo.T)


def _self_attention(x: torch.Tensor, *weights: torch.Tensor) -> torch.Tensor:
    return _attend(x, x, *weights)


def _multi_head(x: torch.Tensor, *weights: torch.Tensor) -> torch.Tensor:
    """torch's own operator with the projections inside."""
    wq, wk, wv, wo = (w.T for w in weights)
    heads = x.shape[1] // HEAD
    inside = functional.multi_head_attention_forward(
        x, x, x, x.shape[1], heads, torch.cat([wq, wk, wv]), None, None, None, False, 0.0, wo, None
    )
    return inside[0]


def _rope(
    x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor, rotation: torch.Tensor
) -> torch.Tensor:
    """A pair is a complex number, times the number of its angle."""
    (a, b), (c, _), (s, _) = (each.chunk(2, dim=-1) for each in (x, cos, sin))
    turned = torch.complex(a, b) * torch.complex(c, s)
    return torch.cat([turned.real, turned.imag], dim=-1)


def _ffn(x: torch.Tensor, w1: torch.Tensor, w2: torch.Tensor) -> torch.Tensor:
    return functional.linear(functional.silu(functional.linear(x, w1.T)), w2.T)


def _swiglu(
    x: torch.Tensor, gate: torch.Tensor, up: torch.Tensor, down: torch.Tensor
) -> torch.Tensor:
    hidden = functional.silu(functional.linear(x, gate.T)) * functional.linear(x, up.T)
    return functional.linear(hidden, down.T)


def _norm(x: torch.Tensor) -> torch.Tensor:
    return functional.rms_norm(x, x.shape[-1:], eps=EPS)


def _decoder_llama(x: torch.Tensor, *weights: torch.Tensor) -> torch.Tensor:
    x = x + _multi_head(_norm(x), *weights[:4])
    return x + _swiglu(_norm(x), *weights[4:])


def _decoder_t5(x: torch.Tensor, memory: torch.Tensor, *weights: torch.Tensor) -> torch.Tensor:
    x = x + _multi_head(_norm(x), *weights[:4])
    x = x + _attend(_norm(x), memory, *weights[4:8])
    return x + _ffn(_norm(x), *weights[8:])


def _conv(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    """Channels first, as torch has them; SAME padding is as much on both sides for odd k."""
    image, window = x.permute(2, 0, 1)[None], w.permute(3, 2, 0, 1)
    return functional.conv2d(image, window, padding=len(w) // 2)[0].permute(1, 2, 0)


def _conv_block(
    x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor, bias: torch.Tensor
) -> torch.Tensor:
    """A convolution, then a BatchNorm whose running mean is 0 and variance 1, then ReLU."""
    found = _conv(x, w).permute(2, 0, 1)[None]
    zeros, ones = torch.zeros_like(scale), torch.ones_like(scale)
    found = functional.batch_norm(found, zeros, ones, scale, bias, eps=0.0)
    return functional.relu(found)[0].permute(1, 2, 0)


def _depthwise(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    image, window = x.permute(2, 0, 1)[None], w.permute(2, 0, 1)[:, None]
    found = functional.conv2d(image, window, padding=len(w) // 2, groups=x.shape[2])
    return found[0].permute(1, 2, 0)


JUDGES: Mapping[str, Callable[..., torch.Tensor]] = {
    "silu": functional.silu,
    "relu": functional.relu,
    "gelu": functional.gelu,
    "softmax": lambda x: functional.softmax(x, dim=-1),
    "layer_norm": lambda x: functional.layer_norm(x, x.shape[-1:], eps=EPS),
    "rms_norm": _norm,
    "gemv": torch.mv,
    "gemm": torch.matmul,
    "batch_matmul": torch.bmm,
    "linear": lambda x, w, b: functional.linear(x, w.T, b),
    "conv2d": _conv,
    "depthwise_conv": _depthwise,
    "conv_block": _conv_block,
    "rope": _rope,
    "ffn": _ffn,
    "swiglu": _swiglu,
    "attention": functional.scaled_dot_product_attention,
    "flash_attention": functional.scaled_dot_product_attention,
    "mha": _multi_head,
    "gqa": _self_attention,
    "mqa": _self_attention,
    "decoder_llama": _decoder_llama,
    "decoder_t5": _decoder_t5,
}
