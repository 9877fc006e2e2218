"""Honest oddities that follow from a platform's baseline kernels, for every platform."""
