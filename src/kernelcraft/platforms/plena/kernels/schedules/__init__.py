"""How kernels for PLENA are made from steps; the tuner's moves and the experts share it."""
