"""What the search strategies share: the trial they work on, and who proposes kernels to them."""
