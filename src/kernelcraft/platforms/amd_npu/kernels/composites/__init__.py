"""Tasks of several steps as calls of kernels, which a library of templates, or our best, has."""
