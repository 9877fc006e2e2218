"""Kernels of the Coral NPU."""
