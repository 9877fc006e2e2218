"""The tutorial, done as it says: from a wheel, outside of this tree, file by file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from kernelcraft.sim import on_demand
from tests.docs.pages import ROOT, Block, blocks

NAME = "lark"
PAGE = ROOT / "docs" / "tutorial.md"
REPLACED = ("machine/state.py", "machine/instructions.py", "lowering.py", "machine/platform.py")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of a shell in which nothing but the wheel is installed.

    The libraries that it needs are this environment's. No network is used.
    """
    folder = tmp_path_factory.mktemp("clean")
    built = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "source" / "src", ignore=built)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, folder / "source" / name)
    offline = {
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # which pip reads as: without isolation
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(folder)]
    quick = {**os.environ, **offline, "CC": "false"}  # Lark is compiled on first use
    subprocess.run([*pip, str(folder / "source")], check=True, env=quick, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    clean = folder / "venv"
    venv.create(clean, with_pip=True)
    (own,) = clean.glob("lib/python*/site-packages")
    for old in own.glob("setuptools*"):  # that some Pythons put there, older than what is needed
        shutil.rmtree(old)
    (own / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    variables = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        **offline,
        "PATH": f"{clean / 'bin'}{os.pathsep}{os.environ['PATH']}",
        on_demand.CACHE: str(folder / "cache"),
        "COLUMNS": "100",
    }
    subprocess.run(
        ["pip", "install", "--quiet", str(wheel)], check=True, env=variables, capture_output=True
    )
    return variables


def test_the_tutorial(installed: dict[str, str], tmp_path: Path) -> None:
    """Every file and every command but the one that needs a key."""
    here, shown = tmp_path, ""
    for block in blocks(PAGE):
        if block.title:
            _replace(block, here)
        for command in block.commands:
            if command.startswith("cd "):
                here = here / command.removeprefix("cd ")
            elif "--model" not in command:
                shown += _run(command, here, installed)
    package = here / "src" / NAME
    assert all((package / each).is_file() for each in REPLACED)
    _what_the_page_promises(shown, here, installed)


def _replace(block: Block, here: Path) -> None:
    (here / block.title).write_text(block.text, encoding="utf-8")


def _run(command: str, here: Path, variables: dict[str, str]) -> str:
    done = subprocess.run(
        ["bash", "-c", command], cwd=here, env=variables, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def _what_the_page_promises(shown: str, here: Path, variables: dict[str, str]) -> None:
    for sentence in (f"{NAME}/softmax/C1", "The greatest of 8 elements", "stopped before line 5"):
        assert sentence in shown
    asked = f"kernelcraft conformance {NAME} --json"
    rows = json.loads(_run(asked, here, variables))["rows"]
    states = {row["name"]: row["state"] for row in rows}
    assert states.pop("locked") == "missing"
    assert set(states.values()) == {"ok"}, rows
    report = json.loads(_run("kernelcraft report runs --json", here, variables))
    assert "correct" in json.dumps(report)
    lines = sum(len((here / "src" / NAME / each).read_text().splitlines()) for each in REPLACED)
    assert lines <= 300
