"""Kernels: what clang makes of C, and our own."""
