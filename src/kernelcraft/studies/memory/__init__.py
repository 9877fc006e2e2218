"""What a store of lessons is worth: right, empty, irrelevant and poisoned, on unseen tasks."""
