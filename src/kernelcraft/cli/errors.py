"""Turns every exception that reaches the top into one sentence and an exit code."""

from dataclasses import dataclass

from kernelcraft.cli import extras

RENAMED = {"--profile": "--rules", "--variant": "--from"}
"""Options that earlier releases had, and what they are called now."""


@dataclass(frozen=True)
class Complaint:
    """What to tell the user; `nearest` are names that were probably meant."""

    message: str
    nearest: tuple[str, ...] = ()
    code: int = 2


class UsageFault(Exception):
    """The command cannot do what was asked: the message says what is expected."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.nearest = message, nearest


class NoKernel(Exception):
    """A file holds no text that an assembler would take."""


def explain(error: Exception) -> Complaint:
    """The complaint about an exception; what nobody expected is an error of ours (code 3)."""
    import typer

    if isinstance(error, UsageFault):
        return Complaint(error.message, error.nearest)
    if isinstance(error, NoKernel):
        return Complaint(str(error), code=1)
    if isinstance(error, typer.TyperException):
        old = getattr(error, "option_name", "")
        renamed = f"{old} is {RENAMED[old]} now" if old in RENAMED else ""
        return Complaint(renamed or error.format_message())
    if isinstance(error, ModuleNotFoundError) and (missing := extras.sentence(error)):
        return Complaint(missing)
    found = _of_the_layers(error)
    if found is not None:
        return found
    if isinstance(error, OSError):
        return Complaint(f"{error.filename}: {error.strerror}")
    if isinstance(error, MemoryError):
        return Complaint("this machine has too little memory for that")
    from kernelcraft import packages

    theirs = packages.culprit(error)
    if theirs is not None:
        return Complaint(str(theirs))
    kind = type(error).__name__
    return Complaint(f"an error of ours: {kind}: {error}; --debug shows where", code=3)


def _of_the_layers(error: Exception) -> Complaint | None:
    """Complaints of the layers below, which are loaded already if they raised one."""
    from kernelcraft.agents import AgentError, UnknownAgent
    from kernelcraft.cells.cell import UnknownName
    from kernelcraft.cells.designs import NoDesign
    from kernelcraft.cells.held_out import TooFewSizes
    from kernelcraft.cells.protocol import NotInstalled
    from kernelcraft.cells.sizes import ConfigurationError
    from kernelcraft.cells.unwritten import Unwritten
    from kernelcraft.cells.variants import NoVariants
    from kernelcraft.evaluation.executors import ExecutorError
    from kernelcraft.evaluation.prices import PriceFault
    from kernelcraft.evaluation.runner import EvaluationError
    from kernelcraft.experience.store import StoreFault
    from kernelcraft.grading.lockfile import NotLockable
    from kernelcraft.packages import BrokenPackage
    from kernelcraft.packages.folders import NoPackage
    from kernelcraft.tasks import UnknownTask

    if isinstance(error, UnknownName | UnknownAgent | UnknownTask):
        return Complaint(error.message, error.nearest)
    stated = AgentError | EvaluationError | PriceFault | ExecutorError | TooFewSizes
    stated |= ConfigurationError | BrokenPackage | NoPackage | NotInstalled | NoVariants
    stated |= NoDesign | StoreFault
    if isinstance(error, stated):
        return Complaint(str(error))
    if isinstance(error, Unwritten | NotLockable):
        return Complaint(str(error), code=1)
    return None
