"""Compiles the interpreter of a machine that was not compiled at installation, once a source.

What was compiled is kept in the folder that `KERNELCRAFT_CACHE` names, else in the user's cache
folder, under the digest of its sources: nothing has to be thrown away after a change.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import warnings
from pathlib import Path
from types import ModuleType
from typing import Final

from kernelcraft.sim.emit import RUNTIME, Interpreter, module, source

CACHE: Final = "KERNELCRAFT_CACHE"
FLAGS: Final = (
    *("-g0", "-fwrapv", "-ffp-contract=off", "-fno-math-errno", "-std=gnu11"),
    *("-Wno-unused-variable", "-fno-gcse"),  # which costs time to compile and gains nothing
)
"""Of every interpreter, however it is compiled: results are the reference machine's to the bit."""
EXTENSION: Final = ("-shared", "-fPIC", "-w", "-DPy_LIMITED_API=0x030B0000")
SECONDS: Final = 300
LARGE: Final = "kernelcraft."
"""Machines of this package take long enough to say so: up to a minute each."""


def cache_folder() -> Path:
    """Where compiled interpreters are kept."""
    named = os.environ.get(CACHE)
    if named:
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "kernelcraft"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kernelcraft"


def compiled(interpreter: Interpreter, digest: str) -> ModuleType | str:
    """The extension module with this interpreter, or the sentence that says why there is none."""
    name = f"_native_{interpreter.name}"
    try:
        file = place(interpreter, digest)
        if not file.is_file():
            reason = _compile(interpreter, digest, name, file)
            if reason is not None:
                return reason
    except (OSError, RuntimeError) as error:  # no home, a full disk, a folder that is read only
        return f"{interpreter.name} could not be compiled: {error}"
    return _loaded(name, file)


def place(interpreter: Interpreter, digest: str) -> Path:
    """Where the extension of an interpreter with these sources is kept."""
    return cache_folder() / f"{interpreter.name}-{digest}" / f"_native_{interpreter.name}.abi3.so"


def _loaded(name: str, file: Path) -> ModuleType | str:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    try:
        found = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
    except ImportError as error:
        return f"{file} cannot be loaded: {error}"
    return found


def compiler() -> list[str] | None:
    """The C compiler: Python's own if it is here, else any."""
    own = shlex.split(sysconfig.get_config_var("CC") or "")
    known = [own, ["cc"], ["gcc"], ["clang"]]
    return next((each for each in known if each and shutil.which(each[0])), None)


def _compile(interpreter: Interpreter, digest: str, name: str, file: Path) -> str | None:
    """Put the extension in its place, all at once; a sentence if that was not possible."""
    found = compiler()
    if found is None:
        return f"{interpreter.name} is not compiled: there is no C compiler (cc, gcc or clang)"
    headers = sysconfig.get_path("include")
    if not Path(headers, "Python.h").is_file():
        return f"{interpreter.name} is not compiled: Python.h is missing (Debian: python3-dev)"
    file.parent.parent.mkdir(parents=True, exist_ok=True)
    if interpreter.machine.__module__.startswith(LARGE):
        warnings.warn(f"the simulator of {interpreter.name} is compiled, once", stacklevel=2)
    with tempfile.TemporaryDirectory(dir=file.parent.parent) as folder:
        texts = {"machine.c": source(interpreter, digest), "module.c": module(name, [interpreter])}
        for each, text in texts.items():
            Path(folder, each).write_text(text, encoding="utf-8")
        own = {str(routine.source.parent) for routine in interpreter.routines}
        include = [f"-I{each}" for each in (RUNTIME, headers, *sorted(own))]
        level = f"-O{interpreter.optimised}"
        words = [*found, level, *FLAGS, *EXTENSION, *include, *texts, "-lm", "-o", file.name]
        try:
            done = subprocess.run(
                words, cwd=folder, capture_output=True, text=True, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            return f"{interpreter.name} is not compiled: {found[0]} took {SECONDS} seconds"
        if done.returncode != 0:
            first = next((line for line in done.stderr.splitlines() if "error" in line), "")
            return f"{interpreter.name} is not compiled: {found[0]} says {first or 'no'}"
        file.parent.mkdir(exist_ok=True)
        Path(folder, file.name).replace(file)
    return None
