"""What is written for the cells of a BOOM core."""
