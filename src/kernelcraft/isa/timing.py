"""What a machine without interlocks needs to know of an instruction beyond its latency."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kernelcraft.isa.errors import IsaError

FIRST_STAGE = 1  # where operands are sampled unless `stages` says otherwise


@dataclass(frozen=True)
class Timing:
    """When operands are sampled and results arrive, by the name of the operand.

    A result with write stage d of a bundle at cycle t is seen by what is sampled at cycle t + d or
    later; an operand with read stage u is sampled at cycle t + u - 1. A result and an operand with
    the same bypass meet one cycle earlier. A name that is no operand is a part of the machine that
    the instruction uses without naming it, such as a control register.
    """

    latencies: Mapping[str, int] = field(default_factory=dict)  # results not at `latency`
    stages: Mapping[str, int] = field(default_factory=dict)  # operands sampled after stage 1
    bypass: Mapping[str, str] = field(default_factory=dict)  # the path that a value may take
    ports: Mapping[str, str] = field(default_factory=dict)  # the ports it takes, blanks between
    late: Mapping[int, Callable[..., None]] = field(default_factory=dict)  # what a stage does

    def __post_init__(self) -> None:
        for stage in (*self.latencies.values(), *self.stages.values(), *self.late):
            if stage < FIRST_STAGE:
                raise IsaError(f"stage {stage} is before the first, {FIRST_STAGE}")

    @property
    def names(self) -> set[str]:
        """Every operand or part that something is said of."""
        return {*self.latencies, *self.stages, *self.bypass, *self.ports}

    def text(self) -> list[str]:
        """A sentence for each operand or part, for the manual."""
        found: list[str] = []
        for name in dict.fromkeys((*self.stages, *self.latencies, *self.bypass, *self.ports)):
            facts = []
            if name in self.stages:
                facts.append(f"sampled at stage {self.stages[name]}")
            if name in self.latencies:
                facts.append(f"written at stage {self.latencies[name]}")
            if name in self.bypass:
                facts.append(f"bypass {self.bypass[name]}")
            if name in self.ports:
                facts.append(f"port {' and '.join(self.ports[name].split())}")
            found.append(f"{name}: {', '.join(facts)}")
        return found


def distance(producer: Timing, latency: int, result: str, consumer: Timing, operand: str) -> int:
    """The fewest bundles after which `operand` of the consumer sees `result` of the producer."""
    written = producer.latencies.get(result, latency)
    sampled = consumer.stages.get(operand, FIRST_STAGE)
    path = producer.bypass.get(result)
    met = path is not None and path == consumer.bypass.get(operand)
    return max(1, written - sampled + 1 - met)
