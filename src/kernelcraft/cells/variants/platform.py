"""A variant as a platform: its base's machine behind another instruction set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

from kernelcraft.cells.platforms import part
from kernelcraft.cells.protocol import Detail, MemoryMap, Platform
from kernelcraft.cells.variants.drawing import language, settings
from kernelcraft.cells.variants.names import NoVariants, Variant
from kernelcraft.cells.variants.pages import pages
from kernelcraft.cells.variants.shapes import shape
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.manual import Manual, Page

if TYPE_CHECKING:
    from kernelcraft.isa.isa import Isa
    from kernelcraft.isa.language import Language
    from kernelcraft.isa.program import Program
    from kernelcraft.isa.prose import Prose
    from kernelcraft.sim.run import Limits, Run
    from kernelcraft.sim.state import State

DRAWING: Final = "variants-1"
"""Changes when the same seed draws another machine."""
RANGES: Final = "TIMES"
"""What `machine.platform` of a platform says of its configuration: each setting of time with its
values, none of which makes the machine faster, so that bounds stay bounds."""


@dataclass(frozen=True)
class VariantPlatform:
    """What `variant` draws from the platform `base`; all that is not here is the base's."""

    base: Platform
    variant: Variant

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "base":  # while it is being unpickled
            raise AttributeError(name)
        return getattr(self.base, name)

    @property
    def name(self) -> str:
        """Such as "plena~encoding-7f3a"."""
        return str(self.variant)

    @property
    def title(self) -> str:
        """The base's with the variant's name."""
        return f"{self.base.title}, variant {self.variant.strength}-{self.variant.seed:x}"

    @property
    def version(self) -> str:
        """The base's with how variants are drawn, which changes when a seed gives another one."""
        return f"{self.base.version} {DRAWING}"

    @cached_property
    def language(self) -> Language:
        """How its programs are written."""
        return language(self.base.isa, self.variant)

    @property
    def prose(self) -> Prose:
        """How sentences about its base are said of it."""
        return self.language.prose

    @property
    def isa(self) -> Isa:
        """The derived table."""
        return self.language.isa

    @property
    def ending(self) -> str:
        """The base's lines, said in the language."""
        return self.language.said(self.base.ending)

    @property
    def timed(self) -> str:
        """The base's sentence, with the variant's names."""
        return self.prose.told(self.base.timed)

    @cached_property
    def _written(self) -> Platform:
        """The base with the derived table."""
        return cast(Platform, replace(cast(Any, self.base), isa=self.isa))

    def _page(self, page: Page) -> Page:
        return Page(self.prose.told(page.title), self.prose.told(page.text))

    def _own_pages(self) -> Sequence[Page]:
        return pages(self.language, reshaped=self.variant.reshaped)

    def manual(self) -> Manual:
        """The base's pages with the names, orders and bits of the variant."""
        said = (self._page(page) for page in self._written.manual().pages)
        return Manual((*self._own_pages(), *said))

    def prompt_sections(self) -> Sequence[Page]:
        """What is drawn first, then the base's sections."""
        said = (self._page(page) for page in self._written.prompt_sections())
        return (*self._own_pages(), *said)

    def instruction_section(self, detail: Detail) -> str:
        """The derived table."""
        return self.prose.told(self._written.instruction_section(detail))

    def describe(self, memory_map: MemoryMap) -> str:
        """The memory map with the variant's registers."""
        return self.prose.told(self._written.describe(memory_map))

    def assemble(self, text: str) -> Program:
        """Assemble and check a kernel; raises AssemblyError with every fault."""
        try:
            program = self._written.assemble(text)
        except AssemblyError as error:
            faults = [replace(f, message=self.prose.message(f.message)) for f in error.faults]
            raise AssemblyError(faults, error.more) from None
        warnings = tuple(
            replace(each, message=self.prose.message(each.message)) for each in program.warnings
        )
        return replace(program, warnings=warnings)

    def _of_base(self, program: Program) -> Program:
        return replace(program, isa=self.base.isa)

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None = None,
        reference: bool = False,
    ) -> Run:
        """Run on the base's machine, which is the same one."""
        run = self.base.run(
            self._of_base(program), state, limits, stop_at=stop_at, reference=reference
        )
        fault = run.fault
        if fault is not None:
            fault = replace(fault, message=self.prose.message(fault.message))
        return replace(run, fault=fault, profile=replace(run.profile, program=program))

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """The base's."""
        return self.base.second_opinion(self._of_base(program), state, instructions)


def variant_of(base: Platform, variant: Variant) -> Platform:
    """The variant as a platform; raises NoVariants where `base` is not described here."""
    if not (base.described and is_dataclass(base)):
        raise NoVariants(
            f"{base.name}: no variant can be drawn, since what its instructions mean is known only "
            "to a simulator of others"
        )
    return cast(Platform, VariantPlatform(_configured(base, variant), variant))


def _configured(base: Platform, variant: Variant) -> Platform:
    """The platform with the settings that are drawn at the strengths `shape` and `timing`."""
    if variant.reshaped:
        return _changed(base, shape(variant).settings)
    if not variant.retimed:
        return base
    ranges = getattr(part(base.name, "machine.platform"), RANGES, None)
    if ranges is None:
        raise NoVariants(f"{base.name} has no variants in time: no latency of it is a setting")
    return _changed(base, settings(variant, ranges))


def _changed(base: Platform, settings: Mapping[str, str]) -> Platform:
    if not settings:
        return base
    configuration = cast(Any, base).configuration.changed(settings)
    return cast(Platform, replace(cast(Any, base), configuration=configuration))
