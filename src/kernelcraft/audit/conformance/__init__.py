"""What a platform has and what it lacks: one file a row, in the order in which they are won."""
