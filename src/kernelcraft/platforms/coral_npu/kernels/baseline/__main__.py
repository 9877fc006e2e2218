"""Recompiles the baselines: `python -m kernelcraft.platforms.coral_npu.kernels.baseline`.

With `--check` it changes nothing and exits with 1 where a text is not what the compiler gives now,
with `--part K/N` only every Nth cell from the Kth on is compared. `--race` only runs both origins
of every cell again, after a change of the machine.
"""

import argparse
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.platforms.coral_npu.kernels.baseline import ORIGINS, race, shipped
from kernelcraft.platforms.coral_npu.kernels.baseline.clang import OPTIONS, compiled, version


def main(arguments: list[str]) -> int:
    """The command; gives its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m kernelcraft.platforms.coral_npu.kernels.baseline"
    )
    parser.add_argument("--check", action="store_true", help="change nothing, exit 1 if stale")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="what --check compiles")
    parser.add_argument("--race", action="store_true", help="compile nothing, compare cycles")
    options = parser.parse_args(arguments)
    cells = find_cells(platform="coral_npu")
    if options.check:
        first, step = map(int, options.part.split("/"))
        return check(cells[first - 1 :: step])
    made = shipped.manifest() if options.race else write(cells)
    faster = race_all(cells)
    complete = made.model_copy(update={"faster": faster})
    shipped.MANIFEST.write_text(complete.model_dump_json(indent=1) + "\n")
    return 0


def check(cells: Iterable[Cell]) -> int:
    """Compile again and say which texts differ from those of the package."""
    stale = [
        f"{path.parent.name}/{path.name}: not what {version()} gives"
        for path, text in _texts(cells).items()
        if not path.is_file() or path.read_text() != text
    ]
    print("\n".join(stale) or "the compiler gives the same assembly")
    return 1 if stale else 0


def write(cells: Iterable[Cell]) -> shipped.Manifest:
    """Compile both origins of every cell into the package, and nothing else stays there."""
    texts = _texts(cells)
    for old in set(shipped.ASSEMBLY.glob("*/*.s")) - set(texts):
        old.unlink()
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    print(f"{len(texts)} texts by {version()}")
    return shipped.Manifest(
        compiler=version(),
        options=OPTIONS,
        sources=shipped.source_hashes(),
        kernels=shipped.kernel_hashes(),
        faster={},
    )


def race_all(cells: Iterable[Cell]) -> dict[str, str]:
    """The faster origin of every cell."""
    faster = {}
    for cell in cells:
        texts = {each: shipped.path(cell, each).read_text() for each in ORIGINS}
        faster[cell.name] = race.faster(cell, texts)
    plain = [name for name, origin in faster.items() if origin == "plain"]
    print(f"plain C is faster in {len(plain)} cells: {', '.join(plain) or 'none'}")
    return faster


def _texts(cells: Iterable[Cell]) -> dict[Path, str]:
    pairs = [(cell, origin) for cell in cells for origin in ORIGINS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = pool.map(lambda pair: compiled(*pair), pairs)
        return {shipped.path(*pair): text for pair, text in zip(pairs, texts, strict=True)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
