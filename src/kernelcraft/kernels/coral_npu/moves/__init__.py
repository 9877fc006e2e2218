"""The tuner's moves on the Coral NPU: rewrites of any kernel's text, and the compiler's variants."""
