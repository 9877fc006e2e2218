"""Our best known kernels for PLENA: one module per task, chosen by shape, without any search."""
