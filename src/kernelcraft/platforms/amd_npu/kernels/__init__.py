"""Kernels of the AMD NPU."""
