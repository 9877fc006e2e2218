"""What is around a kernel, and the time that it takes."""
