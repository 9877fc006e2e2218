"""Broken packages of others: each error is a sentence that names the package, and PLENA works."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from kernelcraft import packages
from kernelcraft.packages import BrokenPackage, Entry
from tests.templates.installed import Outside, made, written

pytestmark = pytest.mark.sweep  # each command starts an interpreter of its own

BASE = "src/{name}/"
Edit = Callable[[str], str]


def _after(text: str) -> Edit:
    return lambda before: before + text


def _instead(old: str, new: str) -> Edit:
    return lambda before: before.replace(old, new)


BROKEN: dict[str, tuple[str, Edit, str]] = {  # the file, what is done to it, what is said
    "not_there": (
        "machine/state.py",
        _after("\nimport no_such_library\n"),
        "gives ModuleNotFoundError: No module named 'no_such_library'",
    ),
    "half": (
        "machine/instructions.py",
        _after("\ndef half(\n"),
        "gives SyntaxError: '(' was never closed",
    ),
    "twice": (
        "machine/instructions.py",
        _instead('_two("vsub", "01001"', '_two("vsub", "01000"'),
        "its bits overlap those of vadd",
    ),
    "sizes": (
        "cells/sizes.toml",
        _instead("[relu]", "[relu"),
        "cells/sizes.toml of kernelcraft-sizes 0.1.0: not TOML",
    ),
    "sleeps": (
        "machine/platform.py",
        _after("\nimport time\n\ntime.sleep(1000)\n"),
        "importing sleeps takes more than",
    ),
}
SLOW = "sleeps"


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    """All five are installed, one with the name of a platform of ours, and one that is none."""
    folder = tmp_path_factory.mktemp("broken")
    found = []
    for name, (file, edit, _) in BROKEN.items():
        package = written("platform", name, folder / name)
        path = package / "src" / name / file
        path.write_text(edit(path.read_text()))
        found.append(package)
    number = {"number/__init__.py": "PLATFORM = 7\n"}
    found.append(made(folder / "number", "platforms", "number", number, of="number:PLATFORM"))
    again = made(folder / "again", "platforms", "again", {"again/__init__.py": ""})
    facts = again / "src" / "the_again-0.1.0.dist-info" / "entry_points.txt"
    facts.write_text("[kernelcraft.platforms]\nplena = again:PLATFORM\n")
    return Outside(folder, (*found, again))


def test_plena_works_beside_them(outside: Outside) -> None:
    before = time.monotonic()
    kernel = outside("baseline", "plena/relu/C1").stdout
    (outside.folder / "relu.asm").write_text(kernel)
    outside("show", "plena/relu/C1")
    outside("grade", "plena/relu/C1", "relu.asm")
    (outside.folder / "one.asm").write_text("S_ADDI_INT gp1, gp0, 1\n")
    outside("simulate", "plena", "one.asm")
    assert time.monotonic() - before < packages.SECONDS * 3  # nobody waited for the one that hangs


def test_a_list_says_what_is_left_out_and_goes_on(outside: Outside) -> None:
    shown = outside("cells")
    assert "plena/softmax/C1" in shown.stdout
    assert "half/relu/C1" in shown.stdout  # its sizes are not broken
    assert "kernelcraft-sizes 0.1.0 is left out: cells/sizes.toml" in shown.stderr
    ours = version("kernelcraft")
    clash = f"the platform plena of the-again 0.1.0 is left out: kernelcraft {ours} has one"
    assert clash in shown.stderr


@pytest.mark.parametrize("name", sorted({*BROKEN} - {SLOW}))
def test_its_own_cells_say_what_is_wrong(outside: Outside, name: str) -> None:
    said = outside("show", f"{name}/relu/C1", code=2).stderr.splitlines()[-1]
    assert BROKEN[name][2] in said
    assert f"kernelcraft-{name} 0.1.0" in said


def test_what_it_raises_while_it_is_used_is_its_own(tmp_path: Path) -> None:
    package = written("platform", "raiser", tmp_path / "raiser")
    path = package / "src" / "raiser" / "machine" / "platform.py"
    place = "\n\ndef place(self, *given):\n    return {}['room']\n\n\nPlainPlatform.place = place\n"
    path.write_text(path.read_text() + place)
    said = Outside(tmp_path, (package,))("show", "raiser/relu/C1", code=2).stderr
    assert "kernelcraft-raiser 0.1.0" in said
    assert "is broken: KeyError: 'room' (raiser/machine/platform.py, line" in said


def test_a_platform_that_is_none(outside: Outside) -> None:
    said = outside("simulate", "number", "one.asm", code=2).stderr
    assert "the-number 0.1.0, which brings the platform number, is broken" in said
    assert "number:PLATFORM is no platform, it lacks name, title" in said


def test_an_import_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "never_ends.py").write_text("while True:\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(packages, "SECONDS", 0.2)
    entry = Entry("tasks", "never", "never_ends", "", "the-endless", "3.1")
    with pytest.raises(BrokenPackage, match="the-endless 3.1, .* never_ends takes more than 0.2 s"):
        packages.imported(entry)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("TASK = 7\n", "TASK must be a Task with the name 'knot'"),
        ("", "knot: TASK must be a Task with the name 'knot'"),
        ("1 / 0\n", "importing knot gives ZeroDivisionError: division by zero (knot/__init__.py"),
    ],
)
def test_a_task_that_is_none_is_left_out(tmp_path: Path, text: str, complaint: str) -> None:
    sizes = "[plena.knot]\nC1 = {rows = 4, width = 64}\n"
    files = {"knot/__init__.py": text, "knot/sizes.toml": sizes}
    outside = Outside(tmp_path, (made(tmp_path / "knot", "tasks", "knot", files),))
    shown = outside("cells")
    assert complaint in shown.stderr
    assert "the-knot 0.1.0, which brings the task knot, is broken" in shown.stderr
    assert "plena/softmax/C1" in shown.stdout
    outside("show", "plena/relu/C1")
