"""What is written down and read again: verdicts, attempts, episodes and what was said in them."""
