"""The Coral NPU: an in-order RISC-V core with a vector unit and tightly coupled memories."""
