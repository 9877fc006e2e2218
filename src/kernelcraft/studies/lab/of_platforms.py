"""What a platform asks of the lab: the file `studies/lab.toml` of its package, if it has one."""

import tomllib
from collections.abc import Iterator
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from kernelcraft.cells.platforms import file, names

FILE: Final = "studies/lab.toml"
Measure = Literal["regret", "area"]


class Wanted(BaseModel):
    """`better` must have less of the measure than `worse` on the cell's space."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cell: str
    better: str
    worse: str
    why: str
    measure: Measure = "regret"


class Studies(BaseModel):
    """Cells on which feedback is masked, and orderings; cells without their platform."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    feedback: tuple[str, ...] = ()
    orderings: tuple[Wanted, ...] = ()


def studies() -> Iterator[tuple[str, Studies]]:
    """By platform; raises ValidationError for a file with other fields."""
    for name in names():
        path = file(name, FILE)
        if path is not None:
            yield name, Studies(**tomllib.loads(path.read_text(encoding="utf-8")))
