"""Good logs to damage: of an offline agent and of a scripted model, run once in each process."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation.journal import Journal
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.grading.job import InProcess
from kernelcraft.records import jsonl
from kernelcraft.workbench import Workbench

CELLS = ("plena/silu/C1", "coral_npu/relu/C1")


REPLIES = (
    {"text": "First I look.", "calls": [{"tool": "grep_docs", "arguments": {"query": "V_ADD"}}]},
    {"calls": [{"tool": "write_code", "arguments": {"code": "V_ADD_VV gp1, gp2, gp3, 0\n" * 300}}]},
    {"calls": [{"tool": "run_evaluation"}, {"tool": "nothing", "arguments": {"fast": 1}}]},
    {"text": "Done."},
)


@cache
def _log(agent: str) -> tuple[bytes, bytes]:
    """The bytes of an `.eval` file and of its `episodes.jsonl`; agent: baseline or llm."""
    with tempfile.TemporaryDirectory() as folder:
        log_dir, replies = Path(folder, "log"), Path(folder, "replies.json")
        replies.write_text(json.dumps(REPLIES), encoding="utf-8")
        model = f"scripted/{replies}" if agent == "llm" else None
        cells = [load_cell(name) for name in CELLS]
        evaluate(cells, agent, model, Options(log_dir), grader=InProcess())
        (log,) = log_dir.glob("*.eval")
        return log.read_bytes(), (log_dir / jsonl.FILE).read_bytes()


def good_log() -> bytes:
    """An `.eval` file of two episodes of the baseline."""
    return _log("baseline")[0]


def good_logs() -> tuple[bytes, bytes]:
    """The same, and two episodes of a model that calls tools, some of which do not exist."""
    return good_log(), _log("llm")[0]


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
    return _log("baseline")[1].splitlines(keepends=True)


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
