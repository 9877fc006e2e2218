"""What each kind of feedback is worth to a program with known needs: the faulty oracle."""
