"""RISC-V without a core: the instructions and the state that every RISC-V platform shares."""
