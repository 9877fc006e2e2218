"""Part (c): changed copies of the package, each of which must fail one of the grader's tests."""

import compileall
import os
import queue
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kernelcraft.audit.grader_changes import CHANGES
from kernelcraft.audit.records import GraderMutant, GraderMutants
from kernelcraft.audit.trial import Say
from kernelcraft.cells import platforms
from kernelcraft.cells.changes import Change, changes
from kernelcraft.cells.suspects import EditFault, edited

PACKAGE: Final = Path(__file__).parents[1]
TESTS: Final = ("tests/grading", "tests/cheaters")
GRADING, CHEATERS = TESTS
GUARDS: Final = {  # what runs before all other tests where a module is changed, the likeliest first
    "grading/tolerance.py": (f"{GRADING}/test_tolerance.py",),
    "grading/scatter.py": (f"{GRADING}/test_scatter.py",),
    "grading/evaluation.py": (f"{GRADING}/test_stray_stores.py",),
    "grading/input_set.py": (f"{GRADING}/test_input_set.py",),
    "grading/inputs.py": (f"{GRADING}/test_inputs.py",),
    "grading/integer_inputs.py": (f"{GRADING}/test_integer_inputs.py",),
    "grading/verification.py": (
        f"{GRADING}/test_verification.py",
        f"{GRADING}/test_whole_numbers.py",
    ),
    "grading/checks/too_fast.py": (f"{GRADING}/test_verification.py",),
    "grading/rules.py": (f"{GRADING}/test_rules.py", f"{GRADING}/test_verification.py"),
    "grading/second_run.py": (f"{GRADING}/test_verification.py",),
    "grading/lockfile.py": (f"{GRADING}/test_lockfile.py",),
    "grading/workers.py": (f"{GRADING}/test_workers.py",),
    "grading/child.py": (f"{GRADING}/test_workers.py",),
}
OTHERWISE: Final = (CHEATERS,)
SECONDS: Final = 900.0
CONTROL_SECONDS: Final = 900.0
LATE: Final = "none: the tests took"
NOTHING_RAN: Final = (3, 4, 5)
"""Statuses of pytest: an error of its own, no such file, no test."""
"""For the tests without any change, which run to their end."""
NO_CHECKOUT: Final = "not tried: the tests are in a source checkout, and this is an installed wheel"


def checkout() -> Path | None:
    """The root of the source checkout that this package runs from; None for an installed wheel."""
    root = PACKAGE.parents[1]
    return root if all((root / test).exists() for test in TESTS) else None


def changes_of(chosen: Sequence[str] = ()) -> tuple[Change, ...]:
    """Those that come with the platforms that are chosen; else the shared grader's, and all."""
    own = tuple(each for name in chosen or platforms.names() for each in changes(name))
    return own if chosen else CHANGES + own


def try_grader_mutants(workers: int, say: Say, tried: Sequence[Change]) -> GraderMutants:
    """Run the tests on every changed copy; raises EditFault for a change that fits no longer."""
    root = checkout()
    if root is None:
        return GraderMutants(mutants=(), message=NO_CHECKOUT)
    texts = {each: changed(each) for each in tried}
    say(f"mutants of the grader: {len(texts)}, after the tests without any change")
    with _copies(workers) as copies, ThreadPoolExecutor(workers) as threads:
        control = _control(root, copies, threads)
        if control:
            return GraderMutants(mutants=(), message=f"not tried: without a change {control} fails")
        free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for copy in copies:
            free.put(copy)
        killed = threads.map(lambda item: _killed_by(root, free, *item), texts.items())
        mutants: list[GraderMutant] = []
        for change, test in zip(texts, killed, strict=True):
            mutants.append(GraderMutant(module=change.module, what=change.what, killed_by=test))
            if not test:
                say(f"no test notices: {change.module}: {change.what}")
    return GraderMutants(mutants=tuple(mutants))


def changed(change: Change) -> str:
    """The module's text after the change; raises EditFault unless it fits exactly once."""
    return edited((PACKAGE / change.module).read_text(encoding="utf-8"), change.old, change.new)


@contextmanager
def _copies(count: int) -> Iterator[list[Path]]:
    """Copies of the package that a test process imports in its place."""
    with tempfile.TemporaryDirectory(prefix="kernelcraft-mutants-") as folder:
        copies = [Path(folder) / str(index) / PACKAGE.name for index in range(count)]
        for copy in copies:
            shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
            compileall.compile_dir(copy, quiet=1)
        yield copies


def _control(root: Path, copies: Sequence[Path], threads: ThreadPoolExecutor) -> str:
    """The first test that fails without any change; each folder of tests beside the others."""
    places = [copies[index % len(copies)] for index, _ in enumerate(TESTS)]
    found = threads.map(
        lambda place, tests: first_failure(root, place, (tests,), CONTROL_SECONDS), places, TESTS
    )
    return next(filter(None, found), "")


def _killed_by(root: Path, free: "queue.SimpleQueue[Path]", change: Change, text: str) -> str:
    copy = free.get()
    module = copy / change.module
    for compiled in module.parent.glob(f"__pycache__/{module.stem}.*"):
        compiled.unlink()  # the changed file may be as old and as long as the one it came from
    before = module.read_text(encoding="utf-8")
    try:
        module.write_text(text, encoding="utf-8")
        guards = change.guards or GUARDS.get(change.module, OTHERWISE)
        found = first_failure(root, copy, guards) or first_failure(root, copy, TESTS)
        return "" if found.startswith(LATE) else found  # who takes too long has not noticed
    finally:
        module.write_text(before, encoding="utf-8")
        free.put(copy)


def first_failure(root: Path, copy: Path, tests: Sequence[str], seconds: float = SECONDS) -> str:
    """The first test that fails with this copy of the package; "" if none does."""
    options = ["-x", "-q", "-p", "no:cacheprovider", "--sweeps", "1/1"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    path = {"PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command,
            cwd=root,
            env={**os.environ, **path},
            capture_output=True,
            text=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return f"{LATE} more than {seconds:g} seconds"
    if done.returncode == 0:
        return ""
    if done.returncode in NOTHING_RAN:
        said = (done.stderr or done.stdout).strip().split("\n")[-1]
        raise EditFault(f"no test ran of {', '.join(tests)}: {said}")
    lines = [line for line in done.stdout.split("\n") if line.startswith(("FAILED ", "ERROR "))]
    return lines[0].split(" ")[1].split("[")[0] if lines else f"pytest, status {done.returncode}"
