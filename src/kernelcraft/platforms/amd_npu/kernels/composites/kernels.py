"""Which function writes which task."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.composites import attention, decoder, heads, perceptron
from kernelcraft.platforms.amd_npu.kernels.composites.library import Library

KERNELS: Final[Mapping[str, Callable[[Cell, Library], str]]] = {
    "attention": attention.attention,
    **dict.fromkeys(("mha", "gqa", "mqa"), heads.multi_head),
    "decoder_llama": decoder.llama,
    "decoder_t5": decoder.t5,
    "ffn": perceptron.ffn,
    "swiglu": perceptron.swiglu,
}
