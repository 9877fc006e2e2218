"""A tool of a package is offered where it is named, and labels what was done with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.templates.installed import Outside, made

pytestmark = pytest.mark.sweep  # each command starts an interpreter of its own

CELL = "plena/silu/C1"
TOOL = '''"""The tool `longest_line`: how long the longest line is."""

from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.results import Result

TOOL = Offer(prompt="- longest_line(): characters of the longest line.\\n")


def longest_line(bench: Bench) -> Result:
    """The longest line's characters."""
    return Result(success=True, message=f"{max(map(len, (bench.code or '').splitlines()))}")
'''
WRITER = '''"""The tool `finished`: the compiler's kernel, as it is."""

from kernelcraft.cells import kernels
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.results import Result

TOOL = Offer(prompt="- finished(): the compiler's kernel.\\n", writes=True)


def finished(bench: Bench) -> Result:
    """The compiler's kernel as the current one."""
    bench.code = kernels.baseline(bench.cell)
    return Result(success=True, message="it is written")
'''


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    folder = tmp_path_factory.mktemp("tools")
    tool = made(folder / "a", "tools", "longest_line", {"longest_line.py": TOOL})
    writer = made(folder / "b", "tools", "finished", {"finished.py": WRITER})
    return Outside(folder, (tool, writer))


def test_it_is_offered_only_where_it_is_named(outside: Outside) -> None:
    assert "longest_line" not in outside("show", CELL).stdout
    shown = outside("show", CELL, "--tools", "all,longest_line").stdout
    assert "- longest_line(): characters of the longest line." in shown
    assert "- write_code" in shown
    wrong = outside("show", CELL, "--tools", "all,longest_lin", code=2).stderr
    assert "did you mean 'longest_line'?" in wrong


def test_who_was_offered_one_has_open_tools(outside: Outside) -> None:
    names = ("finished", "longest_line", "run_evaluation")
    calls = [{"calls": [{"tool": name}]} for name in names] + [{"text": "That is all."}]
    (outside.folder / "replies.json").write_text(json.dumps(calls))
    words = ("craft", CELL, "--model", "scripted/replies.json", "--log-dir", "runs", "--json")
    tools = ("--tools", "all,longest_line,finished")
    episode = json.loads(outside(*words, *tools).stdout)["episode"]
    assert episode["correct"]
    found = {each["id"]: each for each in episode["origins"]["packages"]}
    assert set(found) == {"longest_line", "finished"}
    assert found["finished"]["brings"] == "tools"
    assert "with open tools" in outside("report", "runs").stdout
    outside("replay", "runs")
    missing = outside("replay", "runs", code=1, packages=outside.packages[:1]).stdout
    assert "the-finished 0.1.0, which brought the tool finished, is missing" in missing


def test_what_is_no_tool(tmp_path: Path) -> None:
    mute = made(tmp_path / "mute", "tools", "mute", {"mute.py": "def mute(bench): ...\n"})
    outside = Outside(tmp_path, (mute,))
    said = outside("show", CELL, "--tools", "all,mute", code=2).stderr
    assert "the-mute 0.1.0, which brings the tool mute, is broken" in said
    assert "a tool's file says TOOL = Offer(...)" in said
    outside("show", CELL)
