"""What the experts of the Coral NPU share."""
