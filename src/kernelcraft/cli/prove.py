"""`prove`: what can be shown of a kernel beyond the inputs that grading draws."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import NoKernel
from kernelcraft.cli.options import CellName, Json, KernelFile, Machine, cell_on

if TYPE_CHECKING:
    from kernelcraft.proofs.algebra import Proof
    from kernelcraft.proofs.dependence import Dependence

EVERY = 10.0  # seconds between two lines of progress


def prove(
    cell: CellName,
    file: KernelFile,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="Stop then, and say what share was tried.")
    ] = 600.0,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Of the inputs and of the elements' order.")
    ] = 0,
    machine: Machine = None,
    as_json: Json = False,
) -> bool:
    """Show that a kernel uses all the inputs that it should.

    First it runs on unknown inputs, which gives an expression for each output, to be compared with
    the task's own: what that shows is so for all inputs. Then it runs on known ones: one element of
    an input after the other is changed, alone, and every output must move that the reference moves,
    or it is named. A function of one element is tried on every value that the
    element can hold, too.
    """
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.isa.errors import AssemblyError
    from kernelcraft.proofs.algebra import prove_algebra
    from kernelcraft.proofs.dependence import NoRun, dependence
    from kernelcraft.proofs.functions import function, is_function

    found = cell_on(cell, machine)
    try:
        text = read_kernel(file)
        proof = prove_algebra(found, text, seed=seed)
        result = dependence(found, text, seed=seed, seconds=seconds, say=_Progress())
        values = function(found, text, seconds=seconds) if is_function(found) else None
    except (NoKernel, AssemblyError, NoRun) as refusal:
        unread = f"the kernel does not assemble: kernelcraft check {cell} {file}"
        message = unread if isinstance(refusal, AssemblyError) else refusal
        record = {"cell": cell, "file": file, "success": False, "message": str(message)}
        answer(record, f"{cell}: {message}", as_json=as_json)
        return False
    refuted = result.refuted or proof.refuted or bool(values and values.wrong)
    right = result.right and not refuted
    record = {
        **{name: value for name, value in asdict(result).items() if name != "message"},
        "file": file,
        "success": right,
        "message": result.sentence(),
        "public_message": result.message,
        "complete": result.complete,
        "for_all_inputs": {**asdict(proof), "proved": proof.proved, "message": proof.sentence()},
        "function": None if values is None else {**asdict(values), "message": values.sentence()},
    }
    lines = [
        f"{cell}: {proof.sentence()}",
        *_expressions(proof),
        result.sentence(),
        *([values.sentence()] if values else []),
    ]
    answer(record, "\n".join([*lines, *_details(result)]), as_json=as_json)
    return right


def _expressions(proof: "Proof") -> list[str]:
    """What is known of the outputs' expressions beside the sentence."""
    if proof.refused:
        return []
    found = ["for all inputs, control and addresses depend on none of them"]
    if proof.method and proof.equal:
        given = f", for {proof.assumed}" if proof.assumed else ""
        found.append(f"compared by {proof.method}{given}")
    if proof.surplus:
        found.append(f"surplus in the expressions: {proof.surplus:,} pairs")
    if proof.unwritten:
        found.append(f"{proof.unwritten:,} outputs are made of what was never written")
    return found


class _Progress:
    """Says now and then how far it is."""

    due = EVERY

    def __call__(self, found: "Dependence") -> None:
        if found.seconds >= self.due:
            self.due = found.seconds + EVERY
            say(f"{found.tried:,} of {found.elements:,} elements, {found.seconds:.0f} s")


def _details(found: "Dependence") -> list[str]:
    lines = [] if found.right else [f"on the public inputs: {found.message}"]
    for kind, what in (
        ("missing", "the output stays, though the reference moves far"),
        ("hidden", "less than rounding"),
        ("surplus", "an effect that the reference does not have"),
    ):
        listed = found.listed.get(kind, [])
        if listed:
            number = getattr(found, kind)
            more = f" and {number - len(listed):,} more" if number > len(listed) else ""
            lines.append(f"{kind} ({what}): {', '.join(map(str, listed))}{more}")
    if found.idle:
        lines.append(f"{found.idle:,} elements have no effect on the reference either")
    other = f"{found.other_ways:,} took other instructions or cycles" if found.other_ways else ""
    lines.append(f"{found.runs:,} runs; " + (other or "all took the same instructions and cycles"))
    return lines
