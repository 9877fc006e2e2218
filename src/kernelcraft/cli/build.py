"""`build`: compiles a platform's native simulator, which the first run would do otherwise."""

import time

from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import Json, OnePlatform, known_platform


def build(name: OnePlatform, as_json: Json = False) -> bool:
    """Compile a platform's native simulator now; fails, with a sentence, if that cannot be.

    Without it every command works on the reference machine, which is slow.
    """
    from kernelcraft.cells.recipes import interpreter
    from kernelcraft.sim.native import MODULE, Native, load

    known_platform(name)
    start = time.monotonic()
    found = load(interpreter(name))
    took = time.monotonic() - start
    if not isinstance(found, Native):
        record = {"platform": name, "built": False, "message": found}
        answer(record, f"{found}; the reference machine runs, which is slow", as_json=as_json)
        return False
    file = found.module.__file__
    message = f"{name} is built with kernelcraft: {file}"
    if found.module.__name__ != MODULE:
        message = f"{name} is compiled, in {took:.1f} s: {file}"
    record = {"platform": name, "built": True, "file": file, "seconds": took, "message": message}
    answer(record, message, as_json=as_json)
    return True
