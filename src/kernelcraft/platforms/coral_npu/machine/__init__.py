"""The Coral NPU described and simulated: instructions, state, timing, memory map, pages."""
