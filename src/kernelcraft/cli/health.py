"""What `doctor` looks at: each finding says what there is and, if it is not right, what to do."""

import importlib.metadata
import platform as host
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Literal

import numpy as np

from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_rows, load_cell
from kernelcraft.cells.protocol import NotInstalled
from kernelcraft.cells.recipes import interpreter
from kernelcraft.cli.checks import machines
from kernelcraft.cli.terminal import width
from kernelcraft.evaluation import providers
from kernelcraft.external import ExternalPlatform
from kernelcraft.external.confinement import lacking
from kernelcraft.grading.job import Grade
from kernelcraft.grading.workers import Workers
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.run import Limits

State = Literal["ok", "slow", "missing", "broken"]

PACKAGE: Final = "kernelcraft"
OLDEST: Final = (3, 11)
PROGRAMS: Final = 20
SMALL, LARGE = "relu/C1", "gemm/C3"  # the cells that are graded, and timed, where they are
NATIVE_BUDGET, REFERENCE_BUDGET = 200_000, 5_000  # instructions that are timed
RATE = "million instructions a second"
REBUILD = "install gcc or clang, then install kernelcraft again (in a checkout: make setup)"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; whatever is not right has a remedy.

    `needed` are those without which no kernel can be crafted and graded.
    """

    area: str
    name: str
    state: State
    found: str
    remedy: str = ""
    needed: bool = False

    @property
    def stops(self) -> bool:
        """Whether the main job cannot be done because of it."""
        return self.needed and self.state in ("missing", "broken")

    def record(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Extra:
    """Something that only some work needs: a Python module or a program of the system."""

    name: str
    use: str
    remedy: str
    module: str | None = None
    programs: tuple[str, ...] = ()


AGENTS = "pip install 'kernelcraft[agents]'"
EXTRAS: Final = (
    Extra("Inspect", "language models, evaluate and its logs", AGENTS, "inspect_ai"),
    Extra("MCP", "other agents' access to the tools", "pip install 'kernelcraft[mcp]'", "mcp"),
    Extra("plotly", "report --html", "pip install 'kernelcraft[report]'", "plotly"),
    Extra("Ray", "evaluations on a cluster", "pip install 'kernelcraft[ray]'", "ray"),
    Extra(
        "ziglang",
        "Coral NPU baselines at held-out sizes",
        "pip install 'kernelcraft[baseline]'",
        "ziglang",
    ),
    Extra("torch", "tests only", "pip install 'kernelcraft[judges]'", "torch"),
    Extra("qemu-riscv32", "tests only", "apt install qemu-user", programs=("qemu-riscv32",)),
    Extra(
        "Chromium",
        "tests of the web report only",
        "apt install chromium chromium-driver",
        programs=("chromedriver",),
    ),
)


def findings() -> list[Finding]:
    """Everything, in the order of a table."""
    return [
        python(),
        packages(),
        *(found for name in platforms.names() for found in platform(name)),
        log_folder(),
        *([inspect_folder(), *models()] if providers.installed("inspect_ai") else []),
        *map(extra, EXTRAS),
        terminal(),
        characters(),
    ]


def python() -> Finding:
    """The interpreter's version."""
    found = f"{host.python_version()}, {sys.executable}"
    right = sys.version_info >= OLDEST
    remedy = "" if right else f"install Python {'.'.join(map(str, OLDEST))} or newer"
    return Finding("base", "Python", "ok" if right else "broken", found, remedy, needed=True)


def packages() -> Finding:
    """Whether what kernelcraft needs is installed; versions are the installer's business."""
    version = importlib.metadata.version(PACKAGE)
    lines = importlib.metadata.requires(PACKAGE) or []
    names = [_name(line) for line in lines if "extra ==" not in line]
    lacking = [name for name in names if not _installed(name)]
    if lacking:
        remedy = f"pip install {' '.join(lacking)}"
        return Finding("base", PACKAGE, "broken", f"{version}, incomplete", remedy, needed=True)
    found = f"{version} with the {len(names)} packages that it needs"
    return Finding("base", PACKAGE, "ok", found, needed=True)


def platform(name: str) -> Iterator[Finding]:
    """Its simulator and its grader; whatever its package raises is what is broken."""
    needed = platforms.entry(name).own
    remedy = REBUILD if needed else f"kernelcraft conformance {name}"
    try:
        accelerator = platforms.platform(name)
        looks = [machine, grading]
        if isinstance(accelerator, ExternalPlatform):
            yield from programs(accelerator)
            looks.remove(machine)
        cells = _cells(name)
        if not cells:
            yield Finding("platforms", name, "missing", "no cell has a baseline", remedy)
            return
        for find in looks:
            yield replace(find(name, cells), needed=needed)
    except Exception as error:  # packages of others raise anything
        if needed:
            raise
        yield Finding("platforms", name, "broken", f"{type(error).__name__}: {error}", remedy)


def _cells(name: str) -> dict[str, Cell]:
    """The cells that are graded and timed, or the first and the last that have a baseline."""
    rows = [str(row).removeprefix(f"{name}/") for row in find_rows(platform=name)]
    found = {}
    for wanted, instead in ((SMALL, rows), (LARGE, rows[::-1])):
        tried = [wanted] if wanted in rows else instead
        cells = (load_cell(f"{name}/{each}") for each in tried)
        cell = next((each for each in cells if kernels.has_baseline(each)), None)
        if cell is not None:
            found[wanted] = cell
    return found


