"""What `kernelcraft lab` does: the contest on its seeds, and a look at the tables of the spaces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from kernelcraft.studies.lab import page
from kernelcraft.studies.lab.contest import SPACES
from kernelcraft.studies.lab.results import Outcome, Results, results
from kernelcraft.studies.lab.spaces import Enumerated, differences

PAGE: Final = "lab.md"
SEEDS: Final = range(30)
"""Of the page."""
OTHERS: Final = range(2000, 2100)
"""Nothing in the strategies or the orderings was chosen by looking at these."""
SAMPLED: Final = 256
"""One in this many settings of a space is graded again by a quick run."""
SAMPLED_MORE: Final = 16


@dataclass(frozen=True)
class Findings:
    """The contest of the page, that of the other seeds where it was held, and changed settings."""

    contest: Results
    others: Results | None
    changed: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether all orderings hold, and the tables are what the simulator says."""
        return all(each.holds for each in self._held) and not self.changed

    @property
    def page(self) -> str:
        """docs/lab.md."""
        return page.page(self.contest)

    @property
    def text(self) -> str:
        """The last line is the summary."""
        parts = [page.text(each) for each in self._held]
        return "\n".join([*parts, *self.changed, self.summary])

    @property
    def summary(self) -> str:
        """One line."""
        outcomes = [outcome for each in self._held for outcome in each.outcomes]
        held = sum(outcome.holds for outcome in outcomes)
        tables = f"{len(self.changed)} settings changed" if self.changed else "the tables hold"
        seeds = sum(each.seeds for each in self._held)
        ending = "the lab holds" if self.holds else "the lab does not hold"
        return f"{ending}: {held} of {len(outcomes)} orderings over {seeds} seeds; {tables}"

    def record(self) -> dict[str, object]:
        """For JSON."""
        return {
            "holds": self.holds,
            "seeds": [each.seeds for each in self._held],
            "lines": [asdict(line) for line in self.contest.lines],
            "orderings": [_outcome(each) for each in self.contest.outcomes],
            "changed": list(self.changed),
        }

    @property
    def _held(self) -> Sequence[Results]:
        return [self.contest] if self.others is None else [self.contest, self.others]


def held(*, quick: bool, say: Callable[[str], None] = lambda line: None) -> Findings:
    """Hold the contest; a quick one has the page's seeds only."""
    say(f"{len(SEEDS)} seeds of each strategy on each landscape")
    contest, others = results(SEEDS), None
    if not quick:
        say(f"{len(OTHERS)} other seeds")
        others = results(OTHERS)
    sample = SAMPLED if quick else SAMPLED_MORE
    say(f"one in {sample} settings of each space, graded again")
    changed = [each for cell in SPACES for each in differences(Enumerated(cell), 1, sample)]
    return Findings(contest, others, tuple(changed))


def _outcome(outcome: Outcome) -> dict[str, object]:
    return {**asdict(outcome.ordering), **asdict(outcome.paired), "holds": outcome.holds}
