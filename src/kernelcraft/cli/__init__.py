"""The command `kernelcraft`: parses, calls the other layers and prints; nothing else prints.

Whatever takes time to import is imported where it is needed: `--version` needs nothing.
"""

import contextlib
import gc
import io
import os
import sys
import warnings
from collections.abc import Sequence

__all__ = ["main", "print_version"]

BROKEN_PIPE = 141  # what a shell reports of a program that a closed pipe ended
YOUNG_OBJECTS = (
    50_000  # between two searches for rubbish; 700 by default, a tenth of a start's time
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (the process's own by default) and give its exit code.

    0 right, 1 a wrong kernel, 2 a usage error, 3 an error of ours, 130 interrupted.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    given = [argument for argument in given if argument != "--debug"]
    gc.set_threshold(YOUNG_OBJECTS)
    _open_what_is_closed()
    _never_fail_to_print()
    warnings.showwarning = _say_warning
    try:
        code = _run(given, debug)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_output()
        return BROKEN_PIPE
    except OSError as error:  # such as a full disk under standard output
        if debug:
            raise
        _close_output()
        from kernelcraft.cli.answers import FAILED, say

        say(f"kernelcraft: {error.strerror or error}")
        return FAILED
    return code


def _run(given: list[str], debug: bool) -> int:
    if given[:1] == ["--version"]:
        print_version()
        return 0
    import typer

    from kernelcraft.cli.answers import INTERRUPTED, complain
    from kernelcraft.cli.app import command_line
    from kernelcraft.cli.errors import Complaint, explain

    as_json = "--json" in given
    try:
        return _code(command_line(given))
    except typer.Exit as ending:
        return ending.exit_code
    except KeyboardInterrupt:
        complain(Complaint("interrupted", code=INTERRUPTED), as_json=as_json)
        return INTERRUPTED
    except Exception as error:  # the last place: a sentence instead of a traceback
        if debug or (isinstance(error, OSError) and error.filename is None):
            raise
        complaint = explain(error)
        complain(complaint, as_json=as_json)
        return complaint.code


def print_version() -> None:
    """Print the name and the version of the installed package."""
    from kernelcraft import __version__

    print(f"kernelcraft {__version__}")


def _code(result: object) -> int:
    """What a command returned: an exit code, a bool for right or wrong, or nothing."""
    from kernelcraft.cli.answers import FAILED, RIGHT, WRONG

    if isinstance(result, bool):
        return RIGHT if result else WRONG
    if result is None or isinstance(result, int):
        return result or RIGHT
    return FAILED


def _say_warning(message: Warning | str, *where: object, **more: object) -> None:
    """A warning as a sentence, without the place in the code that it comes from."""
    from kernelcraft.cli.answers import say

    say(f"kernelcraft: warning: {message}")


def _close_output() -> None:
    """What is still to be written goes nowhere, so that Python does not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_what_is_closed() -> None:
    """A standard stream that the caller closed is empty; no other file may get its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def _never_fail_to_print() -> None:
    """Show what the terminal's character set lacks as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(ValueError):
                stream.reconfigure(errors="backslashreplace")
