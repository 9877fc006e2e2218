"""Kernels for PLENA: the template compiler and our best known ones."""
