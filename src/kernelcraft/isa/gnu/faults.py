"""One thing wrong with a statement, before its line is known."""


class Wrong(Exception):
    """The message is the sentence that the user reads."""
