"""The AMD NPU (AIE2): one core, an exposed pipeline of six slots without interlocks."""
