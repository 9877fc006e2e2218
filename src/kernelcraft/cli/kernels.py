"""`check`, `grade`, `disassemble`, `baseline` and `expert`: one kernel at a time."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import NoKernel, UsageFault
from kernelcraft.cli.options import (
    CellName,
    Json,
    KernelFile,
    Machine,
    OnePlatform,
    Rules,
    RulesOption,
    Seed,
    cell_on,
    known_platform,
    settings,
)
from kernelcraft.cli.patience import at_most

if TYPE_CHECKING:
    from kernelcraft.isa.isa import Isa

MOST_WORDS = 64_000_000  # bytes of a file of machine words


def check(
    cell: CellName,
    file: KernelFile,
    words: Annotated[
        Path | None, typer.Option("--words", help="Write the machine code here, in hexadecimal.")
    ] = None,
    hazards: Annotated[
        bool, typer.Option("--hazards", help="List what is read too early, clashes or idles, too.")
    ] = False,
    machine: Machine = None,
    as_json: Json = False,
) -> bool:
    """Assemble a kernel and list every error and warning."""
    from kernelcraft.cli.files import read_kernel, write_bytes
    from kernelcraft.workbench.syntax import SECONDS, SECONDS_A_LINE, one_error, syntax

    found = cell_on(cell, machine)
    try:
        text = read_kernel(file)
        seconds = SECONDS + SECONDS_A_LINE * text.count("\n")
        with at_most(f"checking {file}", seconds):
            result = syntax(found, text, hazards=hazards)
    except NoKernel as refusal:
        result = one_error(str(refusal))
    if result.success and words is not None:
        program = found.platform.assemble(text)
        digits = -(-program.isa.word_bits // 4)
        code = "".join(f"0x{word:0{digits}x}\n" for word in program.words())
        write_bytes(words, code.encode())
    record = {"cell": cell, "file": file, "correct": result.success, **asdict(result)}
    answer(record, str(result), as_json=as_json)
    return result.success


def grade(
    cell: CellName,
    file: KernelFile,
    rules: RulesOption = Rules.strict,
    seed: Seed = None,
    generator: Annotated[
        bool,
        typer.Option("--generator", help="The file is a generator: graded at hidden sizes, too."),
    ] = False,
    prove: Annotated[
        bool, typer.Option("--prove", help="Say also what is proved of it for all inputs.")
    ] = False,
    machine: Machine = None,
    as_json: Json = False,
) -> bool:
    """Grade a kernel on hidden inputs: is it right, and how fast is it?

    What is refused is run once on the public inputs, to show where it is wrong.
    """
    if generator:
        from kernelcraft.cli.generators import answer_grade

        return answer_grade(cell_on(cell, machine), file, rules, seed, as_json=as_json)
    from kernelcraft.grading.nursery import Nursery, can_fork, stay_single

    stay_single()  # before numpy comes
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.grading import child, verification
    from kernelcraft.grading.job import Grade
    from kernelcraft.grading.preparation import prepare
    from kernelcraft.grading.workers import Workers

    found = cell_on(cell, machine)
    # Before a kernel is read.
    origin = Nursery.start(child.main, prepare) if can_fork() else None
    drawn = verification.fresh_seed() if seed is None else seed
    seen = None
    try:
        job = Grade(found.name, read_kernel(file), rules.value, drawn)
    except NoKernel as refusal:
        verdict = verification.refusal(found, "", rules.value, drawn, "syntax", str(refusal))
        from kernelcraft.cli.public_run import nothing_run

        seen = nothing_run(found, str(refusal))
    else:
        with Workers(1, nursery=origin) as workers:
            verdict = workers.submit(job).result()
            if not verdict.correct and verdict.failure != "crash":
                from kernelcraft.cli.public_run import public_run

                seen = public_run(found, job.kernel, workers)
    proved = []
    if prove and verdict.failure not in ("syntax", "crash"):
        from kernelcraft.proofs.algebra import prove_algebra
        from kernelcraft.proofs.verdicts import with_proof

        proof = prove_algebra(found, job.kernel)
        verdict = with_proof(verdict, proof, exact=found.exact)
        proved = [f"{verdict.proved}: {proof.sentence()}"]
    state = "correct" if verdict.correct else f"not correct ({verdict.failure})"
    lines = [f"{verdict.cell}: {state}", verdict.message, *proved]
    lines += [f"rules {rules}, seed {verdict.seed}"]
    if seen is not None and verdict.failure != "syntax":
        lines += [f"on the public inputs: {seen.result.message}", *seen.details(file)]
    record = {**verdict.model_dump(mode="json"), "public_run": seen.record() if seen else None}
    answer(record, "\n".join(lines), as_json=as_json)
    return verdict.correct


def assemble(
    platform: OnePlatform,
    file: KernelFile,
    machine: Machine = None,
    as_json: Json = False,
) -> bool:
    """Print the machine words of a text, hexadecimal, one a line: for plena those that the
    official assembler makes, or with --machine errata=documented our own."""
    from kernelcraft.cells.simulation import SimulationFault
    from kernelcraft.cells.words import machine_words
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.isa.errors import AssemblyError

    name, chosen = known_platform(platform), settings(machine, "--machine")
    record: dict[str, object] = {"platform": platform, "file": file}
    try:
        made = machine_words(name, read_kernel(file), chosen)
    except SimulationFault as fault:
        raise UsageFault(f"--machine: {fault}") from None
    except (AssemblyError, NoKernel) as error:
        if as_json:
            answer({**record, "words": None, "message": str(error)}, "", as_json=True)
        else:
            say(f"kernelcraft: {error}")
        return False
    answer({**record, "words": made, "message": ""}, "\n".join(made), as_json=as_json)
    return True


def disassemble(
    platform: OnePlatform,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Machine words in hexadecimal, or raw little-endian; - reads stdin.",
        ),
    ],
    as_json: Json = False,
) -> bool:
    """Turn machine code back into a kernel's text."""
    from kernelcraft.cells import platforms
    from kernelcraft.cli.files import STDIN, read_bytes
    from kernelcraft.isa.disassembler import disassemble as written
    from kernelcraft.isa.errors import DecodeError

    isa = platforms.platform(known_platform(platform)).isa
    data = (
        sys.stdin.buffer.read(MOST_WORDS + 1)
        if file == STDIN
        else read_bytes(Path(file), MOST_WORDS)
    )
    if len(data) > MOST_WORDS:
        raise UsageFault(f"{file}: more than {MOST_WORDS:,} bytes")
    record: dict[str, object] = {"platform": platform, "file": file}
    try:
        code = _words(data, isa, file)
        text = written(isa, code)
    except (DecodeError, NoKernel) as error:
        if as_json:
            answer({**record, "words": None, "text": None, "message": str(error)}, "", as_json=True)
        else:
            say(f"kernelcraft: {error}")
        return False
    answer({**record, "words": len(code), "text": text, "message": ""}, text[:-1], as_json=as_json)
    return True


