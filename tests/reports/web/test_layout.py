"""The site as it is laid out: on a phone, a laptop, a large screen, and on paper."""

from __future__ import annotations

import html
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from kernelcraft.reports.web.links import page_name
from tests.reports.web.browser import Browser
from tests.reports.web.crowded_site import (
    ATTEMPTS,
    CONFIGURATIONS,
    LONG_MODEL,
    TASKS,
    episodes,
    write,
)

pytestmark = pytest.mark.program("chromedriver", "chromium-driver")
PAGES = ("index.html", "expert", "planner", "tuner")
LAPTOP = 1280

# What is wrong with the labels of drawings: outside of theirs, or on another label.
LABELS = """(() => {
  const found = [], box = (each) => each.getBoundingClientRect();
  const inside = (a, b) =>
    a.left > b.left - 1 && a.right < b.right + 1 && a.top > b.top - 1 && a.bottom < b.bottom + 1;
  const common = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
  const touch = (a, b) => common(a, b, "left", "right") > 1 && common(a, b, "top", "bottom") > 1;
  for (const drawing of document.querySelectorAll(".plot, svg.scale, svg.attempts, #legend")) {
    const labels = [...drawing.querySelectorAll("text, button")].filter((each) => box(each).width);
    labels.forEach((label, at) => {
      const name = label.textContent;
      if (!inside(box(label), box(drawing))) found.push(`${name} leaves its drawing`);
      for (const other of labels.slice(at + 1))
        if (touch(box(label), box(other))) found.push(`${name} lies on ${other.textContent}`);
    });
    if (labels.length < 4) found.push(`${drawing.id} has only ${labels.length} labels`);
  }
  return found;
})()"""
# What is cut: areas that scroll sideways, and texts that are wider than their cells.
CUT = """[...document.querySelectorAll(".scroll, pre, .plot, td, th, .facts div")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  .map((each) => `${each.tagName} ${each.id} ${each.textContent.slice(0, 40)}`)"""
# What would be cut on paper because it scrolls downwards.
FOLDED = """[...document.querySelectorAll(".scroll, pre")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent.slice(0, 40))"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of `PAGES`."""
    folder = tmp_path_factory.mktemp("site")
    files = ["index.html", *(page_name(each.key) for each in write(folder))]
    return {name: folder / file for name, file in zip(PAGES, files, strict=True)}


def opened(window: Browser, page: Path) -> None:
    window.open(page)
    if page.name == "index.html":
        window.wait_for("#anytime .main-svg")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [390, LAPTOP, 1920])
def test_nothing_is_cut_and_no_label_touches_another(
    window: Browser, pages: dict[str, Path], width: int, name: str
) -> None:
    window.resize(width, "light")
    opened(window, pages[name])
    assert window.value("document.documentElement.scrollWidth <= innerWidth")
    assert window.value(LABELS) == []
    if width >= LAPTOP:
        assert window.value(CUT) == []
    if name == "index.html":
        window.choose("#axis", "tokens")
        window.choose("#measure", "speedup")
        assert window.value(LABELS) == []


def test_a_plot_follows_the_width_of_the_window(window: Browser, pages: dict[str, Path]) -> None:
    window.resize(1920, "light")
    opened(window, pages["index.html"])
    window.resize(LAPTOP, "light")
    window.wait_for("#anytime .main-svg")
    assert window.value(CUT) == []


def test_attempts_stand_between_axes_with_numbers_and_names(
    window: Browser, pages: dict[str, Path]
) -> None:
    window.resize(LAPTOP, "light")
    opened(window, pages["tuner"])
    texts = window.texts("svg.attempts text")
    assert {"cycles", "attempt", "wrong", "best", "baseline", "1", "100"} <= set(texts)
    cycles = [text for text in window.texts("svg.attempts text.value") if text != "wrong"]
    assert len(cycles) >= 2
    assert all(re.fullmatch("[0-9]{1,3}(,[0-9]{3})*", text) for text in cycles)
    marks = window.all("svg.attempts circle, svg.attempts .failed")
    assert len(marks) == ATTEMPTS


def test_a_program_says_below_each_attempt_what_it_changed(
    window: Browser, pages: dict[str, Path]
) -> None:
    opened(window, pages["tuner"])
    assert len(window.all(".told > li")) == 2
    assert window.texts(".told .added") == ["+ nop"]
    assert window.texts(".told .words") == ["add 9 -> 12"]


