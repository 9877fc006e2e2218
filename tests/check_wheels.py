"""Checks the wheels on other processors and Pythons: `python -m tests.check_wheels FOLDER`.

Debian's Python of a processor is unpacked beside this one (mmdebstrap, as root), not installed, and
runs under qemu-user. There the wheel must work, native and reference machine must agree, and every
smallest kernel of the compilers must take the cycles and give the bits that it gives here.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.check_dist import PLATFORMS

ROOT = Path(__file__).parent.parent
BITS = """
import hashlib
import warnings

warnings.simplefilter("error")
from kernelcraft import baseline
from kernelcraft.cells.cell import find_cells
from kernelcraft.grading.input_set import input_set
from kernelcraft.sim.run import Limits

for cell in find_cells(config="C1"):
    staged = input_set(cell, "normal", 1, poison=False).staged
    program = cell.platform.assemble(baseline(cell))
    run = cell.platform.run(program, staged, Limits())
    output = cell.platform.read(cell.memory_map.output, run.state)
    print(cell.name, run.cycles, hashlib.sha256(output.tobytes()).hexdigest())
"""
"""What each smallest kernel of the compilers takes and gives."""


@dataclass(frozen=True)
class Foreign:
    """A Python of Debian's for some processor: its names there, its suite and its version."""

    debian: str
    processor: str
    suite: str
    version: str

    def unpacked(self, folder: Path) -> Path:
        """Its files, in `folder`."""
        place = folder / f"{self.suite}-{self.debian}"
        options = ("--variant=extract", f"--architectures={self.debian}", "--quiet")
        packages = "--include=python3,libstdc++6"
        # An image of the archive may be older than its signature is valid.
        old = '--aptopt=Acquire::Check-Valid-Until "false"'
        mirror = "http://deb.debian.org/debian"
        _run(["mmdebstrap", *options, packages, old, self.suite, str(place), mirror])
        for name in ("lib", "lib64"):  # which a package of a newer suite only makes when installed
            if not (place / name).exists() and (place / "usr" / name).is_dir():
                (place / name).symlink_to(f"usr/{name}")
        return place

    def installed(self, wheel: Path, folder: Path) -> None:
        """The wheel and what it needs, for this Python, in `folder`."""
        tags = [f"--platform=manylinux_2_{each}_{self.processor}" for each in (28, 27, 17)]
        tags += [f"--platform=manylinux2014_{self.processor}", f"--python-version={self.version}"]
        only = ("--implementation=cp", "--only-binary=:all:", "--target", str(folder))
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile"]
        _run([*pip, *only, *tags, str(wheel)])

    def python(self, root: Path, packages: Path) -> Path:
        """A program that behaves as this Python does, also where it is started by itself."""
        program = packages.parent / f"python-{self.suite}-{self.debian}"
        program.write_text(
            "#!/bin/sh\n"
            f"export PYTHONHOME={root}/usr PYTHONPATH={packages}\n"
            f"exec qemu-{self.processor} -L {root} -0 {program} "
            f'{root}/usr/bin/python{self.version} "$@"\n',
            encoding="utf-8",
        )
        program.chmod(0o755)
        return program


OTHERS = (
    Foreign("arm64", "aarch64", "bookworm", "3.11"),
    Foreign("arm64", "aarch64", "sid", "3.14"),
    Foreign("amd64", "x86_64", "sid", "3.14"),
)
"""The oldest and the newest Python on each processor; the oldest on x86-64 is `make dist`'s."""


def main(folder: Path) -> None:
    """Check the wheels of a folder; SystemExit for the first that does not work."""
    (pure,) = folder.glob("*-py3-none-any.whl")
    print(f"{pure.name}: {pure.stat().st_size / 1e6:.1f} MB; tests/test_wheel.py uses it")
    here = _run([sys.executable, "-c", BITS]).splitlines()
    for each in OTHERS:
        (wheel,) = folder.glob(f"*-abi3-*{each.processor}.whl")
        with tempfile.TemporaryDirectory() as temporary:
            place = Path(temporary)
            each.installed(wheel, place / "packages")
            python = each.python(each.unpacked(place), place / "packages")
            there = _run([str(python), "-c", BITS], place).splitlines()
            if there != here:
                differs = [pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]]
                raise SystemExit(f"{wheel.name}, Python {each.version}: {differs}")
            words = [str(python), "-W", "error", "-m", "kernelcraft", "doctor", "--json"]
            record = json.loads(_run(words, place))
            states = {e["name"]: e["state"] for e in record["findings"] if e["name"] in PLATFORMS}
            if not record["works"] or states != dict.fromkeys(PLATFORMS, "ok"):
                raise SystemExit(f"{wheel.name}, Python {each.version}: {record}")
        size = wheel.stat().st_size / 1e6
        print(f"{wheel.name} ({size:.1f} MB), Python {each.version}: {len(here)} kernels equal")


def _run(command: Sequence[str], work: Path | None = None) -> str:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=work, env=kept, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:4])} ...\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
