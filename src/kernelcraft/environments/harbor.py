"""Cells as task folders for harbor, and what their test scripts call to grade a kernel.

An agent has a shell there instead of our tools, and hands in a file. The experts and the settings
of their generators are deleted from its image; the reward is that of an `Episode` in which the file
was written and evaluated once.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.environments.episode import Episode, Graders
from kernelcraft.grading.secret import VARIABLE, Secret
from kernelcraft.isa.assembler import TextLimits
from kernelcraft.rewards import Reward
from kernelcraft.workbench.prompt import with_other_tools

AGENT_SECONDS: Final = 3600.0  # assumed
VERIFIER_SECONDS: Final = 300.0  # a verdict takes seconds; the machine may be busy

ROLE: Final = """\
You write kernels for {title}, an accelerator that is programmed in its own assembly language. You
have a shell and work alone: nobody answers questions, so decide for yourself.

First make the kernel right, then fast. What counts is the file FILE when you stop: the whole text
of a program that is right on inputs that you have not seen, and takes as few cycles as possible."""

TOOLS: Final = """\
```sh
kernelcraft manual PLATFORM 'QUERY'   # search the manual
kernelcraft baseline CELL             # the compiler's kernel, to begin with
kernelcraft check CELL FILE           # every error with its line
kernelcraft run CELL FILE             # right on public inputs? where is it wrong? how many cycles?
kernelcraft profile CELL FILE         # where the cycles go
```"""

TASK: Final = """\
schema_version = "1.4"
artifacts = ["FILE"]

[task]
name = "kernelcraft/NAME"
description = "Write a TITLE kernel for MACHINE, in its own assembly language"
keywords = ["kernels", "assembly", "PLATFORM"]

[metadata]
cell = "CELL"
level = LEVEL

[agent]
timeout_sec = AGENT

[verifier]
timeout_sec = VERIFIER
environment_mode = "separate"
env = { VARIABLE = "${VARIABLE}" }

[environment]
build_timeout_sec = 600.0
cpus = 1
memory_mb = 4096
storage_mb = 10240
"""

DOCKERFILE: Final = """\
FROM python:3.11-slim
FETCHRUN pip install --no-cache-dir REQUIREMENT
# An agent with a shell finds every kernel that lies about.
RUN find "$(python -c 'import kernelcraft; print(kernelcraft.__path__[0])')" DELETED -delete
WORKDIR /app
"""
DELETED: Final = r"\( -path '*/kernels/experts/*' -o -path '*/kernels/knobs/*' \)"

TEST: Final = """\
#!/bin/sh
# The reward of the kernel that was handed in; where no reward can be computed, none is written.
set -eu
exec python -m kernelcraft.environments.harbor CELL "${APP:-/app}/KERNEL" "${LOGS:-/logs/verifier}"
"""

SOLUTION: Final = """\
#!/bin/sh
# The WRITER's kernel.
set -eu
cp "$(dirname "$0")/KERNEL" "${APP:-/app}/KERNEL"
"""


def write(cell: Cell, folder: Path, wheel: Path | None = None) -> Path:
    """Write the task folder of a cell into a folder and give it; what is there is written anew.

    The images install the version that is running here from PyPI, or a wheel. Raises Unwritten
    where nobody has a kernel to show that the task can be solved.
    """
    writer, kernel = solution(cell)
    name = cell.name.replace("/", "-").replace("_", "-").lower()
    file = f"kernel{cell.platform.suffix}"
    words = {
        "CELL": cell.name,
        "PLATFORM": cell.platform.name,
        "MACHINE": cell.platform.title,
        "NAME": name,
        "TITLE": cell.task.title,
        "LEVEL": str(cell.task.level),
        "FILE": f"/app/{file}",
        "KERNEL": file,
        "WRITER": writer,
        "AGENT": str(AGENT_SECONDS),
        "VERIFIER": str(VERIFIER_SECONDS),
        "VARIABLE": VARIABLE,
        "DELETED": DELETED,
        "REQUIREMENT": f"kernelcraft=={version('kernelcraft')}" if wheel is None else wheel.name,
        "FETCH": "" if wheel is None else f"COPY {wheel.name} .\n",
    }
    prompt = with_other_tools(cell, _filled(ROLE, words), _filled(TOOLS, words))
    texts = {
        "task.toml": _filled(TASK, words),
        "instruction.md": f"{prompt.system}\n\n{prompt.task}\n",
        "environment/Dockerfile": _filled(DOCKERFILE, words),
        "tests/test.sh": _filled(TEST, words),
        "solution/solve.sh": _filled(SOLUTION, words),
        f"solution/{file}": kernel,
    }
    for path, text in texts.items():
        target = folder / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        target.chmod(0o755 if target.suffix == ".sh" else 0o644)
    if wheel is not None:
        shutil.copy(wheel, folder / name / "environment")
    return folder / name


def solution(cell: Cell) -> tuple[str, str]:
    """Who wrote the best kernel that there is, and its text; raises Unwritten without any."""
    try:
        return "expert", kernels.expert(cell)
    except Unwritten:
        return "compiler", kernels.baseline(cell)


def reward(cell: str, kernel: Path, group: str = "0") -> Reward:
    """Of the file that was handed in; without one, or one that is no text, nothing was."""
    graders = Graders()
    try:
        episode = Episode(cell, group, Secret.of_this_run(), graders.get())
        text = _read(kernel)
        if text is not None:
            episode.call("write_code", code=text)
            episode.call("run_evaluation")
        return episode.reward()
    finally:
        graders.close()


def _read(path: Path) -> str | None:
    most = TextLimits().size
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
        return data.decode("utf-8") if len(data) <= most else None
    except (OSError, UnicodeDecodeError):
        return None


def _filled(text: str, words: dict[str, str]) -> str:
    """The text with the words in place of their names, each of which stands for itself only."""
    names = "|".join(sorted(words, key=len, reverse=True))
    return re.sub(names, lambda found: words[found[0]], text)


def main() -> int:
    """Grade a kernel and write harbor's `reward.txt`, and beside it the record."""
    parser = argparse.ArgumentParser(prog="python -m kernelcraft.environments.harbor")
    parser.add_argument("cell")
    parser.add_argument("kernel", type=Path)
    parser.add_argument("into", type=Path)
    given = parser.parse_args()
    found = reward(load_cell(given.cell).name, given.kernel)
    given.into.mkdir(parents=True, exist_ok=True)
    (given.into / "kernelcraft.json").write_text(f"{found.model_dump_json()}\n", encoding="utf-8")
    (given.into / "reward.txt").write_text(f"{found.value}\n", encoding="utf-8")
    print(json.dumps({"reward": found.value, "correct": found.correct, "cycles": found.cycles}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
