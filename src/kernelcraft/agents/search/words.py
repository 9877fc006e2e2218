"""What a language model is asked when it proposes kernels to a search strategy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from kernelcraft.agents.search.trial import Scored, Tried

SHOWN_PLANS: Final = 12
APPROVED: Final = "APPROVED"

DRAFT: Final = """\
In this conversation you write one kernel. Look up what you are unsure of with grep_docs, then hand
the whole kernel over with write_code, once. That ends the conversation; it is evaluated for you.
"""

CHANGE: Final = """\
In this conversation you improve one kernel that was written for this task:

{kernel}

This was found of it:

{found}
{other}{plan}
Where the kernel is wrong, mend it; where it is right, make it faster. Look up what you are unsure
of with grep_docs, then hand the whole new kernel over with write_code, once. That ends the
conversation; it is evaluated for you.
"""

OTHER: Final = """
Another kernel, with other strengths, from which you may take what is good:

{kernel}
"""

PLAN: Final = """
Do what this plan says, and nothing else:

{plan}
"""

PLANNER: Final = """\
You plan, another one writes the code. This kernel was written for this task:

{kernel}

This was found of it:

{found}

{tried}
Name the one change that promises most, with its reason, in at most five sentences and without code.
Where the kernel is wrong, say how to mend it; where it is right, what would make it faster.
"""

REVIEWER: Final = """\
You review, another one writes the code. The plan was:

{plan}

The kernel, before it is run:

{kernel}

check_syntax says: {syntax}

If nothing speaks against evaluating it, answer with the one word APPROVED. Otherwise say in at most
five sentences what must be mended.
"""


def block(kernel: str) -> str:
    """A kernel inside a message."""
    return f"```\n{kernel.rstrip()}\n```"


def change(kernel: str, found: str, plan: str, other: str | None) -> str:
    """The request to improve a kernel."""
    return CHANGE.format(
        kernel=block(kernel),
        found=found,
        other="" if other is None else OTHER.format(kernel=block(other)),
        plan=PLAN.format(plan=plan) if plan else "",
    )


def planner(kernel: str, found: str, tried: Sequence[Tried]) -> str:
    """The request for a plan, with what earlier plans have brought."""
    lines = [f"- {each.plan.strip()}: {_outcome(each)}" for each in tried[-SHOWN_PLANS:]]
    known = "\n".join(["What earlier plans have brought:", *lines, ""]) if lines else ""
    return PLANNER.format(kernel=block(kernel), found=found, tried=known)


def reviewer(kernel: str, plan: str, syntax: str) -> str:
    """The request to review a kernel."""
    return REVIEWER.format(kernel=block(kernel), plan=plan, syntax=syntax)


def found(scored: Scored[str], profile: str) -> str:
    """What is known of a kernel: its evaluation and, of a right one, its profile."""
    return f"{scored.message}\n\n{profile}" if profile else scored.message


def _outcome(tried: Tried) -> str:
    if not math.isfinite(tried.after):
        return "the kernel was wrong"
    if not math.isfinite(tried.before):
        return f"the kernel became right, {tried.after:,.0f} cycles"
    return f"{tried.before:,.0f} -> {tried.after:,.0f} cycles"
