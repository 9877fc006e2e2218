"""Checks a release as its users meet it: `python -m tests.check_dist FOLDER`, as `make dist` does.

The wheel is installed into a clean virtual environment, with no compiler and, once it is
installed, no network; it must craft a kernel in a folder elsewhere with the native simulator. Then
the sdist is installed the same way, where the reference machine must do the job.
"""

import json
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
CELL = "plena/softmax/C1"
PLATFORMS = ("amd_npu", "boom", "coral_npu", "plena")
UNRELEASED = {".gitignore"}
PACKAGES, MEGABYTES = 25, 150  # that the core may bring at most, itself included
OFFLINE = '''"""Refuses every connection that leaves this machine."""

import sys


def refuse(event, arguments):
    address = arguments[1] if event == "socket.connect" else arguments
    if event in ("socket.connect", "socket.getaddrinfo") and isinstance(address, tuple):
        if address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise OSError(f"{event}: {address[0]}: there is no network here")


sys.addaudithook(refuse)
'''


@dataclass(frozen=True)
class Installation:
    """A virtual environment and a folder to work in; only its own programs are on the path."""

    environment: Path
    work: Path

    def run(self, program: str, *arguments: str | Path) -> str:
        """What the program prints; SystemExit with all its output if it fails."""
        command = [self.environment / "bin" / program, *arguments]
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            command,
            cwd=self.work,
            env={**kept, "PATH": str(self.environment / "bin")},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        return done.stdout

    def install(self, file: Path, *options: str, extras: str = "") -> None:
        """Install a wheel or an sdist, with extras such as "[report]"."""
        self.run("python", "-m", "pip", "install", "--quiet", *options, f"{file}{extras}")

    def size(self) -> str:
        """What the core brings; SystemExit where it is more than it may be."""
        listed = json.loads(self.run("python", "-m", "pip", "list", "--format", "json"))
        packages = {each["name"] for each in listed} - {"pip", "setuptools"}
        (folder,) = (self.environment / "lib").glob("python*/site-packages")
        installers = ("pip", "setuptools", "_distutils_hack", "pkg_resources")
        files = (path for path in folder.rglob("*") if path.is_file())
        own = (p for p in files if not p.relative_to(folder).parts[0].startswith(installers))
        megabytes = sum(path.stat().st_size for path in own) / 1e6
        if len(packages) > PACKAGES or megabytes > MEGABYTES:
            raise SystemExit(f"the core is {len(packages)} packages, {megabytes:.0f} MB")
        return f"the core is {len(packages)} packages, {megabytes:.0f} MB"

    def cut_off(self) -> None:
        """From now on no Python of this environment reaches another machine."""
        (packages,) = (self.environment / "lib").glob("python*/site-packages")
        (packages / "offline.py").write_text(OFFLINE)
        (packages / "offline.pth").write_text("import offline\n")

    def reconnect(self) -> None:
        """The network is back."""
        for file in (self.environment / "lib").glob("python*/site-packages/offline.pth"):
            file.unlink()

    def simulators(self) -> dict[str, str]:
        """The state of each platform's simulator: ok where it is native."""
        record = json.loads(self.run("kernelcraft", "doctor", "--json"))
        assert record["works"], record
        return {e["name"]: e["state"] for e in record["findings"] if e["name"] in PLATFORMS}

    def crafts(self, *options: str) -> str:
        """Let the tuner craft a kernel, report it, grade the file again, say what came of it."""
        log = tempfile.mkdtemp(dir=self.work)
        into = ("-o", "best.asm", "--log-dir", log)
        self.run("kernelcraft", "craft", CELL, "--agent", "tuner", *into, *options)
        self.run("kernelcraft", "report", log, "--html", f"{log}/site")
        return self.run("kernelcraft", "grade", CELL, "best.asm").splitlines()[1]


def missing(sdist: Path) -> list[str]:
    """What the repository has and the sdist has not."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    return sorted(set(listed.stdout.splitlines()) - packed - UNRELEASED)


def main(folder: Path) -> None:
    """Check the one wheel and the one sdist of a folder."""
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    if lacking := missing(sdist):
        raise SystemExit(f"{sdist.name} lacks {', '.join(lacking)}")
    print(f"{sdist.name} has every file of the repository")
    if "-abi3-manylinux" not in wheel.name:
        raise SystemExit(f"{wheel.name}: expected the stable ABI and a manylinux tag")
    with tempfile.TemporaryDirectory() as temporary:
        here = Installation(Path(temporary, "venv"), Path(temporary, "work"))
        here.work.mkdir()
        venv.create(here.environment, with_pip=True)
        here.install(wheel)
        print(here.size())
        here.install(wheel, extras="[report]")
        here.cut_off()
        if (found := here.simulators()) != dict.fromkeys(PLATFORMS, "ok"):
            raise SystemExit(f"{wheel.name}: simulators: {found}")
        print(f"{wheel.name}, native, without compiler and network: {here.crafts()}")
        here.reconnect()
        here.install(sdist, "--force-reinstall", "--no-deps")
        here.cut_off()
        if (found := here.simulators()) != dict.fromkeys(PLATFORMS, "slow"):
            raise SystemExit(f"{sdist.name}, built without a compiler: simulators: {found}")
        done = here.crafts("--evaluations", "5")
        print(f"{sdist.name}, built without a compiler, on the reference machine: {done}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
