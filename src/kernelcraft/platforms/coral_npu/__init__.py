"""The Coral NPU: an in-order RISC-V core with a vector unit, in its default-memory configuration."""
