"""docs/platforms/conformance.md says what `conformance` finds of every platform."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kernelcraft.audit.conformance.records import Conformance, Row
from kernelcraft.audit.conformance.side_by_side import column, exceptions, page
from kernelcraft.audit.conformance.table import CHECKS, conformance
from kernelcraft.cells import platforms
from kernelcraft.external.confinement import lacking

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "platforms" / "conformance.md"
LINES = PAGE.read_text(encoding="utf-8").splitlines()
TABLE = [[each.strip() for each in line.strip("|").split("|")] for line in LINES if line[:1] == "|"]
OUTSIDE = {
    "hexagon": ("extras/kernelcraft-hexagon", "qemu-hexagon"),
    "coral_outside": ("tests/external/coral_outside", "qemu-riscv32"),
}


def row(name: str, state: str, found: str = "a few words") -> dict[str, str]:
    return {"name": name, "state": state, "found": found, "brings": "", "command": "", "page": ""}


def found_as(**states: str) -> Conformance:
    """A platform whose rows are there, but those that are named."""
    rows = [row(check.name, states.get(check.name, "ok")) for check in CHECKS]
    given = {"platform": "some", "title": "Some", "version": "1", "fidelity": "modelled"}
    return Conformance.model_validate({**given, "everything": False, "rows": rows})


def is_on_the_page(found: Conformance) -> None:
    at = TABLE[0].index(found.title)
    assert tuple(line[at] for line in TABLE[2:]) == column(found), "make conformance rewrites it"
    said = [line for line in LINES if line.startswith(f"* {found.title}, ")]
    assert said == [f"* {line}" for line in exceptions(found)], "make conformance rewrites it"


def test_what_cannot_be_is_not_counted() -> None:
    found = found_as(fuzzed="not applicable", bounds="missing")
    assert found.right
    assert not found.complete
    assert column(found)[-1] == "10 of 11"
    assert list(exceptions(found)) == [
        "Some, fuzzed: n/a. A few words.",
        "Some, bounds: no. A few words.",
    ]
    assert found.sentence().startswith("some: 10 of 11 are there, nothing is wrong; next bounds:")
    assert found_as(fuzzed="not applicable").complete
    assert "| fuzzed | n/a | yes |" in page([found, found_as()])


def test_every_platform_and_row_is_on_the_page() -> None:
    titles = [platforms.platform(name).title for name in platforms.names()]
    assert set(TABLE[0][1:]) == {*titles, "Hexagon HVX", "Coral NPU from outside"}
    assert [line[0] for line in TABLE[2:-1]] == [check.name for check in CHECKS]


@pytest.mark.sweep
@pytest.mark.parametrize("name", platforms.names())
def test_the_page_is_what_is_found(name: str) -> None:
    heard: list[Row] = []
    found = conformance(name, everything=False, hear=heard.append)
    assert heard == list(found.rows)
    assert found.right
    is_on_the_page(found)


@pytest.mark.sweep
@pytest.mark.skipif(bool(lacking()), reason="; ".join(lacking()) or "all is there")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.program(program, "qemu-user"))
        for name, (_, program) in OUTSIDE.items()
    ],
)
def test_the_page_is_what_is_found_of_platforms_from_outside(name: str) -> None:
    folder = str(ROOT / OUTSIDE[name][0])
    line = [sys.executable, "-m", "kernelcraft", "conformance", name, "--platform", folder]
    shown = subprocess.run([*line, "--json"], capture_output=True, text=True, check=True)
    answer = json.loads(shown.stdout)
    is_on_the_page(
        Conformance.model_validate({key: answer[key] for key in Conformance.model_fields})
    )
