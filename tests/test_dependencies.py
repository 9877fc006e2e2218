"""What the sources import is what pyproject.toml declares, and the core is small."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kernelcraft.cli import extras

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CORE = {"ml-dtypes", "numpy", "pydantic", "rich", "typer"}
ALWAYS_THERE = {"pydantic_core"}  # comes with pydantic; declared where it is imported


def imported(path: Path) -> Iterator[str]:
    """The top-level names that a file imports, wherever the statement stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


@cache
def foreign() -> dict[str, str]:
    """What src imports of others, and a file that does."""
    own = sys.stdlib_module_names | {"kernelcraft"}
    files = (ROOT / "src").rglob("*.py")
    return {name: path.name for path in sorted(files) for name in imported(path) if name not in own}


def distributions(requirements: list[str]) -> set[str]:
    """The normalised names of a list of requirements, without our own extras."""
    names = {re.split(r"[<>=!~\[; ]", each)[0].lower().replace("_", "-") for each in requirements}
    return names - {"kernelcraft"}


distributions_by_module = cache(packages_distributions)  # which takes seconds


def provider(module: str) -> str:
    """The package that brings a module."""
    (found,) = set(distributions_by_module()[module])
    return found.lower().replace("_", "-")


def declared(extra: str) -> set[str]:
    """What an extra brings itself; the core for ""."""
    project = PROJECT["project"]
    given = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return distributions(given)


def test_the_core_talks_to_no_model() -> None:
    assert declared("") == CORE


def test_every_import_is_declared_where_it_is_used() -> None:
    building = distributions(PROJECT["build-system"]["requires"])
    for module, file in foreign().items():
        extra = "mcp" if module in ALWAYS_THERE else extras.PACKAGES.get(module, "")
        found = declared(extra) | (set() if extra else building)
        assert provider(module) in found, f"{file} imports {module}; declare it for {extra!r}"


def test_what_an_extra_brings_is_imported_or_named() -> None:
    clients_and_tools = {"openai", "ziglang"}  # Inspect imports the one, a process runs the other
    assert set(extras.PACKAGES) == clients_and_tools | {
        name for name in foreign() if provider(name) not in CORE | {"setuptools", "pydantic-core"}
    }


def test_all_is_every_extra_of_a_user() -> None:
    optional = PROJECT["project"]["optional-dependencies"]
    (everything,) = optional["all"]
    named = set(re.findall(r"\w+", everything.partition("[")[2]))
    assert named == set(optional) - {"all", "dev", "docs", "judges"}
    assert named == set(extras.PACKAGES.values())


def test_development_versions_are_pinned() -> None:
    lines = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert not [line for line in lines if "://" in line or " @ " in line]
    known = {canonicalize_name(name): version for name, version in pins.items()}
    optional = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *chain.from_iterable(optional.values())]
    for requirement in map(Requirement, wanted):
        if requirement.name != "kernelcraft":
            version = known[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version, prereleases=True), requirement
