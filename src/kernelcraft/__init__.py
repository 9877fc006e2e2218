"""KernelCraft: can an agent write fast kernels for an instruction set it has never seen?"""
