"""`doctor` says what works and what to do about the rest, and never shows a key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelcraft.cells import platforms
from kernelcraft.cli.health import EXTRAS, Finding, models
from tests.cli.conftest import Command

SECRET = "sk-nobody-may-see-this"


def test_an_installation_that_works(
    kernelcraft: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.delenv("DEEPSEEK_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    done = kernelcraft("doctor", "--json")
    assert done.code == 0
    assert done.record["works"] is True
    found = {str(each["name"]): each for each in done.several("findings")}
    for platform in platforms.names():
        assert found[platform]["state"] == "ok"
        speed = re.search(r"at (\d+\.\d) million instructions", str(found[platform]["found"]))
        assert speed is not None
        assert float(speed[1]) > 0.0
        assert found[f"grading on {platform}"]["state"] == "ok"
    assert found["model openai/..."]["state"] == "ok"
    assert found["model deepseek/..."]["remedy"] == "export DEEPSEEK_API_KEY=..."
    assert SECRET not in done.out
    assert all(bool(each["remedy"]) == (each["state"] != "ok") for each in found.values())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_exit_code_1(
    kernelcraft: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null")
    done = kernelcraft("doctor")
    assert done.code == 1
    row, remedy = [line for line in done.out.splitlines() if "Inspect's data" in line]
    assert "broken" in row
    assert "XDG_DATA_HOME=FOLDER" in remedy
    assert done.out.rstrip().endswith("mend what is broken above")


def test_a_key_in_a_dotenv_file_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("OPENROUTER_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(f"OPENROUTER_API_KEY={SECRET}\n")
    (found,) = [each for each in models() if "openrouter" in each.name]
    assert found.state == "ok"
    assert SECRET not in found.found


def test_only_what_is_needed_stops() -> None:
    assert Finding("base", "x", "broken", "", needed=True).stops
    assert not Finding("platforms", "x", "slow", "", needed=True).stops
    assert not Finding("extras", "x", "missing", "").stops


def test_every_extra_is_one_of_the_projects() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    named = [re.search(r"\[(\w+)\]", each.remedy) for each in EXTRAS]
    for name in {match[1] for match in named if match}:
        assert re.search(rf"^{name} = \[", project, re.MULTILINE), name
