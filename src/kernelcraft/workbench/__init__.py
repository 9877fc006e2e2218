"""One cell under work: six tools of the paper and two of ours, one file each, and the prompt."""

from kernelcraft.grading.job import Grader, InProcess
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.prompt import Prompt, approximate_tokens
from kernelcraft.workbench.results import FinalVerdict, Result
from kernelcraft.workbench.workbench import TOOLS, Workbench

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
