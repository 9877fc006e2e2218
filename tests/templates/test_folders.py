"""`--platform FOLDER`: a package that is not installed, whatever the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcraft.templates import write
from tests.templates.installed import Outside

pytestmark = pytest.mark.sweep  # each command starts an interpreter of its own

NAME = "wisp_4"
CELL = f"{NAME}/relu/C1"


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    folder = tmp_path_factory.mktemp("folders")
    write("platform", NAME, folder / "project")
    return Outside(folder)


@pytest.mark.parametrize("folder", ["project", f"./project/src/{NAME}"])
def test_a_project_or_a_package(outside: Outside, folder: str) -> None:
    found = json.loads(outside("cells", "--platform", folder, "--json").stdout)["cells"]
    assert {each["platform"] for each in found} == {NAME}
    assert "You write kernels for" in outside("show", CELL, f"--platform={folder}").stdout
    assert "vmax" in outside("--platform", folder, "manual", NAME, "vmax").stdout


def test_processes_that_grade_find_it_and_a_replay_needs_it(outside: Outside) -> None:
    words = ("craft", CELL, "--agent", "baseline", "--log-dir", "runs", "--json")
    episode = json.loads(outside(*words, "--platform", "project").stdout)["episode"]
    assert episode["correct"]
    assert [each["id"] for each in episode["origins"]["packages"]] == [NAME]
    outside("replay", "runs", "--platform", "project")
    assert f"which brought the platform {NAME}, is missing" in outside(
        "replay", "runs", code=1
    ).stdout  # fmt: skip


def test_a_version_is_part_of_what_a_record_says(outside: Outside) -> None:
    (outside.folder / "relu.asm").write_text(
        outside("baseline", CELL, "--platform", "project").stdout
    )
    words = ("grade", CELL, "relu.asm", "--platform", "project", "--json")
    before = json.loads(outside(*words).stdout)["code_hash"]
    file = outside.folder / "project" / "pyproject.toml"
    text = file.read_text()
    file.write_text(text.replace('version = "0.1.0"', 'version = "0.2.0"'))
    try:
        assert json.loads(outside(*words).stdout)["code_hash"] != before
    finally:
        file.write_text(text)


@pytest.mark.parametrize(
    ("folder", "complaint"),
    [
        ("./projekt", "did you mean"),
        ("./project/tests", "expected a pyproject.toml, or a package's __init__.py"),
        ("./empty", "has no entry points of KernelCraft's"),
        ("./torn", "not TOML"),
    ],
)
def test_folders_without_a_package(outside: Outside, folder: str, complaint: str) -> None:
    for name, text in (("empty", "[project]\nname = 'empty'\n"), ("torn", "[project")):
        (outside.folder / name).mkdir(exist_ok=True)
        (outside.folder / name / "pyproject.toml").write_text(text)
    said = outside("cells", "--platform", folder, code=2).stderr
    assert complaint in said
    assert str(Path(folder)) in said


def test_before_a_command_a_name_is_no_folder(outside: Outside) -> None:
    assert "it is a folder" in outside("--platform", "plena", "cells", code=2).stderr
