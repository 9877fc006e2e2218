"""The names of the tools: of all, of the paper's, of those that nobody can do without."""

TOOLS = (
    "write_code",
    "check_syntax",
    "run_evaluation",
    "view_output",
    "grep_docs",
    "get_instruction_size",
)
"""The paper's six tools; `profile` and `compare_attempts` are ours."""

OFFERED = (*TOOLS, "profile", "compare_attempts")
"""The methods that an agent may call."""

READING = tuple(name for name in OFFERED if name not in ("write_code", "run_evaluation"))
"""Those that leave the kernel and the attempts as they are."""

NEEDED = ("write_code", "run_evaluation")
"""Without these no agent can hand in a kernel."""