def baseline(
    cell: CellName,
    origin: Annotated[
        str | None,
        typer.Option("--from", help="Where the compiler has several origins: this one's kernel."),
    ] = None,
    machine: Machine = None,
) -> None:
    """Print the compiler's kernel for a cell, and nothing else."""
    from kernelcraft.cells import kernels

    found = cell_on(cell, machine)
    if origin is None:
        sys.stdout.write(kernels.baseline(found))
        return
    texts = kernels.origins(found)
    if origin not in texts:
        known = f"there are {', '.join(texts)}" if texts else "its compiler has one only"
        raise UsageFault(f"{cell}: there is no origin {origin!r}; {known}", tuple(texts))
    sys.stdout.write(texts[origin])


def expert(cell: CellName, machine: Machine = None) -> None:
    """Print our best known kernel for a cell, and nothing else."""
    from kernelcraft.cells import kernels

    sys.stdout.write(kernels.expert(cell_on(cell, machine)))


def _words(data: bytes, isa: "Isa", file: str) -> list[int]:
    """Hexadecimal words separated by white space, or raw little-endian ones."""
    try:
        tokens = data.decode("ascii").split()
        found = [int(token, 16) for token in tokens]
    except (UnicodeDecodeError, ValueError):
        found = _raw(data, isa, file)
    if not found:
        raise NoKernel(f"{file}: holds no machine words")
    return found


def _raw(data: bytes, isa: "Isa", file: str) -> list[int]:
    if isa.bundle is not None and isa.bundle.formats:
        words, read = isa.bundle.words(data)
        if read < len(data):
            raise NoKernel(f"{file}: what begins at byte {read:,} is no bundle of {isa.name}")
        return words
    size = -(-isa.word_bits // 8)
    if len(data) % size:
        raise NoKernel(
            f"{file}: {len(data):,} bytes are neither hexadecimal words nor a multiple of {size}"
        )
    pieces = range(0, len(data), size)
    return [int.from_bytes(data[start : start + size], "little") for start in pieces]
