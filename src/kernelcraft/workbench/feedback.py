"""Which kinds of feedback an agent is given: a policy over what the tools answer.

It measures what each kind is worth: `Workbench(cell, feedback=Feedback.without("rows"))` answers as
always, but says nothing of rows. What was found is kept whole in the attempts. Extras are given
only to who names them: results with and without them are not comparable.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar, get_args

from kernelcraft.isa.suggest import did_you_mean
from kernelcraft.records.episode import EXTRAS, Extra
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.editions import Edition, UnknownEdition
from kernelcraft.workbench.results import Kind, Result

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MEANING: Final[dict[Kind, str]] = {
    "errors": "why a kernel does not assemble or stops, with its lines",
    "rows": "which rows and elements of the output are wrong, and by how much",
    "profile": "cycles by line, loop, unit and reason",
    "what-if": "the gain if one cause took no time",
    "manual": "the search of the manual",
    "example": "the worked example in the prompt",
}
EDITION: Final = "manual="
R = TypeVar("R", bound=Result)


class UnknownFeedback(ValueError):
    """There is no such kind of feedback; the message is a sentence for the user."""


@dataclass(frozen=True)
class Feedback:
    """The kinds that are given; whether a kernel is right, and its cycles, are always told."""

    kinds: frozenset[Kind] = frozenset(KINDS)
    extras: frozenset[Extra] = frozenset()
    edition: Edition = Edition()

    @classmethod
    def only(cls, *kinds: Kind) -> "Feedback":
        """These kinds and no others."""
        return cls(frozenset(kinds))

    @classmethod
    def without(cls, *kinds: Kind) -> "Feedback":
        """Every kind but these."""
        return cls(frozenset(KINDS) - frozenset(kinds))

    @classmethod
    def parse(cls, text: str) -> "Feedback":
        """`all`, `none`, kinds (`rows,profile`) or what is left out (`no-rows,no-manual`).

        Extras may stand beside each of these: `all,hazards`, and so may an edition of the manual:
        `all,manual=terse`.
        """
        given = [word.strip() for word in text.split(",") if word.strip()]
        editions = [word for word in given if word.startswith(EDITION)]
        given = [word for word in given if word not in editions]
        if len(editions) > 1:
            raise UnknownFeedback(f"{text!r}: expected one edition of the manual")
        try:
            edition = Edition.parse(editions[0].removeprefix(EDITION)) if editions else Edition()
        except UnknownEdition as error:
            raise UnknownFeedback(str(error)) from None
        extras = frozenset(extra for extra in EXTRAS if extra in given)
        words = [word for word in given if word not in EXTRAS]
        named = cls.only() if extras and not words else cls._kinds(words, text)
        return replace(named, extras=extras, edition=edition)

    @classmethod
    def _kinds(cls, words: Sequence[str], text: str) -> "Feedback":
        if words in (["all"], ["none"]):
            return cls() if words == ["all"] else cls.only()
        named = [_kind(word.removeprefix("no-")) for word in words]
        left_out = {word.startswith("no-") for word in words}
        if len(left_out) != 1:
            raise UnknownFeedback(f"{text!r}: expected kinds to give or, with no-, to leave out")
        return cls.without(*named) if left_out == {True} else cls.only(*named)

    def __str__(self) -> str:
        kinds = [kind for kind in KINDS if kind in self.kinds]
        extras = [extra for extra in EXTRAS if extra in self.extras]
        edition = [] if self.edition == Edition() else [f"{EDITION}{self.edition}"]
        named = [*(["all"] if len(kinds) == len(KINDS) else kinds), *extras]
        return ",".join([*(named or ["none"]), *edition])

    def shown(self, result: R) -> R:
        """The result as the agent is told it."""
        if len(self.kinds) == len(KINDS):
            return result
        return result.model_copy(update=result.changes(self.kinds))

    def told(self, attempt: Attempt) -> Attempt:
        """The attempt with its result as the agent was told it."""
        return replace(attempt, result=self.shown(attempt.result))


def _kind(word: str) -> Kind:
    for kind in KINDS:
        if kind == word:
            return kind
    known = (*KINDS, *EXTRAS)
    hint = did_you_mean(word, known) or f"; the kinds are: {', '.join(known)}"
    raise UnknownFeedback(f"there is no kind of feedback {word!r}{hint}")
