"""What `conformance` finds of the package that is written, whole, unfinished and broken."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kernelcraft.audit.conformance.records import Row
from kernelcraft.audit.conformance.table import CHECKS
from kernelcraft.sim import on_demand
from tests.templates.packages import Package

pytestmark = pytest.mark.sweep  # each command starts an interpreter of its own

NAME = "ember"
SIZES = """\
[relu]
C1 = {rows = 4, width = 64}
C2 = {rows = 16, width = 64}

[softmax]
C1 = {rows = 4, width = 64}
C2 = {rows = 16, width = 64}
"""
DOCS = Path(__file__).parents[3] / "docs"
FIRST = [check.name for check in CHECKS]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the machine is compiled once for all tests."""
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture
def package(tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    (tmp_path / "compiled").symlink_to(compiled)
    found = Package.of(tmp_path / "package", NAME)
    (found.sources / "cells" / "sizes.toml").write_text(SIZES)
    return found


def rows(
    package: Package, code: int = 0, variables: dict[str, str] | None = None
) -> dict[str, Row]:
    """By name, in their order."""
    shown = package.run("conformance", NAME, "--json", code=code, **(variables or {})).stdout
    found = [Row(**each) for each in json.loads(shown)["rows"]]
    assert [each.name for each in found] == FIRST
    return {each.name: each for each in found}


def wrong(package: Package, name: str) -> str:
    """What is found wrong, which must be this row."""
    found = rows(package, code=1)
    assert found[name].state == "wrong", found[name]
    return found[name].found


def test_the_package_that_is_written(package: Package) -> None:
    shown = package.run("conformance", NAME, "--write", "card.md")
    found = rows(package)
    states = {name: row.state for name, row in found.items()}
    assert states == dict.fromkeys(FIRST, "ok") | {"locked": "missing"}
    assert f"{NAME}: {len(FIRST) - 1} of {len(FIRST)} are there, nothing is wrong" in shown.stdout
    assert f"next locked: kernelcraft lock {NAME}" in shown.stdout
    assert "200 programs of a recipe from its table agree" in found["fuzzed"].found
    assert "least tolerance is 9.5e-07" in found["tensors placed"].found  # 2^-20, of float32
    card = (package.folder / "card.md").read_text()
    assert card.startswith("# Ember\n")
    assert all(f"| {name} | " in card for name in FIRST)


def test_once_locked_it_is_held_to_what_was_locked(package: Package) -> None:
    package.run("lock", NAME)
    assert (package.sources / "cells" / "lock.json").is_file()
    package.run("lock", NAME, "--check")
    assert rows(package)["locked"].state == "ok"
    package.change("lowering.py", "li {counter}, {count}", 'li x0, 0", f"li {counter}, {count}')
    assert "baseline_cycles changed" in wrong(package, "locked")
    assert "baseline_cycles: " in package.run("lock", NAME, "--check", code=1).stdout


def test_a_machine_and_sizes_alone(package: Package) -> None:
    (package.sources / "lowering.py").unlink()
    found = rows(package)
    assert [found[name].state for name in FIRST[:6]] == ["ok"] * 6
    assert [found[name].state for name in FIRST[6:8]] == ["missing"] * 2
    assert {found[name].state for name in FIRST[8:]} == {"not tried"}


def test_a_machine_alone(package: Package) -> None:
    (package.sources / "lowering.py").unlink()
    (package.sources / "cells" / "sizes.toml").unlink()
    found = rows(package)
    assert found["fuzzed"].state == "ok"
    assert found["tensors placed"].state == "not tried"
    assert found["cells"].state == "missing"


def test_half_of_the_baselines(package: Package) -> None:
    package.change("lowering.py", '"reduce_max v": "vtop {d}, {a}",', "")
    found = rows(package)
    assert found["baselines"].state == "missing"
    assert f"{NAME}/softmax/C1" in found["baselines"].found
    assert found["adversaries"].state == "ok"
    assert "not locked: 2 cells without a baseline" in package.run("lock", NAME).stdout


def test_a_wrong_baseline(package: Package) -> None:
    package.change("lowering.py", "vmax {d}", "vadd {d}")
    found = rows(package, code=1)
    assert found["baselines"].state == "wrong"
    assert f"{NAME}/relu/C1: the baseline fails" in found["baselines"].found
    assert "not what numpy computes: max vv" in found["lowering table"].found
    assert found["adversaries"].state == "not tried"
    assert f"{NAME}/relu/C1: the baseline fails" in package.run("lock", NAME, code=1).stderr


def test_a_bound_above_the_baseline(package: Package) -> None:
    bounds = package.sources / "kernels" / "bounds.py"
    bounds.parent.mkdir()
    (bounds.parent / "__init__.py").write_text('"""Kernels."""\n')
    bounds.write_text('"""Bounds."""\n\n\ndef bound(cell):\n    return 10**6\n')
    assert "1,000,000" in wrong(package, "baselines")
    bounds.write_text('"""Bounds."""\n\n\ndef bound(cell):\n    return 10\n')
    assert rows(package)["bounds"].state == "ok"


def test_a_recipe_of_its_own(package: Package) -> None:
    own = package.sources / "machine" / "random_programs.py"
    own.write_text(
        "from kernelcraft.sim.derived_programs import DerivedRecipe\n"
        f"from {NAME}.machine.interpreter import INTERPRETER\n"
        "RECIPE = DerivedRecipe(INTERPRETER, {'elements': 4096})\n"
    )
    assert "of its own recipe agree" in rows(package)["fuzzed"].found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("memory=", "alignment=8, memory=", ""),
        ("PlainPlatform(", "Forgetful(", "representable changes values"),
        ("PlainPlatform(", "Lenient(", "the audit does not see"),
        ("PlainPlatform(", "Spread(", "share addresses"),
        ("PlainPlatform(", "Clean(", "two seeds stage the same machine"),
    ],
)
def test_tensors_that_are_not_placed_well(package: Package, old: str, new: str, said: str) -> None:
    path = package.sources / "machine" / "platform.py"
    text = path.read_text()
    path.write_text(text.replace("PLATFORM =", f"{WRONG}\n\nPLATFORM =").replace(old, new))
    if said:
        assert said in wrong(package, "tensors placed")
    else:
        assert rows(package)["tensors placed"].state == "ok"


