"""Our best kernels of the AMD NPU, one module for each task."""
