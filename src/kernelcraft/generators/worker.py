"""The program of the confined process: evaluates one generator, writes its kernel or a sentence.

Run by its path, with the folder of `starlark` as its argument; it imports nothing of this package.
Standard input is JSON with the `text`, the `arguments`, the seconds of processor time and the most
characters of a kernel. Standard output begins with K and the kernel, or with S or L (a failure:
"syntax" or "limit") and a sentence.
"""

import json
import re
import signal
import sys
from typing import NoReturn

LONGEST = 1_000  # characters of a sentence
_PLACE = re.compile(r"^ *--> generator:(\d+):\d+", re.MULTILINE)
_FRAME = re.compile(r"^ *\* generator:(\d+), in ", re.MULTILINE)
_ERROR = re.compile(r"^error: (.*(?:\n(?! *-->).*)*)", re.MULTILINE)


def main() -> None:
    """Read, evaluate, write."""
    given = json.load(sys.stdin)
    sys.path.insert(0, sys.argv[1])
    import starlark

    dialect = starlark.Dialect.standard()
    dialect.enable_load = False
    dialect.enable_f_strings = True
    dialect.enable_lambda = dialect.enable_top_level_stmt = True
    dialect.enable_keyword_only_arguments = True
    # SIGPROF ends the process whatever it does; its parent knows what that means.
    signal.setitimer(signal.ITIMER_PROF, given["seconds"])
    try:
        module = starlark.Module()
        parsed = starlark.parse("generator", given["text"], dialect)
        starlark.eval(module, parsed, starlark.Globals.standard())
        found = module.freeze().call("kernel", *given["arguments"])
    except starlark.StarlarkError as error:
        _end("S", _sentence(str(error)))
    except MemoryError:
        _end("L", "")
    except BaseException as error:  # the interpreter's panics are no Exception
        if "memory" in str(error):
            _end("L", "")
        _end("S", f"the interpreter stopped: {error}")
    if not isinstance(found, str):
        kind = {"NoneType": "nothing", "int": "a number", "list": "a list"}.get(
            type(found).__name__
        )
        kind = kind or f"a {type(found).__name__}"
        _end("S", f"kernel returned {kind}; expected the kernel as one string")
    if len(found) > given["longest"]:
        _end("L", f"the kernel has more than {given['longest']:,} characters")
    _end("K", found)


def _end(kind: str, text: str) -> NoReturn:
    signal.setitimer(signal.ITIMER_PROF, 0.0)
    text = text if kind == "K" else text[:LONGEST]
    sys.stdout.buffer.write(f"{kind}{text}".encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
    sys.exit(0)


def _sentence(said: str) -> str:
    """An error of Starlark's, with its line before it."""
    if "has no symbol `kernel`" in said:
        return "there is no function kernel; a generator defines kernel(sizes, machine)"
    found, places = _ERROR.search(said), _PLACE.findall(said) or _FRAME.findall(said)
    message = " ".join((found.group(1) if found else said).split())
    if "call stack overflow" in message:
        message = "calls are nested too deeply; there is no room for recursion"
    if "call to generator.kernel" in message:
        return f"{message}; a generator defines kernel(sizes, machine)"
    return f"line {places[-1]}: {message}" if places else message


if __name__ == "__main__":
    main()
