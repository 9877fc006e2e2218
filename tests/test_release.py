"""What a release says of itself: one version everywhere, a date, and tests that are there."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_version_and_date_are_the_same_everywhere() -> None:
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    newest = re.search(r"^## (\d.+)$", read("CHANGELOG.md"), re.MULTILINE)  # not "Unreleased"
    cited = dict(re.findall(r"^(version|date-released): (.+)$", read("CITATION.cff"), re.MULTILINE))
    assert newest is not None
    assert newest[1] == f"{version} ({cited['date-released']})"
    assert cited["version"] == version


def test_the_citation_names_what_a_reader_needs() -> None:
    keys = re.findall(r"^([a-z-]+):", read("CITATION.cff"), re.MULTILINE)
    assert {"cff-version", "message", "title", "type", "authors", "license"} <= set(keys)


def test_what_security_promises_is_tested() -> None:
    named = re.findall(r"`(tests/[^`]+)`", read("SECURITY.md"))
    assert len(named) > 3
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_ci_builds_the_website_and_the_release() -> None:
    lines = read(".ci/run").splitlines()
    made = {word for line in lines if line.startswith("make ") for word in line.split()[1:]}
    assert {"lint", "test", "docs", "dist", "sample", "sample-baselines", "extras", "demo"} <= made
