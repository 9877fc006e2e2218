"""`clock`: an agent's own command in its own shell; its time ends, and its files are graded."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

from kernelcraft.records import logs
from kernelcraft.reports.groups import label
from tests.cli.conftest import Command

CHOSEN = ("--platform", "plena", "--task", "silu", "--held-out", "1")
AGENT = """
import re, sys
from pathlib import Path
from tests.small_kernels import silu
task = Path("TASK.md").read_text()
section = r"# plena/silu/rows=(\\d+),width=64, into the file (\\S+)"
for rows, name in re.findall(section, task):
    Path(name).write_text(silu(int(rows)))
"""


def agent(folder: Path, text: str) -> tuple[str, ...]:
    """The command of an agent that is a program."""
    path = folder / "agent.py"
    root = Path(__file__).parents[2]
    path.write_text(f"import sys\nsys.path.insert(0, {str(root)!r})\n{text}")
    return ("--", sys.executable, str(path))


def test_what_the_agent_leaves_is_graded_at_unpublished_sizes(
    kernelcraft: Command, tmp_path: Path
) -> None:
    where = ("--folder", tmp_path / "work", "--log-dir", tmp_path / "runs")
    line = ("clock", *CHOSEN, *where, "--minutes", "5", "--json")
    done = kernelcraft(*line, *agent(tmp_path, AGENT))
    assert done.code == 0, done.err
    assert done.record["command"] == "ended with exit code 0"
    (episode,) = logs.load(tmp_path / "runs").episodes
    assert episode.correct
    assert episode.held_out
    assert label(episode) == "open tools in 5 minutes"
    assert done.record["cells"] == {episode.cell: episode.cycles}
    task = (tmp_path / "work" / "TASK.md").read_text()
    assert "You have 5 minutes of wall clock" in task
    assert re.search("kernelcraft check CELL FILE", task)
    again = kernelcraft(*line, *agent(tmp_path, AGENT))
    assert again.code == 2
    assert "expected an empty folder" in str(again.record["error"])


def test_when_the_time_is_over_the_command_and_its_children_end(
    kernelcraft: Command, tmp_path: Path
) -> None:
    waits = "import subprocess\nchild = subprocess.Popen(['sleep', '300'])\n"
    waits += f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))\nchild.wait()\n"
    where = ("--folder", tmp_path / "work", "--log-dir", tmp_path / "runs")
    begin = time.monotonic()
    line = ("clock", *CHOSEN, *where, "--minutes", "0.03")
    done = kernelcraft(*line, *agent(tmp_path, waits))
    assert time.monotonic() - begin < 60
    assert done.code == 1
    assert "was ended when its time was over" in done.err
    assert "no right kernel" in done.out
    child = int((tmp_path / "child").read_text())
    state = Path(f"/proc/{child}/stat")
    assert not state.exists() or state.read_text().split()[2] in "ZX"


def test_a_link_out_of_the_folder_is_no_kernel(kernelcraft: Command, tmp_path: Path) -> None:
    text = AGENT.replace("write_text(silu(int(rows)))", "symlink_to('/etc/hostname')")
    where = ("--folder", tmp_path / "work", "--log-dir", tmp_path / "runs")
    done = kernelcraft("clock", *CHOSEN, *where, "--minutes", "5", *agent(tmp_path, text))
    assert done.code == 1
    assert "no right kernel" in done.out
