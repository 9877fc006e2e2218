"""torch's own operators on the real numbers that the codes of quantised tasks stand for.

A judge gives what the output's codes would be if they were not rounded. The codes of a hidden
layer are, and in two steps as the tasks have it: the gate of SwiGLU makes six codes of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import torch
from torch.nn import functional

from kernelcraft.tasks import FloatArray

Tensors = Mapping[str, torch.Tensor]
"""Inputs by name, and constants as tensors of one number."""
Judge = Callable[[Tensors], torch.Tensor]


def _scale(given: Tensors, suffix: str = "") -> torch.Tensor:
    """What a sum is multiplied by, of each channel."""
    return given[f"multiplier{suffix}"] * 2.0 ** (-31.0 - given[f"shift{suffix}"])


def _linear(given: Tensors, x: torch.Tensor, names: str, zero_point: torch.Tensor) -> torch.Tensor:
    """A layer whose weights and biases are real numbers; `names` are of the weight and the rest."""
    weight, suffix = names.split()
    suffix = suffix.removeprefix("bias")
    scale = _scale(given, suffix)
    w, b = given[weight] * scale, given[f"bias{suffix}"] * scale
    return functional.linear(x, w.T, b) + zero_point


def _hidden(codes: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
    """Codes as they are stored: rounded before the shift and after it, ties upwards."""
    shifted = torch.floor(codes * 2.0**shift + 0.5) * 2.0**-shift
    return torch.clamp(torch.floor(shifted + 0.5), -128.0, 127.0)


def _conv(given: Tensors) -> torch.Tensor:
    """Real inputs are 0 in the padding; the fold of the zero point is taken out of the bias."""
    x, scale, w = given["x"] - given["input_zero_point"], _scale(given), given["w"]
    depthwise = w.ndim == 3
    kernel = w.unsqueeze(2) if depthwise else w  # [k, k, in, out]
    folded = given["input_zero_point"] * kernel.sum(dim=(0, 1, 2))
    y = functional.conv2d(
        x.permute(2, 0, 1).unsqueeze(0),
        (kernel * scale).permute(3, 2, 0, 1),
        (given["bias"] + folded) * scale,
        padding="same",
        groups=len(scale) if depthwise else 1,
    )
    return y[0].permute(1, 2, 0) + given["zero_point"]


def _silu(codes: torch.Tensor) -> torch.Tensor:
    """Of the hidden layers."""
    return torch.round(13.0 * functional.silu((codes + 24.0) / 16.0)).clamp(-128.0, 127.0)


def _ffn(given: Tensors) -> torch.Tensor:
    real = _linear(given, given["x"], "w1 bias1", given["hidden_zero_point"])
    hidden = _hidden(real, given["shift1"])
    return _linear(given, _silu(hidden), "w2 bias2", given["zero_point"])


def _swiglu(given: Tensors) -> torch.Tensor:
    x, none = given["x"], torch.zeros(())
    gate = _linear(given, x, "w_gate bias_gate", given["gate_zero_point"])
    g = _silu(_hidden(gate, given["shift_gate"]))
    up = _hidden(_linear(given, x, "w_up bias_up", none), given["shift_up"])
    shift = given["product_shift"]
    product = g * up * given["product_multiplier"] * 2.0 ** (-31.0 - shift)
    hidden = _hidden(product, shift)
    return _linear(given, hidden, "w_down bias_down", given["zero_point"])


def _norm(given: Tensors, normalised: torch.Tensor) -> torch.Tensor:
    return _scale(given) * normalised + given["zero_point"]


def _layer_norm(given: Tensors) -> torch.Tensor:
    width = given["x"].shape[-1]
    y = functional.layer_norm(
        given["x"],
        (width,),
        1024.0 * given["gamma"],
        given["beta"],
        eps=float(given["epsilon"]) / width**2,
    )
    return _norm(given, y)


def _rms_norm(given: Tensors) -> torch.Tensor:
    width = given["x"].shape[-1]
    eps = float(given["epsilon"]) / width**2
    y = functional.rms_norm(given["x"], (width,), 1024.0 * given["gamma"], eps=eps)
    return _norm(given, y)


JUDGES: Mapping[str, Judge] = {
    "silu": lambda given: 30.0 * functional.silu((given["x"] + 4.0) / 16.0) - 119.0,
    "relu": lambda given: functional.relu(given["x"] - given["zero_point"]) + given["zero_point"],
    "gelu": lambda given: 64.0 * functional.gelu((given["x"] - 7.0) / 32.0) - 116.0,
    "softmax": lambda given: 255.0 * functional.softmax(given["x"] / 32.0, dim=-1) - 128.0,
    "layer_norm": _layer_norm,
    "rms_norm": _rms_norm,
    "gemv": lambda given: torch.mv(given["A"], given["x"]) * _scale(given) + given["zero_point"],
    "gemm": lambda given: (
        torch.matmul(given["x"], given["w"] * _scale(given)) + given["zero_point"]
    ),
    "batch_matmul": lambda given: (
        torch.bmm(given["x"], given["w"] * _scale(given)) + given["zero_point"]
    ),
    "linear": lambda given: _linear(given, given["x"], "w bias", given["zero_point"]),
    "conv2d": _conv,
    "depthwise_conv": _conv,
    "ffn": _ffn,
    "swiglu": _swiglu,
    "conv_block": lambda given: torch.maximum(_conv(given), given["zero_point"]),
}


def judged(
    name: str, inputs: Mapping[str, FloatArray], constants: Mapping[str, float]
) -> FloatArray:
    """The codes of the output, cut to the range but not rounded."""
    given = {operand: torch.from_numpy(values) for operand, values in inputs.items()}
    given |= {constant: torch.tensor(value).double() for constant, value in constants.items()}
    codes = torch.clamp(JUDGES[name](given), -128.0, 127.0)
    return np.asarray(codes.numpy(), np.float64)
