"""What a kernel is written for: cells, their sizes, and what platforms have for them."""
