"""What an agent that is not ours did with the workbench's tools.

It is unknown and may have had other tools, such as a shell: its label is *open tools*.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from kernelcraft.records.episode import OPEN_TOOLS
from kernelcraft.workbench.results import EvaluationResult


@dataclass(frozen=True)
class Call:
    """One call on a cell; asked, answered: when. No answer: the visit ended while it was done.

    refused: the tool was misused. evaluation: what run_evaluation found.
    """

    client: str
    tool: str
    arguments: Mapping[str, JsonValue]
    asked: datetime
    answered: datetime | None = None
    answer: str = ""
    refused: bool = False
    evaluation: EvaluationResult | None = None


@dataclass(frozen=True)
class OpenTools:
    """The calls of one visit by cell; `visit` tells visits apart."""

    visit: str
    calls: Mapping[str, tuple[Call, ...]]
    name: str = OPEN_TOOLS
