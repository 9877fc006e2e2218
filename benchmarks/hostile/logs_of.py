"""Good logs to damage: of one offline agent on one cell, run once in each process."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kernelcraft.evaluation import records
from kernelcraft.evaluation.journal import Journal
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.grading.job import InProcess
from kernelcraft.kernels import load_cell
from kernelcraft.workbench import Workbench

CELLS = ("plena/silu/C1", "coral_npu/relu/C1")


@cache
def _log() -> tuple[bytes, bytes]:
    """The bytes of an `.eval` file and of its `episodes.jsonl`."""
    with tempfile.TemporaryDirectory() as folder:
        log_dir = Path(folder)
        cells = [load_cell(name) for name in CELLS]
        evaluate(cells, "baseline", None, Options(log_dir), grader=InProcess())
        (log,) = log_dir.glob("*.eval")
        return log.read_bytes(), (log_dir / records.FILE).read_bytes()


def good_log() -> bytes:
    """An `.eval` file of two episodes."""
    return _log()[0]


def members_of(log: bytes) -> dict[str, bytes]:
    """The documents of an `.eval` file by their names."""
    import inspect_ai.log  # noqa: F401  teaches zipfile its compression

    with zipfile.ZipFile(io.BytesIO(log)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive_of(members: Mapping[str, bytes]) -> bytes:
    """An `.eval` file of these documents."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return written.getvalue()


def good_records() -> list[bytes]:
    """The lines of its `episodes.jsonl`."""
    return _log()[1].splitlines(keepends=True)


@cache
def good_visit() -> bytes:
    """The journal of a visit: three calls, one of them refused."""
    bench = Workbench(load_cell(CELLS[0]))
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal(Path(folder), "strict", "compact") as kept,
    ):
        for tool, arguments, refused in (
            ("grep_docs", {"query": "V_ADD"}, False),
            ("nothing", {}, True),
            ("run_evaluation", {}, False),
        ):
            number = kept.asked("client", bench.cell.name, tool, arguments)
            kept.answered(number, "an answer", refused=refused, evaluation=None)
        return kept.path.read_bytes()
