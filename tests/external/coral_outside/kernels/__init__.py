"""Kernels of the Coral NPU, whose tensors lie at the same addresses."""
