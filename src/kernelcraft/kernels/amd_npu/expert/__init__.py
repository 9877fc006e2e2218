"""Our best known kernels for the AMD NPU, one module a task."""
