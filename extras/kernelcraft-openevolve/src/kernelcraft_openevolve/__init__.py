"""OpenEvolve on the landscapes of KernelCraft's lab: `python -m kernelcraft_openevolve`."""
