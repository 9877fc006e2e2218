"""What a program makes of a manual's text: a short one, strategies, and snippets that ran."""
