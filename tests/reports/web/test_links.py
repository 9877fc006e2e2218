"""Every number of ours on the first page leads to its episode or to the list of its episodes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kernelcraft.cli.web import printed
from kernelcraft.records.annotation import Annotation
from kernelcraft.reports.comparison import compare
from kernelcraft.reports.groups import facts, groups
from kernelcraft.reports.report import build
from kernelcraft.reports.web.site import Site
from tests.reports.made_up import episode
from tests.reports.web.browser import Browser
from tests.reports.web.made_up_site import MATERIAL, history

pytestmark = pytest.mark.program("chromedriver", "chromium-driver")

NUMBERS = "[...document.querySelectorAll('{}')].filter((e) => /[0-9]/.test(e.textContent))"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tuner on three cells (one said to be lucky) and a model on two, one wrong."""
    tuner = [
        episode(f"plena/{task}/C1", 500, bound=100, history=history(500))
        for task in ("silu", "relu", "gelu")
    ]
    lucky = Annotation(kind="lucky", who="ann", when="2026-11-28T10:00:00Z", why="by chance")
    tuner[0] = tuner[0].model_copy(update={"annotations": (lucky,)})
    who = "openai/gpt-5.2"
    wrong = episode("plena/relu/C1", None, failure="wrong result", agent="llm", model=who, turns=4)
    model = [episode("plena/silu/C1", 900, bound=100, agent="llm", model=who, turns=4), wrong]
    held_out = [
        each.model_copy(update={"held_out": True, "configuration": "rows=3"}) for each in model
    ]
    made = [*tuner, *model, *(each.model_copy(update={"epoch": 2}) for each in held_out)]
    first, second, *_ = groups(made)
    folder = tmp_path_factory.mktemp("site")
    site = Site(folder)
    site.write_index(made, build(made, [], compare(first, second, facts(made))), printed())
    for each in made:
        site.write_page(each, MATERIAL)
    return folder


@pytest.fixture
def page(window: Browser, folder: Path) -> Iterator[Browser]:
    window.resize(1280, "light")
    window.complaints()
    window.open(folder / "index.html")
    window.wait_for("#anytime .main-svg")
    yield window
    assert window.complaints() == []


def strings(page: Browser, expression: str) -> list[str]:
    found = page.value(expression)
    assert isinstance(found, list)
    return [str(each) for each in found]


def test_all_numbers_of_all_tables_are_links_and_lead_somewhere(
    page: Browser, folder: Path
) -> None:
    cells = NUMBERS.format("td.number, td.small, td.measured, section[id^=table-] td")
    ours = f"{cells}.filter((e) => !e.closest('table.paper') || e.matches('.measured'))"
    assert len(strings(page, f"{ours}.map((e) => e.textContent)")) > 60
    bare = f"{ours}.filter((e) => !e.querySelector('a')).map((e) => e.textContent)"
    assert strings(page, bare) == []
    links = "flatMap((e) => [...e.querySelectorAll('a')].map((a) => a.href))"
    for address in strings(page, f"{ours}.{links}"):
        path, _, place = address.removeprefix(folder.as_uri()).partition("#")
        file = folder / path.partition("?")[0].strip("/")
        assert file.is_file(), address
        assert not place or f'id="{place}"' in file.read_text(), address


def shown(page: Browser) -> tuple[str, str]:
    return page.one("#shown").text, page.one("#narrowed").text


def agents(page: Browser) -> list[str]:
    return [each.splitlines()[0] for each in page.texts("#list tbody td:nth-child(2)")]


def test_a_row_of_the_leaderboard_leads_to_its_episodes(page: Browser) -> None:
    page.click("#standings tbody tr:first-child td:nth-child(4) a")  # tuner, solved
    assert shown(page) == ("3 of 3 episodes", "Only tuner All of them")
    assert agents(page) == ["tuner program"] * 3
    page.chrome.refresh()  # the address keeps it
    page.wait_for("#anytime .main-svg")
    assert shown(page)[0] == "3 of 3 episodes"
    page.click("#wide")
    assert shown(page) == ("7 of 7 episodes", "")
    page.chrome.back()
    assert page.one("#narrowed").text in ("", "Only tuner All of them")


def test_failures_and_annotations_lead_to_those(page: Browser) -> None:
    addresses = page.all("#standings a[href*='failure=']")
    page.chrome.execute_script("arguments[0].click()", addresses[0])
    assert shown(page)[0] == "1 of 1 episode"
    assert page.texts("#list .verdict") == ["wrong result"]
    page.click("#standings a[href*='annotation=lucky']")
    assert page.texts("#list tbody th") == ["plena/silu/C1lucky"]


def test_a_comparison_leads_to_the_common_cells(page: Browser) -> None:
    found = page.all("section[id*='against'] td a")
    page.chrome.execute_script("arguments[0].click()", found[0])
    assert agents(page) == ["tuner program"] * 2
    page.chrome.execute_script("arguments[0].click()", page.all("section[id*='against'] td a")[2])
    assert shown(page)[0] == "6 of 6 episodes"
