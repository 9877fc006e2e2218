"""The README's commands are run as they stand: models are a prepared one, long sweeps one cell."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SWEEPS = ("evaluate", "verify")
ONE_CELL = ("--platform", "plena", "--task", "silu", "--config", "C1")


def commands() -> list[str]:
    """Every `kernelcraft ...` line of the README's shell blocks, without comments."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("kernelcraft ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run one after the other, with a model that says goodbye at once."""
    path = tmp_path_factory.mktemp("readme")
    (path / "replies.json").write_text(json.dumps([{"text": "Nothing to try."}]))
    return path


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words, _, target = command.partition(" > ")
    arguments = shlex.split(words)[1:]
    if "--model" in arguments:
        arguments[arguments.index("--model") + 1] = "scripted/replies.json"
    if arguments[0] in SWEEPS:
        arguments = [word for word in arguments if word not in ("--level", "1")] + [*ONE_CELL]
    done = subprocess.run(
        [sys.executable, "-m", "kernelcraft", *arguments],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    if target:
        (folder / target).write_text(done.stdout)
    return done


def test_the_commands_of_the_readme(folder: Path) -> None:
    found = commands()
    assert len(found) >= 12
    for command in found:
        done = run(command, folder)
        # A model that gives up leaves no kernel, and `craft` says so with 1.
        gave_up = command.split()[1] == "craft" and "--model" in command
        assert done.returncode == (1 if gave_up else 0), f"{command}\n{done.stdout}{done.stderr}"


def test_every_file_that_the_readme_links_exists() -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_instruction_shown_is_the_real_one() -> None:
    shown = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    source = (ROOT / "src/kernelcraft/platforms/plena/instructions/scalar.py").read_text(
        encoding="utf-8"
    )
    assert "m.gp[rd] = m.gp[rs1] + imm18" in shown
    assert '"S_ADDI_INT rd, rs1, imm18"' in source
    assert shown.split('"""')[1] in source


def test_make_targets_that_the_readme_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`?make ([a-z-]+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
