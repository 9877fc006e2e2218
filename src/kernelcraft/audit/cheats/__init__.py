"""Cheats that follow from a platform's baseline kernels: one file a family, for every platform."""
