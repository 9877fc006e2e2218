"""What a kernel writer says instead of writing one."""


class Unwritten(ValueError):
    """Nobody writes kernels for a cell's task, or not for its sizes; the string is a sentence."""


class NoCompiler(Unwritten):
    """The compiler that writes them is not installed; the string says how to get it."""