@pytest.mark.parametrize("name", PAGES)
def test_paper_has_no_dark_ground_and_nothing_scrolls(
    window: Browser, pages: dict[str, Path], name: str
) -> None:
    window.resize(1000, "dark")
    opened(window, pages[name])
    features = [{"name": "prefers-color-scheme", "value": "dark"}]
    asked = {"media": "print", "features": features}
    window.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", asked)
    try:
        ground = window.value("getComputedStyle(document.body).backgroundColor")
        assert ground == "rgb(255, 255, 255)"
        assert window.value("document.documentElement.scrollWidth <= innerWidth")
        assert window.value(FOLDED) == []
        assert window.value(CUT) == []
    finally:
        window.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@dataclass(frozen=True)
class Word:
    """Where a word stands, in points."""

    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str


@dataclass(frozen=True)
class Paper:
    """The words of a PDF, and each page's width and height."""

    words: tuple[Word, ...]
    sizes: tuple[tuple[float, float], ...]

    def page_of(self, *texts: str) -> int:
        """The first page that has all of them."""
        for page in range(len(self.sizes)):
            if set(texts) <= {each.text for each in self.words if each.page == page}:
                return page
        raise AssertionError(f"no page has {texts}")


def printed(window: Browser, folder: Path) -> Paper:
    """The open page on paper."""
    file = folder / "page.pdf"
    file.write_bytes(window.pdf())
    told = subprocess.run(
        ["pdftotext", "-bbox", str(file), "-"], capture_output=True, text=True, check=True
    ).stdout
    sizes, words = [], []
    number = r'"([\d.-]+)"'
    for each in re.finditer(
        rf"<page width={number} height={number}|<word xMin={number} yMin={number} "
        rf"xMax={number} yMax={number}>(.*?)</word>",
        told,
    ):
        width, height, *box, text = each.groups()
        if width is not None:
            sizes.append((float(width), float(height)))
        else:
            left, top, right, bottom = map(float, box)
            words.append(Word(len(sizes) - 1, left, top, right, bottom, html.unescape(text)))
    return Paper(tuple(words), tuple(sizes))


@pytest.mark.program("pdftotext", "poppler-utils")
def test_a_printed_report_is_whole(window: Browser, pages: dict[str, Path], tmp_path: Path) -> None:
    window.resize(390, "dark")
    opened(window, pages["index.html"])
    shown = window.one("#shown").text
    paper = printed(window, tmp_path)
    for each in paper.words:
        page_width, page_height = paper.sizes[each.page]
        assert 0 < each.left < each.right < page_width, each
        assert 0 < each.top < each.bottom < page_height, each
    # every episode with its result beside it; the name of a cell may have a line before
    ends = tuple(f"{task}/{name}" for task in TASKS for name in CONFIGURATIONS)
    results = [each for each in paper.words if each.text in ("correct", "wrong")]
    rows = [
        each
        for each in paper.words
        if each.text.endswith(ends)
        and any(other.page == each.page and abs(other.top - each.top) < 25 for other in results)
    ]
    assert len(rows) == len(episodes())
    # whole plots, as wide as the page, and who solved nothing
    legend = paper.page_of("speedup", "p", "over", "0%", "100%")
    for title, texts in (("over", ("speedup", "0%", "100%")), ("evaluations", ("0%", "100%", "1"))):
        page = paper.page_of(title, *texts)
        marks = [each for each in paper.words if each.page == page and each.text == "100%"]
        assert marks
        assert all(each.left < 0.12 * paper.sizes[page][0] for each in marks)
        middle = [each for each in paper.words if each.page == page and each.text == title]
        assert any(abs(each.left / paper.sizes[page][0] - 0.52) < 0.08 for each in middle)
    assert "openai/gpt-5.2" in {each.text for each in paper.words if each.page == legend}
    assert LONG_MODEL[:10] in "".join(each.text for each in paper.words)
    assert window.one("#shown").text == shown  # the screen is as it was


@pytest.mark.program("pdftotext", "poppler-utils")
def test_a_printed_episode_is_whole(
    window: Browser, pages: dict[str, Path], tmp_path: Path
) -> None:
    window.resize(LAPTOP, "light")
    opened(window, pages["tuner"])
    paper = printed(window, tmp_path)
    texts = [each.text for each in paper.words]
    assert all(0 < each.left < each.right < paper.sizes[each.page][0] for each in paper.words)
    assert {"100", "12,345,678"} <= set(texts)  # the last line of the listing
    assert texts.count("12,345,678") >= 100
    assert "compiler's" in texts  # what was folded on the screen: the difference,
    assert texts.count("thoughts") >= 80  # and the reasoning
    assert paper.page_of("attempt", "cycles", "wrong", "best", "baseline") <= 1
