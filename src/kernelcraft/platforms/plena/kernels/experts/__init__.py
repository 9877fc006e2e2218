"""Our best known kernels for PLENA, chosen by shape, without any search."""

from typing import Final

SHARED: Final = {
    "argmax": "sampler.argmax:kernel",
    "masked_topk": "sampler.masked_topk:kernel",
    "sampler": "sampler.whole:kernel",
    "softmax_confidence": "sampler.confidence:kernel",
    "token_update": "sampler.token_update:kernel",
    "batch_matmul": "experts.gemm:kernel",
    "flash_attention": "experts.attention:kernel",
    "gqa": "experts.attention:multi_head",
    "layer_norm": "experts.rows:norm",
    "linear": "experts.gemm:kernel",
    "mha": "experts.attention:multi_head",
    "mqa": "experts.attention:multi_head",
    "relu": "experts.rows:kernel",
    "rms_norm": "experts.rows:norm",
    "softmax": "experts.rows:kernel",
}
"""Tasks that another task's module writes; see `cells.platforms.function`."""
