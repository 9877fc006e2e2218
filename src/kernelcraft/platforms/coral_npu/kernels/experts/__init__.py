"""Our best kernels of the Coral NPU, one module for each task."""
