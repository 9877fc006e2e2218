"""Python that a page only quotes stands in the repository, line for line; links lead to files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelcraft.cells import platforms
from tests.docs.pages import ROOT, Block, blocks, pages

DOCS = ROOT / "docs"
SOURCES = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests" / "toys").glob("*.py")]
SOURCES += (ROOT / "tests" / "external").rglob("*.py")
QUOTED = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in sorted(DOCS.rglob("*.md"))
    for number, block in enumerate(blocks(page))
    if block.language == "python" and not block.title
]


@pytest.mark.parametrize("block", QUOTED)
def test_a_quotation_is_the_source(block: Block) -> None:
    """Comments are the page's own, `...` is a body left out, and so may lines between be."""
    wanted = [quoted(line) for line in block.text.splitlines() if quoted(line)]
    assert any(in_order(wanted, path) for path in SOURCES), block.text


def quoted(line: str) -> str:
    return re.sub(r"(  # .*| \.\.\.)$", "", line).strip()


def in_order(wanted: list[str], path: Path) -> bool:
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    return all(any(line.strip() == each for line in lines) for each in wanted)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    written = {path.name.lower() for path in ROOT.glob("*.md")}  # the website has these, too
    for link in re.findall(r"\]\((?!http|#)([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists() or Path(link).name in written, f"{page}: {link}"


def test_every_page_of_the_navigation_exists() -> None:
    named = re.findall(r"^ +- (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    written = {path.name.lower() for path in ROOT.glob("*.md")}
    assert len(named) > 20
    assert [name for name in named if not (DOCS / name).exists() and name not in written] == []
    assert len(named) == len(set(named))


def test_the_manuals_have_every_instruction_once() -> None:
    import manual

    found = manual.pages()
    for name in platforms.names():
        text = "".join(page for path, page in found.items() if path.startswith(f"manual/{name}/"))
        for instruction in platforms.platform(name).isa.table:
            assert text.count(f"{{ #{manual.anchor(instruction)} }}") == 1, instruction.mnemonic
            assert f"```text\n{instruction.syntax}\n```" in text


def test_a_page_of_the_manual() -> None:
    import manual

    isa = platforms.platform("coral_npu").isa
    page = manual.entry(isa, isa.instructions["vadd.vv"])
    assert page.startswith("## vadd.vv { #vadd-vv }\n\nvd\\[i\\] = vs2\\[i\\] + vs1\\[i\\].")
    assert "| 31–26 | 25 | 24–20 | 19–15 | 14–12 | 11–7 | 6–0 |" in page
    assert "| `000000` | `vm` | `vs2` | `vs1` | `000` | `vd` | `1010111` |" in page
    assert "| `vd` | a register v0..v31 | vector destination |" in page
    assert "Unit: valu. Latency: 2 cycles to a dependent instruction" in page
    assert '!!! note "Erratum: vl = 0"' in page
    branch = manual.entry(isa, isa.instructions["beq"])
    assert "| `branch[12]` | `branch[10:5]` | `rs2` | `rs1` | `000` | `branch[4:1]` |" in branch


def test_the_generator_of_the_page_is_the_example() -> None:
    shown = {block.title: block.text for block in blocks(DOCS / "generators.md")}
    assert shown["examples/silu.star"] == (ROOT / "examples" / "silu.star").read_text()
