"""PLENA's reference and native machine agree on random programs."""

from __future__ import annotations

from random import Random

from kernelcraft.isa.assembler import assemble
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.interpreter import INTERPRETER
from kernelcraft.platforms.plena.machine.random_programs import VARIANTS, PlenaRecipe
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import compare


def test_programs_agree() -> None:
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    tally = compare(PlenaRecipe(), native, range(400))
    assert tally.programs == 400
    assert tally.finished >= 200
    assert tally.rarest(plena)[1] >= 40, tally.rarest(plena)
    assert set(tally.faults) == {"machine", "instruction budget", "cycle budget", "watchdog"}


def test_every_configuration_is_drawn() -> None:
    random = Random(1)
    drawn = [PlenaRecipe().state(random).parameters for _ in range(400)]
    for variant in VARIANTS:
        wanted = {name: variant.parameters()[name] for name in ("mlen", "blen", "hlen", "dc_en")}
        assert any(wanted.items() <= parameters.items() for parameters in drawn), wanted


def test_programs_are_short() -> None:
    lengths = [len(assemble(plena, PlenaRecipe().text(Random(seed)))) for seed in range(100)]
    assert 5 <= min(lengths) <= max(lengths) <= 60
