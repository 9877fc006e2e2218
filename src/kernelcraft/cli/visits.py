"""Records the visits of coding agents that have ended, before a log folder is read."""

import contextlib
import sys
from pathlib import Path

from kernelcraft.cli.answers import say


def settle(log_dir: Path) -> None:
    """Record what waits there, and say so; does nothing in a folder without visits."""
    from kernelcraft.records.logs import waiting

    if not waiting(log_dir):
        return
    from kernelcraft.evaluation import visits
    from kernelcraft.evaluation.executors.local import local

    grader = local()
    try:
        with contextlib.redirect_stdout(sys.stderr):
            found = visits.settle(log_dir, grader)
    finally:
        grader.close()
    for episode in found.episodes:
        say(f"recorded: {episode.cell}, {episode.agent}: {episode.message}")
    for warning in found.warnings:
        say(f"warning: {warning}")
    if found.going_on:
        visits_ = "1 visit goes" if found.going_on == 1 else f"{found.going_on} visits go"
        say(f"{visits_} on; what is done there is recorded when it has ended")
