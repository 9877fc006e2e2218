"""The C side of routines, compiled on the spot so that tests can hold it to the oracles."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import numpy as np

from kernelcraft.sim.emit import RUNTIME
from kernelcraft.sim.machine import Array
from kernelcraft.sim.on_demand import FLAGS
from kernelcraft.sim.routine import Routine

R = TypeVar("R", int, None)

_TYPES = {"uint32_t": ctypes.c_uint32, "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64}


def compiled(texts: Iterable[str], *include: Path) -> ctypes.CDLL:
    """C texts after the interpreter's header, as one shared library without any warning."""
    strict = ["-Wall", "-Wextra", "-Werror", "-Wno-psabi"]
    folders = [f"-I{folder}" for folder in (RUNTIME, *include)]
    command = ["cc", "-O1", *FLAGS, *strict, "-shared", "-fPIC", *folders]
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "routines.c"), Path(folder, "routines.so")
        source.write_text("\n".join(['#include "interpreter.h"', *texts]))
        subprocess.run([*command, str(source), "-o", str(target)], check=True)
        return ctypes.CDLL(str(target))


def call(library: ctypes.CDLL, routine: Routine[..., R], *arguments: Array | int) -> R:
    """Run the C function of a routine on arrays (mutated in place) and ints."""
    function = library[routine.name]
    kinds = [parameter.removeprefix("const ").split()[0] for parameter in routine.parameters]
    function.restype = _TYPES.get(routine.returns)
    function.argtypes = [
        ctypes.c_void_p if isinstance(argument, np.ndarray) else _TYPES[kind]
        for argument, kind in zip(arguments, kinds, strict=True)
    ]
    passed = [a.ctypes.data if isinstance(a, np.ndarray) else a for a in arguments]
    result: R = function(*passed)
    return result


def agree(library: ctypes.CDLL, routine: Routine[..., R], *arguments: Array | int) -> R:
    """Run oracle and C on copies of the same arguments; assert equal results, bit by bit.

    Arrays keep what the oracle wrote, so that a test can go on to look at it.
    """
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    found = call(library, routine, *copies)
    expected = routine.oracle(*arguments)
    assert found == expected, (routine.name, arguments)
    for ours, theirs in zip(arguments, copies, strict=True):
        if isinstance(ours, np.ndarray) and isinstance(theirs, np.ndarray):
            np.testing.assert_array_equal(ours.view(np.uint8), theirs.view(np.uint8))
    return found
