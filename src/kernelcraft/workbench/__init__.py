"""One cell under work: the tools, one file each in `tools`, every attempt, and the prompt."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernelcraft.grading.job import Grader, InProcess
    from kernelcraft.workbench.attempt import Attempt
    from kernelcraft.workbench.offered import TOOLS
    from kernelcraft.workbench.prompt import Prompt, approximate_tokens
    from kernelcraft.workbench.results import FinalVerdict, Result
    from kernelcraft.workbench.workbench import Workbench

__all__ = [
    "TOOLS",
    "Attempt",
    "FinalVerdict",
    "Grader",
    "InProcess",
    "Prompt",
    "Result",
    "Workbench",
    "approximate_tokens",
]

_PLACES = {
    "TOOLS": "workbench.offered",
    "Attempt": "workbench.attempt",
    "FinalVerdict": "workbench.results",
    "Grader": "grading.job",
    "InProcess": "grading.job",
    "Prompt": "workbench.prompt",
    "Result": "workbench.results",
    "Workbench": "workbench.workbench",
    "approximate_tokens": "workbench.prompt",
}


def __getattr__(name: str) -> object:
    """Imported when it is used: a command that needs one tool does not wait for the others."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"kernelcraft.{_PLACES[name]}"), name)
