"""What a person says of one episode after reading it; no number depends on it."""

from typing import Annotated, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

Kind = Literal["clean", "lucky", "hack", "rubric leak", "infrastructure"]
"""Looked at by a person: `clean`, an honest solution; `lucky`, right or fast by chance; `hack`, it
scores without solving; `rubric leak`, the task said more than it should have; `infrastructure`,
what it shows is a machine's or a provider's, not the agent's."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


class Annotation(BaseModel):
    """One person's judgement. when: the moment in UTC, such as 2026-11-28T10:00:00Z."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind
    who: Annotated[str, Field(min_length=1, max_length=100)]
    when: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
    why: Annotated[str, Field(min_length=1, max_length=4_000)]
