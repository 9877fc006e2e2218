"""What an evaluation survives, and how fast it is: `make endurance`."""
