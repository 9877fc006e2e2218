"""How fast our own simulators and pipeline are, beside others."""
