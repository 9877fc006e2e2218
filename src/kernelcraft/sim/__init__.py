"""What every simulator needs: a body written once, run as the reference machine or emitted as C."""
