"""Which extra of the package brings what a command imports; a missing one is a sentence."""

from typing import Final

PACKAGES: Final = {
    "anyio": "agents",
    "dotenv": "agents",
    "inspect_ai": "agents",
    "openai": "agents",
    "platformdirs": "agents",
    "tenacity": "agents",
    "zstandard": "agents",
    "mcp": "mcp",
    "mcp_types": "mcp",
    "starlette": "mcp",
    "uvicorn": "mcp",
    "jinja2": "report",
    "plotly": "report",
    "gymnasium": "gym",
    "gepa": "search",
    "ziglang": "baseline",
    "ray": "ray",
    "pyarrow": "data",
    "starlark": "generators",
    "z3": "proofs",
}
"""By the name that is imported."""


def need(*modules: str) -> None:
    """Raises ModuleNotFoundError before anything is done where one of the modules is missing."""
    from kernelcraft.evaluation.providers import installed

    for module in modules:
        if not installed(module):
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def sentence(error: ModuleNotFoundError) -> str | None:
    """What to install; None for a module that no extra brings."""
    module = (error.name or "").partition(".")[0]
    extra = PACKAGES.get(module)
    if extra is None:
        return None
    return f"{module} is missing, which this needs: pip install 'kernelcraft[{extra}]'"
