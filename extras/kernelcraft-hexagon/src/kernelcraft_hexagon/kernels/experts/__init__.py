"""Our best known kernels: more than one instruction in almost every packet."""
