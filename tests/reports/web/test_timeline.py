"""The timeline in a browser, from disk: zooms, moves, says what it shows, and trusts nobody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import expert
from kernelcraft.cli.web import printed
from kernelcraft.grading.recording import Window, record
from kernelcraft.records.episode import Episode
from kernelcraft.reports.report import build
from kernelcraft.reports.web.links import page_name, timeline_name
from kernelcraft.reports.web.material import Material
from kernelcraft.reports.web.site import Site
from kernelcraft.reports.web.timeline import sheet
from kernelcraft.sim.activity import Level
from kernelcraft.sim.recording import Group, Recording, Track
from kernelcraft.sim.timeline import Event
from tests.reports.made_up import episode
from tests.reports.web.browser import LOCAL, Browser
from tests.reports.web.made_up_site import SCRIPT

pytestmark = pytest.mark.program("chromedriver", "chromium-driver")
HOSTILE = f"{SCRIPT}\u202e</script>"
CELL = "coral_npu/gemv/C1"


@cache
def real() -> Recording:
    cell = load_cell(CELL)
    return record(cell, expert(cell), Window())


def _made_up() -> Recording:
    """An instruction of 10 cycles, ten times, with hostile names; a level of two steps."""
    spans = [
        Event("i", "add" if n % 2 else HOSTILE, 10 * n, 10 * n + 10, line=1) for n in range(10)
    ]
    waits = [each._replace(what="stall" if each.begin else "issue") for each in spans]
    tracks = [Track("instructions", tuple(spans)), Track("reasons", tuple(waits))]
    units = Track(f"unit {HOSTILE}", tuple(each._replace(end=each.begin + 4) for each in spans))
    names = ("program", "time", HOSTILE)
    groups = tuple(map(Group, names, ((each,) for each in (*tracks, units))))
    levels = (Level("queue", 5, 2), Level("queue", 20, 0))
    return Recording(cycles=200, end=100, groups=groups, levels=levels)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("timelines")


@pytest.fixture(scope="module")
def episodes(folder: Path) -> list[Episode]:
    """A made-up one, a real one, and one of a simulator that says nothing."""
    made = [episode(f"plena/{task}/C1", 100) for task in ("silu", "relu", "gelu")]
    site = Site(folder)
    site.write_index(made, build(made, []), printed())
    silent = Recording(missing="its simulator says nothing")
    kernels = (f"{HOSTILE}\n", expert(load_cell(CELL)), "x\n")
    for each, kernel, found in zip(made, kernels, (_made_up(), real(), silent), strict=True):
        site.write_page(each, Material(kernel=kernel, recording=found))
    return made


@pytest.fixture
def page(window: Browser, folder: Path, episodes: list[Episode]) -> Iterator[Browser]:
    """The made-up timeline; afterwards nothing was complained of and nothing left the machine."""
    window.resize(1280, "light")
    window.complaints()
    window.requests()
    window.open(folder / timeline_name(episodes[0].key))
    window.wait_for("#seen td")
    yield window
    assert window.complaints() == []
    asked = window.requests()
    assert any(each.endswith("timeline.js") for each in asked)
    assert [each for each in asked if not each.startswith(LOCAL)] == []


def shown(page: Browser) -> tuple[float, float]:
    """The cycles in view."""
    data = page.value("[timeline.dataset.from, timeline.dataset.to].map(Number)")
    assert isinstance(data, list)
    return data[0], data[1]


def sums(page: Browser, title: str) -> dict[str, str]:
    (table,) = (each for each in page.all("#seen table") if each.text.startswith(title))
    rows = table.find_elements("css selector", "tbody tr")
    return {
        row.find_element("css selector", "th").text: row.find_element("css selector", "td").text
        for row in rows
    }


def inked(page: Browser) -> int:
    """Pixels of the canvas on which something is drawn."""
    found = page.value(
        "timeline.getContext('2d').getImageData(0, 0, timeline.width, timeline.height).data"
        ".filter((value, index) => index % 4 === 3 && value > 0).length"
    )
    assert isinstance(found, int)
    return found


def test_it_is_drawn_and_adds_up(page: Browser) -> None:
    assert shown(page) == (0, 100)
    assert inked(page) > 10_000
    assert sums(page, "Why time passed") == {"stall": "90", "issue": "10"}
    assert "Cycles 0 to 100 of 200: the first 4,000 instructions" in page.one(".lead").text


def test_the_keyboard_zooms_moves_and_chooses(page: Browser) -> None:
    canvas = page.one("#timeline")
    canvas.send_keys("+")
    assert shown(page) == (25, 75)
    assert sums(page, "Why time passed") == {"stall": "50"}
    canvas.send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert shown(page) == (5, 55)
    assert page.one("#where").text == "cycles 5 to 55"
    canvas.send_keys(Keys.ARROW_DOWN, "n")
    assert "reasons: issue, cycles 0 to 10 (10 cycles), line 1" in page.one("#chosen").text
    canvas.send_keys("n")
    assert "reasons: stall, cycles 10 to 20" in page.one("#chosen").text
    canvas.send_keys("nnnnnnnn")
    assert "cycles 90 to 100" in page.one("#chosen").text
    assert shown(page)[1] >= 90  # it came into view
    canvas.send_keys("p")
    assert "cycles 80 to 90" in page.one("#chosen").text
    canvas.send_keys("-----")
    assert shown(page) == (0, 100)  # never further than the run
    canvas.send_keys("+" * 12)
    assert shown(page)[1] - shown(page)[0] == 8
    canvas.send_keys("0")
    assert shown(page) == (0, 100)


def test_the_mouse_zooms_moves_and_chooses(page: Browser) -> None:
    canvas = page.one("#timeline")
    page.click("#in")
    assert shown(page) == (25, 75)
    drag = ActionChains(page.chrome).move_to_element(canvas).click_and_hold()
    drag.move_by_offset(-100, 0).release().perform()
    begin, end = shown(page)
    assert begin > 25
    assert end - begin == pytest.approx(50)
    page.click("#all")
    wheel = "new WheelEvent('wheel', {deltaY: -200, clientX: 700, clientY: 300, cancelable: true})"
    page.value(f"timeline.dispatchEvent({wheel})")
    assert shown(page)[1] - shown(page)[0] == pytest.approx(50)
    page.click("#all")
    rest = ActionChains(page.chrome)  # in the middle of the first track
    height = canvas.size["height"]
    rest.move_to_element_with_offset(canvas, 0, 60 - height // 2).click().perform()
    assert page.one("#chosen").text.startswith("instructions: ")
    assert str(page.one("#chosen a").get_attribute("href")).endswith("#L1")


def test_hostile_names_are_texts(page: Browser) -> None:
    assert page.value("window.hacked") is None
    assert page.all("img") == []
    page.one("#timeline").send_keys("n")
    text = page.one("#chosen").text
    assert "<script>window.hacked = true</script>" in text
    assert "\u202e" not in text
    assert "\\u{202e}" in text


def test_the_episode_leads_to_it_and_back(
    page: Browser, folder: Path, episodes: list[Episode]
) -> None:
    page.open(folder / page_name(episodes[0].key))
    (link,) = (each for each in page.all("main a") if each.text == "The timeline")
    link.click()
    page.wait_for("#seen td")
    page.click("#page")
    assert page.all("script") == []  # the episode's own page has none
    page.open(folder / page_name(episodes[2].key))
    assert "There is no timeline: its simulator says nothing." in page.one("main").text


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light"), (1920, "dark")])
def test_a_real_kernel_fits_every_window(
    page: Browser, folder: Path, episodes: list[Episode], width: int, scheme: str
) -> None:
    page.resize(width, scheme)
    page.open(folder / timeline_name(episodes[1].key))
    page.wait_for("#seen td")
    assert page.value("document.documentElement.scrollWidth <= innerWidth")
    found = sums(page, "Why time passed")
    (reasons,) = real().groups[1].tracks
    for name, cycles in found.items():
        of = sum(each.end - each.begin for each in reasons.events if each.what == name)
        assert cycles == f"{of:,}"
    assert sum(int(cycles.replace(",", "")) for cycles in found.values()) == real().cycles
    page.one("#timeline").send_keys("++++")
    assert inked(page) > 1_000


def test_a_sheet_has_what_was_recorded() -> None:
    found = sheet(real(), expert(load_cell(CELL)))
    assert (found["begin"], found["end"], found["cycles"]) == (0, real().cycles, real().cycles)
    names, groups = found["names"], found["groups"]
    assert isinstance(names, list)
    assert isinstance(groups, list)
    for group, recorded in zip(groups, real().groups, strict=True):
        for track, of in zip(group["tracks"], recorded.tracks, strict=True):
            cycle = 0
            for (distance, cycles, name, line), event in zip(
                track["events"], of.events, strict=True
            ):
                begin, cycle = cycle + distance, cycle + distance + cycles
                assert (begin, cycle) == (event.begin, event.end)
                assert (names[name], line) == (event.what, event.line or 0)