WRONG = """
import dataclasses


class Forgetful(PlainPlatform):
    def representable(self, tensor, values):
        return super().representable(tensor, values) / 2


class Lenient(PlainPlatform):
    def audit(self, memory_map, before, after):
        return []


class Spread(PlainPlatform):
    def place(self, inputs, output, constants):
        found = super().place(inputs, output, constants)
        return dataclasses.replace(found, scratch=(found.output.region,))


class Clean(PlainPlatform):
    def stage(self, memory_map, inputs, poison):
        return super().stage(memory_map, inputs, None)
"""


def test_code_that_raises_is_told_with_its_place(package: Package) -> None:
    package.change("lowering.py", "for first, second", "1 // 0\n    for first, second")
    found = rows(package, code=1)["baselines"].found
    assert "ZeroDivisionError" in found
    assert "(lowering.py, line " in found


def test_a_package_that_cannot_be_imported(package: Package) -> None:
    package.change("machine/state.py", "LANES = 16", "LANES = sixteen")
    found = rows(package, code=1)
    assert "name 'sixteen' is not defined" in found[FIRST[0]].found
    assert {row.state for row in list(found.values())[1:]} == {"not tried"}


def test_without_a_compiler_all_but_native_runs_is_there(package: Package, tmp_path: Path) -> None:
    nowhere = {"PATH": "", on_demand.CACHE: str(tmp_path / "empty")}
    found = rows(package, variables=nowhere)
    assert found["simulated natively"].state == "missing"
    assert "there is no C compiler" in found["simulated natively"].found
    assert found["fuzzed"].state == "not tried"
    assert found["baselines"].state == "ok"
    shown = package.run("build", NAME, code=1, **nowhere)
    assert "there is no C compiler (cc, gcc or clang); the reference machine runs" in shown.stdout


def test_build_says_where_the_machine_is(package: Package) -> None:
    shown = json.loads(package.run("build", NAME, "--json").stdout)
    assert shown["built"]
    assert Path(shown["file"]).is_file()
    assert "plena is built with kernelcraft" in package.run("build", "plena").stdout
    assert "did you mean plena" in package.run("build", "plna", code=2).stderr


def test_every_page_is_there() -> None:
    for check in CHECKS:
        page, _, anchor = check.page.partition("#")
        heads = re.findall(r"^#+ (.*)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
        known = {re.sub(r"[^\w -]", "", head.lower()).strip().replace(" ", "-") for head in heads}
        assert not anchor or anchor in known, check.page
