"""What a model is told: the system prompt of a platform and the task message of a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Detail, Tensor
from kernelcraft.grading import lockfile
from kernelcraft.grading.inputs import descriptions
from kernelcraft.grading.tolerance import ELEMENT_FACTOR, ROW_FACTOR
from kernelcraft.isa.manual import Page
from kernelcraft.workbench.editions import Edition
from kernelcraft.workbench.offered import OFFERED, offer

if TYPE_CHECKING:
    from kernelcraft.records.episode import Answer

ROLE = """\
You write kernels for {title}, an accelerator that is programmed in its own assembly language. You
work alone: nobody answers questions, so decide for yourself and act through the tools.

Work in two phases.
1. Correctness: write a whole kernel, check it, run it, and mend it until run_evaluation says that
   it is correct.
2. Speed: lower the latency in cycles. Evaluate after every change; the fastest correct kernel that
   you evaluated counts, so a change that fails costs nothing.

Every kernel is the complete text of a program, never a fragment or a patch. A kernel that you only
print in a message is not seen by anyone: hand it over with write_code. When you have nothing more
to try, answer without calling a tool, and the work ends."""

MEANING = {
    "one": "for sums and quotients with 1, such as 1 + exp(-x)",
    "neg_max": "the least number of its format, where a maximum begins",
}
"""What constants are for that lie ready in memory and that no formula names."""

USUAL_ORDER = """\
The usual order: grep_docs for what you are unsure of, write_code, check_syntax until there are no
errors, run_evaluation; view_output when the result is wrong, profile when it is right."""
"""Said where every tool is offered."""


@dataclass(frozen=True)
class Prompt:
    """The two messages that start an episode."""

    system: str
    task: str

    @property
    def tokens(self) -> int:
        """About how many tokens both take."""
        return approximate_tokens(self.system) + approximate_tokens(self.task)


def approximate_tokens(text: str) -> int:
    """About how many tokens a language model's tokeniser makes of `text`.

    Assumed: one for every six letters of a word, every three digits and every mark. It is meant to
    be within a fifth for English and assembly text.
    """
    return sum(1 for _ in re.finditer(r"[^\W\d_]{1,6}|\d{1,3}|[^\w\s]|_|\n+", text))


def render(
    cell: Cell,
    detail: Detail = "compact",
    tools: Sequence[str] = OFFERED,
    example: Cell | None = None,
    *,
    hazards: bool = False,
    edition: Edition = Edition(),  # noqa: B008 (it is frozen)
    answer: Answer = "kernel",
    experience: str = "",
) -> Prompt:
    """The prompt of a cell; "full" holds the page of every instruction.

    `tools` are those that are offered; `example` is a cell whose expert kernel is shown; `hazards`
    says that check_syntax lists these. The manual is the one of an `edition`. `answer` says what
    is to be handed in, `experience` what earlier episodes have shown.
    """
    of_kernels = answer in ("kernel", "design")
    role, task = (ROLE, _task(cell)) if of_kernels else _of_generators(cell, answer)
    task = f"{task}\n\n{_of_designs(cell)}" if answer == "design" else task
    task = task if example is None else f"{task}\n\n{_example(example)}"
    task = f"{task}\n\n{_joined(Page('Experience', experience))}" if experience else task
    offered = _tools(tools, hazards=hazards)
    return Prompt(_system(cell, detail, offered, role, edition), task)


def with_other_tools(cell: Cell, role: str, tools: str) -> Prompt:
    """The prompt of an agent that is not given ours: what it is to do, and with what, are told."""
    return Prompt(_system(cell, "compact", tools, role), _task(cell))


def _tools(names: Sequence[str], *, hazards: bool) -> str:
    """What is said of those that are offered."""
    ours = [name for name in OFFERED if name in names]
    others = [name for name in names if name not in OFFERED]
    lines = [offer(name).lines(hazards=hazards) for name in (*ours, *others)]
    return "".join([*lines, *(["\n", USUAL_ORDER] if len(ours) == len(OFFERED) else [])])


def _system(
    cell: Cell,
    detail: Detail,
    tools: str,
    role: str = ROLE,
    edition: Edition = Edition(),  # noqa: B008 (it is frozen)
) -> str:
    """`tools` is what is said of them."""
    platform = cell.platform
    return _joined(
        Page("Your role", role.format(title=platform.title)),
        Page("Tools", tools),
        *edition.sections(platform),
        Page("Instructions", edition.instructions(platform, detail)),
    )


def _task(cell: Cell) -> str:
    return _joined(
        Page("Task", f"Write a {cell.task.title} kernel ({cell.name})."),
        *workload(cell),
        Page("Tolerance", _tolerance(cell)),
        Page("Speed", _speed(cell)),
    )


def _of_designs(cell: Cell) -> str:
    """What may be proposed, and how."""
    from kernelcraft.workbench import design_pages

    return _joined(Page("Instructions of your own", design_pages.TASK), design_pages.form(cell))


def _of_generators(cell: Cell, answer: Answer) -> tuple[str, str]:
    """Role and task for a generator: the workload of one cell, and what is different elsewhere."""
    from kernelcraft.workbench import generator_pages  # which loads what grades

    what = f"Write a generator of {cell.task.title} kernels, for all sizes that are legal."
    template = [generator_pages.template(cell)] if answer == "template" else []
    task = _joined(
        Page("Task", what),
        generator_pages.form(cell),
        generator_pages.legal_sizes(cell),
        *(Page(f"{each.title} ({cell.name})", each.text) for each in workload(cell)),
        generator_pages.given(cell),
        Page("Tolerance", _tolerance(cell)),
        Page("Speed", generator_pages.speed(cell)),
        *template,
    )
    return generator_pages.ROLE, task


def _example(cell: Cell) -> str:
    """Another workload with a kernel that is right and fast for it."""
    shown = f"A correct and fast {cell.task.title} kernel ({cell.name}), which is not your task."
    return _joined(
        Page("Worked example", shown),
        *(Page(f"{page.title} of the example", page.text) for page in workload(cell)),
        Page("Kernel of the example", f"```\n{kernels.expert(cell).strip()}\n```"),
    )


def workload(cell: Cell) -> list[Page]:
    """What is to be computed, and where everything lies."""
    return [
        Page("Formula", cell.task.formula),
        Page("Sizes", ", ".join(f"{name} = {size}" for name, size in cell.dims.items())),
        Page("Computation", "\n".join(_numbered(_stages(cell)))),
        Page("Tensors", "\n".join(_tensors(cell))),
        Page("Memory layout", cell.platform.describe(cell.memory_map)),
    ]


def _stages(cell: Cell) -> tuple[str, ...]:
    """How it is computed, on this machine."""
    task, lacks = cell.task, cell.platform.lacks
    around = [f"without a {what}: {how}" for what, how in task.without.items() if what in lacks]
    return (*task.stages, *around)


def _constants(cell: Cell) -> list[str]:
    """Those that the computation names, and those that lie in memory, with what they are for."""
    said = " ".join([cell.task.formula, *_stages(cell)])
    named = {name for name in cell.constants if re.search(rf"\b{name}\b", said)}
    ready = {constant.name for constant in cell.memory_map.constants}
    return [
        f"- constant {name} = {_number(value)}"
        + (f": {MEANING[name]}" if name in MEANING and name not in named else "")
        for name, value in cell.constants.items()
        if name in named | ready
    ]


def _joined(*sections: Page) -> str:
    return "\n\n".join(f"## {section.title}\n\n{section.text.strip()}" for section in sections)


def _numbered(stages: tuple[str, ...]) -> list[str]:
    return [f"{number}. {stage}" for number, stage in enumerate(stages, 1)]


def _tensors(cell: Cell) -> list[str]:
    shapes = {given.name: given.dims for given in cell.task.inputs}
    lines = [
        f"- {tensor.name} [{_shape(tensor)}] ({', '.join(shapes[tensor.name])}): "
        f"{_element(tensor)}{tensor.role}"
        for tensor in cell.inputs
    ]
    output = f"- output [{_shape(cell.output)}] ({', '.join(cell.task.output)})"
    return [*lines, output + (f": {cell.output.element}" if cell.exact else ""), *_constants(cell)]


def _shape(tensor: Tensor) -> str:
    return " x ".join(map(str, tensor.shape))


def _element(tensor: Tensor) -> str:
    return "" if tensor.element == "float" else f"{tensor.element}, "


def _number(value: float) -> str:
    """Whole numbers with all their digits."""
    return f"{value:.0f}" if value.is_integer() else f"{value:g}"


def _tolerance(cell: Cell) -> str:
    taus, kinds = lockfile.taus(cell), descriptions(cell.task)
    if cell.exact:
        return (
            "Every element of the output must equal the reference, which computes in whole numbers "
            "exactly what is written above. Before the run all memory that is no input, and the "
            "registers, hold garbage. The final grading repeats this several times, each time with "
            f"other garbage and with inputs that you have not seen: {_listed([*kinds.values()])}."
        )
    allowed = _listed([f"{tau:.6g} on {kinds[name]}" for name, tau in taus.items()])
    return (
        "The output is compared with a float64 reference on the values that memory really holds. "
        "With a τ for each kind of input, rms(output - reference) / rms(reference) is at most τ "
        f"over the whole output and at most {ROW_FACTOR:g} τ over every row (last axis), and every "
        f"element is within {ELEMENT_FACTOR:g} τ rms(reference), or within τ of its own size if "
        "that is more. Before the run every element of memory that is no input or constant holds "
        "garbage, so does every register whose value at reset is not documented, and the output "
        "holds NaN. A kernel must not write its inputs, or outside the output and the scratch "
        "regions. The "
        f"final grading repeats this with inputs that you have not seen; τ is {allowed}."
    )


def _listed(items: list[str]) -> str:
    return f"{', '.join(items[:-1])}, and {items[-1]}"


def _speed(cell: Cell) -> str:
    limits = lockfile.limits(cell)
    locked, compiler = lockfile.lock(cell), cell.platform.compiler
    baseline = (
        f"There is no {compiler} baseline for this cell."
        if locked is None
        else f"The {compiler}'s kernel takes {locked.baseline_cycles:,} cycles; beat it."
    )
    return (
        f"{baseline} A run is stopped after {limits.instructions:,} executed instructions or "
        f"{limits.cycles:,} cycles."
    )
