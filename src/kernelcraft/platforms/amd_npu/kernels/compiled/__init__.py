"""From primitives of the tensor layer to scheduled bundles: values, streams of memory, loops."""
