"""The AMD NPU described and simulated: instructions, state, timing, memory map, pages."""