def machine(name: str, cells: Mapping[str, Cell]) -> Finding:
    """A platform's simulator: which one, how fast, and whether it agrees with the reference."""
    native, cell = load(interpreter(name)), cells[LARGE]
    what = cell.usual_name.removeprefix(f"{name}/")
    if not isinstance(native, Native):
        speed = instructions_a_second(cell, REFERENCE_BUDGET)
        found = f"{native}; the reference machine runs {what} at {speed / 1e6:.2f} {RATE}"
        return Finding("platforms", name, "slow", found, REBUILD)
    check = machines(name, PROGRAMS)
    if not check.right:
        return Finding("platforms", name, "broken", check.found, REBUILD)
    speed = instructions_a_second(cell, NATIVE_BUDGET)
    found = f"native simulator, {what} at {speed / 1e6:.1f} {RATE}; {check.found}"
    return Finding("platforms", name, "ok", found)


def programs(accelerator: ExternalPlatform) -> Iterator[Finding]:
    """The programs that assemble for and simulate it, and whether they can be held back here."""
    for tool in dict.fromkeys(accelerator.tools):
        what = f"{accelerator.name}: {Path(tool.program(accelerator.here)).name}"
        try:
            yield Finding("platforms", what, "ok", tool.installed(accelerator.here))
        except NotInstalled as error:
            remedy = f"install it, as the package of {accelerator.name} says"
            yield Finding("platforms", what, "missing", str(error), remedy)
    for sentence in lacking():
        remedy = "give it only kernels that you trust, or use a newer Linux"
        yield Finding("platforms", f"{accelerator.name}: confinement", "missing", sentence, remedy)


def instructions_a_second(cell: Cell, budget: int) -> float:
    """How fast the baseline of a cell runs here, up to `budget` instructions at a time."""
    program = cell.platform.assemble(kernels.baseline(cell))
    zeros = {tensor.name: np.zeros(tensor.shape) for tensor in cell.inputs}
    state = cell.platform.stage(cell.memory_map, zeros, None)
    limits, done, spent = Limits(instructions=budget), 0, 0.0
    cell.platform.run(program, state.copy(), limits)  # DMA costs are found on the first run
    while done < budget:
        fresh = state.copy()
        start = time.perf_counter()
        done += cell.platform.run(program, fresh, limits).instructions
        spent += time.perf_counter() - start
    return done / spent


def grading(name: str, cells: Mapping[str, Cell]) -> Finding:
    """A strict verdict in a worker process, as every evaluation makes them."""
    cell, start = cells[SMALL], time.perf_counter()
    with Workers(1) as workers:
        verdict = workers.submit(Grade(cell.name, kernels.baseline(cell), "strict", 0)).result()
    what, took = f"grading on {name}", time.perf_counter() - start
    if verdict.correct:
        return Finding("platforms", what, "ok", f"{cell.name} in {took:.1f} s")
    found = f"the baseline of {cell.name} is refused: {verdict.message}"
    return Finding("platforms", what, "broken", found, "kernelcraft selftest")


def log_folder() -> Finding:
    """Whether `runs` can be written, where `craft` leaves its log by default."""
    remedy = "change to a folder that you can write, or give --log-dir"
    return _writable("log folder", Path("runs").absolute(), remedy)


def inspect_folder() -> Finding:
    """Whether Inspect can keep the samples of a running evaluation."""
    remedy = "export XDG_DATA_HOME=FOLDER, one that you can write"
    return _writable("Inspect's data", providers.data_folder(), remedy)


def models() -> Iterator[Finding]:
    """The usual providers: client and key, of which only the presence is told."""
    for each in providers.readiness():
        name = f"model {each.name}/..."
        if not each.client:
            found, remedy = "no client", f"pip install {each.package}"
        elif not each.key:
            found, remedy = f"client, no {each.variable}", f"export {each.variable}=..."
        else:
            yield Finding("models", name, "ok", f"client and {each.variable}")
            continue
        yield Finding("models", name, "missing", found, remedy)


def extra(each: Extra) -> Finding:
    """Whether an optional part is here."""
    there = any(map(shutil.which, each.programs))
    if each.module is not None:
        there = providers.installed(each.module)
    state: State = "ok" if there else "missing"
    return Finding("extras", each.name, state, f"for {each.use}", "" if there else each.remedy)


def terminal() -> Finding:
    """How tables will look."""
    if not sys.stdout.isatty():
        return Finding("here", "terminal", "ok", "none: tables are written in full width")
    return Finding("here", "terminal", "ok", f"{width()} columns")


def characters() -> Finding:
    """Whether the output's character set has all that we print; what it lacks is escaped."""
    name = sys.stdout.encoding or "unknown"
    if name.lower().replace("-", "") == "utf8":
        return Finding("here", "locale", "ok", name)
    return Finding("here", "locale", "missing", f"{name}, no UTF-8", "export LC_ALL=C.UTF-8")


def _writable(name: str, folder: Path, remedy: str) -> Finding:
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=there):
            free = shutil.disk_usage(there).free
    except OSError as error:
        found = f"{folder}: {error.strerror or error}"
        return Finding("here", name, "broken", found, remedy, needed=True)
    found = f"{folder}, {free / 2**30:.0f} GiB free"
    return Finding("here", name, "ok", found, needed=True)


def _name(requirement: str) -> str:
    """The package of a line such as `numpy>=2`."""
    ends = (index for index, letter in enumerate(requirement) if letter in "<>=!~[; ")
    return requirement[: next(ends, len(requirement))]


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
