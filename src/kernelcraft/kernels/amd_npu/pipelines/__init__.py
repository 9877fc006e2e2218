"""Pieces that several of the AMD NPU's expert kernels are made of."""
