"""What is done with every platform is done with one of another package, by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.templates.packages import Package

pytestmark = pytest.mark.sweep  # each command starts an interpreter of its own

NAME = "cinder"
SIZES = "[relu]\nC1 = {rows = 4, width = 64}\n\n[silu]\nC1 = {rows = 4, width = 64}\n"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    folder: Path = tmp_path_factory.mktemp("outside")
    found = Package.of(folder / "package", NAME)
    (found.sources / "cells" / "sizes.toml").write_text(SIZES)
    return found


def test_selftest(package: Package) -> None:
    shown = package.run("selftest", "--platform", NAME, "--programs", "300").stdout
    assert f"{NAME} simulators: native and reference machine agree on 300 programs" in shown
    assert f"{NAME}/relu/C1: correct" in shown
    assert "plena" not in shown


def test_doctor_looks_at_a_cell_that_it_has(package: Package) -> None:
    found = json.loads(package.run("doctor", "--json").stdout)["findings"]
    by_name = {each["name"]: each for each in found}
    assert "silu/C1 at " in by_name[NAME]["found"]  # the last that has a baseline
    assert by_name[f"grading on {NAME}"]["state"] == "ok"
    assert not by_name[NAME]["needed"]


def test_the_report_card_of_one_platform(package: Package) -> None:
    """All is answered as it must be; of suspects there are fewer than it asks for."""
    shown = package.run("report-card", "--platform", NAME, "--json", code=1)
    card = json.loads(shown.stdout)
    families = [*card["cheats"]["families"], *card["odd"]["families"]]
    assert {each["platform"] for each in families} == {NAME}
    assert all(each["kernels"] == each["as_expected"] > 0 for each in families)
    assert card["grader"] is None
    (mutants,) = card["kernels"]
    assert mutants["mutants"] == mutants["least"]
