"""How random programs of a platform are drawn: as it says itself, or as follows from its table.

Its own recipe is the RECIPE of its part `machine.random_programs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernelcraft.cells.platforms import entry, part, platform
from kernelcraft.cells.protocol import Tensor
from kernelcraft.sim.derived_programs import DerivedRecipe

if TYPE_CHECKING:
    from kernelcraft.sim.emit import Interpreter
    from kernelcraft.sim.random_programs import Recipe

SHAPE: Final = (4, 64)  # of the tensors that a machine has room for


def interpreter(name: str) -> Interpreter:
    """What the platform's native simulator is compiled from."""
    module = part(name, "machine.interpreter")
    if module is None:
        raise entry(name).broken("there is no machine.interpreter")
    found: Interpreter = module.INTERPRETER
    return found


def own_recipe(name: str) -> Recipe | None:
    """The platform's own; None where it has none."""
    module = part(name, "machine.random_programs")
    found: Recipe | None = getattr(module, "RECIPE", None)
    return found


def recipe(name: str) -> Recipe:
    """The platform's own, or one for a machine with room for two small tensors."""
    own = own_recipe(name)
    if own is not None:
        return own
    given, output = (Tensor(each, SHAPE, "activation") for each in ("x", "output"))
    parameters = platform(name).place([given], output, {}).parameters
    return DerivedRecipe(interpreter(name), parameters)
