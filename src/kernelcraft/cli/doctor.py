"""`doctor`: what of this installation works, what is missing, and the one thing to do about it."""

from typing import TYPE_CHECKING

from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import Json

if TYPE_CHECKING:
    from kernelcraft.cli.health import Finding


def doctor(as_json: Json = False) -> bool:
    """Say what works here and what is missing; exit code 0 if kernels can be crafted and graded."""
    from kernelcraft.cli.health import findings

    found = findings()
    works = not any(each.stops for each in found)
    record = {"works": works, "findings": [each.record() for each in found]}
    if as_json:
        answer(record, "", as_json=True)
        return works
    _draw(found)
    models = any(each.area == "models" and each.state == "ok" for each in found)
    if not works:
        print("kernels cannot be crafted and graded here: mend what is broken above")
    elif models:
        print("kernels can be crafted and graded here, by programs and by models")
    elif any(each.area == "models" for each in found):
        print("kernels can be crafted and graded here; for a model, set one provider's key")
    else:
        print("kernels can be crafted and graded here by programs; models need the extra `agents`")
    return works


def _draw(found: "list[Finding]") -> None:
    from kernelcraft.cli.terminal import show
    from kernelcraft.reports.tables import Column, Table

    columns = (Column(""), Column("what"), Column("found"))
    show(Table("", columns, tuple((each.state, each.name, each.found) for each in found)))
    remedies = [f"  {each.name}: {each.remedy}" for each in found if each.remedy]
    print("\n".join(["what to do:", *remedies]) if remedies else "nothing is missing")
