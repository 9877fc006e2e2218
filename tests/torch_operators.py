"""torch's own operator for every task: the judge that nobody here wrote."""

from collections.abc import Callable, Mapping

import torch
from torch.nn import functional

EPS = 1e-5

JUDGES: Mapping[str, Callable[..., torch.Tensor]] = {
    "silu": functional.silu,
    "relu": functional.relu,
    "gelu": functional.gelu,
    "softmax": lambda x: functional.softmax(x, dim=-1),
    "layer_norm": lambda x: functional.layer_norm(x, x.shape[-1:], eps=EPS),
    "rms_norm": lambda x: functional.rms_norm(x, x.shape[-1:], eps=EPS),
    "gemv": torch.mv,
    "gemm": torch.matmul,
    "batch_matmul": torch.bmm,
    "linear": lambda x, w, b: functional.linear(x, w.T, b),
}
