"""`selftest`: a quick check that this installation works."""

from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import Json, WorkersOption


def selftest(workers: WorkersOption = None, as_json: Json = False) -> bool:
    """Compare the two simulators on random programs and grade a baseline kernel of every level."""
    from kernelcraft.cli.checks import all_checks

    checks = all_checks(workers)
    right = all(check.right for check in checks)
    lines = [f"{'ok  ' if check.right else 'FAIL'} {check.name}: {check.found}" for check in checks]
    record = {
        "correct": right,
        "checks": [
            {"name": each.name, "correct": each.right, "message": each.found} for each in checks
        ],
    }
    verdict = "this installation works" if right else "this installation does not work"
    answer(record, "\n".join([*lines, verdict]), as_json=as_json)
    return right
