"""`design`: instructions that are proposed for a platform: checked, shown, run, compared."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import NoKernel, UsageFault
from kernelcraft.cli.lazy import OnceEach
from kernelcraft.cli.options import CellName, Json, KernelFile, OnePlatform, known_platform

if TYPE_CHECKING:
    from kernelcraft.cells.designs import Design
    from kernelcraft.design.form import Proposal

app = typer.Typer(
    help="Propose instructions: check them, show their pages and costs. Run kernels with them.",
    add_completion=False,
    no_args_is_help=True,
)

Text = Annotated[
    str,
    typer.Argument(metavar="TEXT", help="A file of proposals, or the name of a platform's text."),
]
Texts = Annotated[
    list[str] | None,
    typer.Argument(metavar="TEXT", help="Files or names; all texts of the platform by default."),
]
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, help="Grade it, too, on inputs of this seed.")
]


@app.callback()
def group() -> None:
    """Propose instructions: check them, show their pages and costs. Run kernels with them."""


@app.command(cls=OnceEach)
def check(platform: OnePlatform, text: Text, as_json: Json = False) -> bool:
    """Say what is wrong with proposals, or what each costs."""
    from kernelcraft.cells import designs
    from kernelcraft.design.cost import cost_of_set
    from kernelcraft.design.form import Refused
    from kernelcraft.design.words import cost_line

    name = known_platform(platform)
    try:
        proposals = designs.proposals_of(name, _read(name, text))
    except Refused as refused:
        lines = [f"{text}: nothing can be taken", *refused.faults]
        record = {"platform": name, "success": False, "faults": list(refused.faults)}
        answer(record, "\n".join(lines), as_json=as_json)
        return False
    found = cost_of_set(proposals, designs.rules_of(name))
    together = f"together {found.area:,.0f} square micrometres; {found.opcodes_left} opcodes left"
    record = {
        "platform": name,
        "success": True,
        "instructions": [{**asdict(each), "area": each.area} for each in found.costs],
        "area": found.area,
        "opcodes_left": found.opcodes_left,
    }
    answer(record, "\n".join([*map(cost_line, found.costs), together]), as_json=as_json)
    return True


@app.command(cls=OnceEach)
def show(platform: OnePlatform, text: Text, as_json: Json = False) -> None:
    """Print the manual's pages of proposals."""
    from kernelcraft.cells import platforms
    from kernelcraft.isa.manual import instruction_manual

    name = known_platform(platform)
    design, proposals = _taken(name, text)
    manual = instruction_manual(platforms.platform(str(design)).isa)
    pages = [page for each in proposals if (page := manual.page(each.mnemonic)) is not None]
    record = {"machine": str(design), "pages": {each.title: each.text for each in pages}}
    shown = "\n\n".join(f"## {each.title}\n\n{each.text}" for each in pages)
    answer(record, shown, as_json=as_json)


@app.command(cls=OnceEach)
def run(
    text: Text, cell: CellName, file: KernelFile, seed: Seed = None, as_json: Json = False
) -> bool:
    """Run a kernel of a cell on its machine with the proposals."""
    from kernelcraft.cells.cell import load_cell
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.grading.evaluation import evaluate
    from kernelcraft.grading.verification import grade

    usual = load_cell(cell)
    design, _ = _taken(usual.platform.name, text)
    found = load_cell(f"{design}/{usual.task.name}/{usual.configuration}")
    try:
        kernel = read_kernel(file)
    except NoKernel as refusal:
        answer({"cell": found.name, "message": str(refusal)}, str(refusal), as_json=as_json)
        return False
    seen = evaluate(found, kernel)
    right = seen.failure is None
    lines = [f"{found.name}: {seen.message}", *seen.errors]
    lines += [f"{seen.cycles:,} cycles on the public inputs"] if seen.cycles is not None else []
    record: dict[str, object] = {
        "cell": found.name,
        "correct": right,
        "message": seen.message,
        "errors": list(seen.errors),
        "cycles": seen.cycles,
        "instructions": seen.instructions,
    }
    if seed is not None and right:
        verdict = grade(found, kernel, "strict", seed=seed)
        right, record["verdict"] = verdict.correct, verdict.model_dump(mode="json")
        lines.append(verdict.message)
    answer(record, "\n".join(lines), as_json=as_json)
    return right


@app.command(cls=OnceEach)
def report(
    platform: OnePlatform,
    texts: Texts = None,
    cells: Annotated[
        list[str] | None,
        typer.Option("--cell", metavar="TASK/CONFIG", help="Such as softmax/C1; repeatable."),
    ] = None,
    write_docs: Annotated[
        bool, typer.Option("--write-docs", help="Rewrite the page's tables in this checkout.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the cycles that sets of proposals gain, and what they cost."""
    from kernelcraft.cli.docs_pages import page_of_docs
    from kernelcraft.studies import designs as studies

    name = known_platform(platform)
    page = page_of_docs(studies.PAGE, wanted=write_docs)
    names = [_taken(name, each)[0].extension for each in texts or ()]
    found = studies.report(name, names, cells or ())
    if page is not None:
        page.write_text(
            studies.page(page.read_text(encoding="utf-8"), found.text()), encoding="utf-8"
        )
    answer(found.record(), found.text(), as_json=as_json)


def _read(platform: str, text: str) -> str:
    """The text of a file, or the platform's of that name."""
    from kernelcraft.cells import designs

    designs.rules_of(platform)
    known = designs.texts(platform)
    if text in known:
        return known[text]
    path = Path(text)
    if not path.is_file():
        listed = ", ".join(known) or "none"
        raise UsageFault(f"there is no file {text}; the texts of {platform} are: {listed}")
    return path.read_text(encoding="utf-8", errors="replace")


def _taken(platform: str, text: str) -> "tuple[Design, tuple[Proposal, ...]]":
    """The machine with the proposals; raises UsageFault for what is refused."""
    from kernelcraft.cells import designs
    from kernelcraft.design.form import Refused

    whole = _read(platform, text)
    try:
        proposals = designs.proposals_of(platform, whole)
    except Refused as refused:
        first = refused.faults[0]
        raise UsageFault(f"{text}: {first}; `kernelcraft design check` lists all") from None
    if text in designs.texts(platform):
        return designs.Design(platform, text), proposals
    return designs.register(platform, whole), proposals
