"""The Coral NPU: what the lab and pages of the docs measure and ask about this machine."""
