"""Instructions that somebody proposes: their checked form, what they mean, cost, and a machine
that has them."""
