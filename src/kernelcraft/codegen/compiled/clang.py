"""Compiles C with the clang of the package ziglang, to text that our assemblers take."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kernelcraft.cells.unwritten import NoCompiler

OPTIONS: Final = (
    *("-O2", "-S", "-g0", "-Wall", "-Wextra", "-Werror", "-Wno-unused-command-line-argument"),
    *("-ffreestanding", "-fno-builtin", "-fno-math-errno", "-fomit-frame-pointer"),
    *("-fno-stack-protector", "-fno-sanitize=all"),
    *("-fno-asynchronous-unwind-tables", "-fno-unwind-tables"),
)
"""For every machine, after what says which machine it is."""
_NOISE: Final = (".file", ".ident", ".attribute", ".addrsig", ".addrsig_sym", ".type", ".size")


class CompilerFailed(Exception):
    """clang refused a source of ours, or its kernel does not run; the string says why."""


@cache
def version() -> str:
    """Such as "clang 22.1.8 of ziglang 0.17.0"; raises `NoCompiler` where it is not installed."""
    clang = _ziglang("clang", "--version").split()[2]
    return f"clang {clang} of ziglang {_ziglang('version').strip()}"


def assembly(
    source: Path,
    options: Sequence[str],
    title: str,
    words: Mapping[str, str] | None = None,
) -> str:
    """The assembly of a file, below a title; raises `NoCompiler` where there is no compiler.

    `words` are lines that clang prints as numbers because it has no name for an instruction.
    """
    with TemporaryDirectory() as folder:
        output = Path(folder) / "kernel.s"
        _ziglang("cc", *options, str(source), "-o", str(output), cache=folder)
        text = output.read_text()
    head = f"# {source.name} for {title}; {version()}, -O2"
    return "\n".join((head, *_clean(text, words or {}), ""))


def _clean(text: str, words: Mapping[str, str]) -> Iterator[str]:
    """The lines that mean something to an assembler, without the compiler's remarks."""
    for line in text.splitlines():
        code = line.partition("#")[0].rstrip()
        if code in words:
            yield words[code]
        elif code and code.split()[0] not in _NOISE and ".note.GNU-stack" not in code:
            yield code


def _ziglang(*arguments: str, cache: str | None = None) -> str:
    """What the package's command prints; it keeps its files in the folder `cache`."""
    if importlib.util.find_spec("ziglang") is None:
        raise NoCompiler("a C compiler is needed for this: pip install 'kernelcraft[baseline]'")
    caches = {f"ZIG_{kind}_CACHE_DIR": cache for kind in ("GLOBAL", "LOCAL") if cache}
    command = [sys.executable, "-m", "ziglang", *arguments]
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | caches
    )
    if run.returncode:
        raise CompilerFailed(run.stderr.strip())
    return run.stdout
