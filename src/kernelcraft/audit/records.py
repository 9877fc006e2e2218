"""The report card as data: four parts, each with its numbers, its target and its exceptions."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Frozen, and the same JSON for the same findings."""

    model_config = ConfigDict(frozen=True)


class Surprise(Record):
    """A suspect of which the grader said something else than it must."""

    cell: str
    kernel: str
    expected: tuple[str, ...]
    found: str
    message: str


class FamilyScore(Record):
    """What became of one family of suspects; `paper` of them pass the paper's rules."""

    platform: str
    family: str
    title: str
    kernels: int
    as_expected: int
    paper: int
    surprises: tuple[Surprise, ...]


class Trials(Record):
    """Part (a) or (b): every suspect must be answered as expected, and there must be enough."""

    least: int
    families: tuple[FamilyScore, ...]

    @property
    def kernels(self) -> int:
        """All suspects."""
        return sum(family.kernels for family in self.families)

    @property
    def as_expected(self) -> int:
        """Those answered as they must be."""
        return sum(family.as_expected for family in self.families)

    @property
    def enough(self) -> bool:
        """Whether there are as many as a platform must have, on every platform."""
        platforms = {family.platform for family in self.families}
        return all(
            sum(f.kernels for f in self.families if f.platform == platform) >= self.least
            for platform in platforms
        )

    @property
    def met(self) -> bool:
        """Whether the target is met, on every platform."""
        return self.enough and self.as_expected == self.kernels


class GraderMutant(Record):
    """A change of the grader's source; `killed_by` is the first test that failed, "" if none."""

    module: str
    what: str
    killed_by: str


class GraderMutants(Record):
    """Part (c): every change of the grader must fail a test; `message` says why none was tried."""

    mutants: tuple[GraderMutant, ...]
    message: str = ""

    @property
    def killed(self) -> int:
        """Changes that a test noticed."""
        return sum(bool(mutant.killed_by) for mutant in self.mutants)

    @property
    def met(self) -> bool:
        """Whether the target is met."""
        return bool(self.mutants) and self.killed == len(self.mutants)


Class = Literal["equivalent", "under the error budget", "unexplained"]


class Survivor(Record):
    """A mutant of a kernel that was judged right, and why."""

    cell: str
    kernel: str
    operation: int
    operator: str
    before: str
    after: str
    kind: Class
    evidence: str


class KernelMutants(Record):
    """Part (d), of one platform: mutants of right kernels, drawn at random, and the survivors."""

    platform: str
    kernels: int
    tasks: int
    mutants: int
    answers: dict[str, int]
    survivors: tuple[Survivor, ...]
    least: int
    share: float

    @property
    def wrong(self) -> int:
        """Mutants judged wrong."""
        return self.mutants - len(self.survivors)

    @property
    def equivalent(self) -> int:
        """Survivors whose output is the same, bit for bit, on every input set."""
        return sum(survivor.kind == "equivalent" for survivor in self.survivors)

    @property
    def unexplained(self) -> int:
        """Survivors that nothing explains."""
        return sum(survivor.kind == "unexplained" for survivor in self.survivors)

    @property
    def met(self) -> bool:
        """Whether the target is met; equivalent mutants count as not judged wrong."""
        enough = self.mutants >= self.least and self.wrong >= self.share * self.mutants
        return enough and self.unexplained == 0


class ReportCard(Record):
    """All four parts, of the platforms that were chosen, or of all.

    Of chosen ones the third has the changes that come with them; None where there are none.
    """

    cheats: Trials
    odd: Trials
    grader: GraderMutants | None
    kernels: tuple[KernelMutants, ...]
    chosen: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        """Whether every target is met."""
        suspects = self.cheats.met and self.odd.met
        return (
            suspects
            and (self.grader is None or self.grader.met)
            and bool(self.kernels)
            and all(part.met for part in self.kernels)
        )
