"""The site in a browser, from disk: opens, sorts, filters, follows links, and trusts nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from kernelcraft.cli.web import printed
from kernelcraft.records.episode import Episode
from kernelcraft.records.verdict import AtSize
from kernelcraft.reports.report import build
from kernelcraft.reports.web.links import page_name
from kernelcraft.reports.web.material import Material
from kernelcraft.reports.web.site import Site
from tests.reports.made_up import episode, verdict
from tests.reports.web.browser import LOCAL, Browser
from tests.reports.web.made_up_site import HOSTILE_MODEL, SCRIPT, history, write

pytestmark = pytest.mark.program("chromedriver", "chromium-driver")
AGENTS = "#standings .who"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def episodes(folder: Path) -> list[Episode]:
    return write(folder)


@pytest.fixture
def page(window: Browser, folder: Path, episodes: list[Episode]) -> Iterator[Browser]:
    """The first page, opened; afterwards nothing was complained of and nothing left the machine."""
    window.resize(1280, "light")
    window.complaints()
    window.requests()
    window.open(folder / "index.html")
    window.wait_for("#anytime .main-svg")
    yield window
    assert window.complaints() == []
    asked = window.requests()
    assert any(each.endswith("plotly.min.js") for each in asked)
    assert [each for each in asked if not each.startswith(LOCAL)] == []


def test_it_opens_with_a_row_for_every_agent(page: Browser) -> None:
    assert page.texts(AGENTS) == ["tuner", "llm", "llm"]  # all solved come first, then by speedup
    assert page.texts("#standings .kind") == ["program", "language model", "language model"]
    solved = page.texts("#standings td:nth-child(4) > a")
    assert solved == ["100.0%", "100.0%", "66.7%"]
    assert page.one("#chosen").text == "31 episodes on 22 cells"


def test_every_head_sorts_by_mouse_and_keyboard(page: Browser) -> None:
    page.click('#standings [data-sort="agent"]')
    assert page.texts(AGENTS) == ["llm", "llm", "tuner"]
    assert page.one("#standings [aria-sort]").get_attribute("aria-sort") == "ascending"
    page.one('#standings [data-sort="agent"]').send_keys(Keys.ENTER)
    assert page.texts(AGENTS) == ["tuner", "llm", "llm"]
    assert page.value("document.activeElement.dataset.sort") == "agent"  # the focus stays
    page.click('#list [data-sort="cycles"]')
    cycles = [
        int(each.replace(",", "")) for each in page.texts("#list td:nth-child(7)") if each[0] != "–"
    ]
    assert cycles == sorted(cycles)
    page.click('#list [data-sort="cycles"]')
    shown = page.texts("#list td:nth-child(7)")
    assert shown[0] == "900"
    assert shown[-1] == "–"  # what is unknown stays last


def test_filters_hold_for_the_whole_page(page: Browser) -> None:
    page.choose('[name="platform"]', "coral_npu")
    assert page.texts(AGENTS) == ["tuner"]
    assert page.one("#shown").text == "2 of 2 episodes"
    page.choose('[name="task"]', "relu")
    assert page.one("#shown").text == "1 of 1 episode"
    assert "platform=coral_npu&task=relu" in page.chrome.current_url
    page.chrome.refresh()  # the address keeps what was chosen
    page.wait_for("#anytime .main-svg")
    assert page.one("#shown").text == "1 of 1 episode"
    page.click('#filters [type="reset"]')
    page.choose('[name="level"]', "2")
    assert page.texts("#list tbody th") == ["plena/attention/C1"]
    offered = [each.get_attribute("value") for each in page.all('[name="task"] option')]
    assert offered == ["", "attention"]


def test_episodes_are_found_by_words_and_by_result(page: Browser) -> None:
    page.one("#find").send_keys("gpt softmax")
    assert page.texts("#list tbody th") == ["plena/softmax/C1"]
    page.one("#find").clear()
    page.one("#find").send_keys(" ")
    page.choose("#verdict", "wrong result")
    assert set(page.texts("#list .verdict")) == {"wrong result"}


def test_fast_p_is_of_the_p_that_was_chosen(page: Browser) -> None:
    page.choose("#p", "2")
    heads = page.texts("#standings thead th")
    assert "fast_2" in heads
    column = heads.index("fast_2")
    (tuner, *_) = page.all("#standings tbody tr")
    text = tuner.find_elements("css selector", "td")[column - 1].text
    assert text.startswith("57.1%")  # 12 of 21 are more than twice as fast


def test_unknown_is_not_zero(page: Browser) -> None:
    page.one("#find").send_keys("evil")
    heads = page.texts("#list thead th")
    cost = page.texts(f"#list tbody td:nth-child({heads.index('Cost') + 1})")
    assert cost == ["unknown"]


def test_the_plots_say_who_is_a_program(page: Browser) -> None:
    legend = page.texts("#legend button")
    assert "tuner (program)" in legend
    assert "llm openai/gpt-5.2 (language model)" in legend
    page.choose("#measure", "speedup")
    page.choose("#axis", "tokens")
    page.wait_for("#anytime .scatter")


def test_published_stands_beside_measured(page: Browser) -> None:
    assert page.texts("table.paper caption") == [each.title for each in printed().values()]
    groups = page.texts('table.paper [scope="colgroup"]')
    assert (groups.count("published"), groups.count("measured")) == (3, 2)
    rows = [each.text for each in page.all("table.paper tbody tr") if each.text[:4] == "SiLU"]
    by_name = dict(zip(printed(), rows, strict=True))
    assert by_name["plena"].split()[1:6] == ["5", "5", "2", "0", "2/2"]
    assert by_name["coral_npu"].split()[-1] == "1/1s"  # sizes of ours
    why = page.one(".why").text
    assert "tuner program not comparable: program: no language model took part" in why
    assert "llm openai/gpt-5.2 language model not comparable: strict grading" in why


def test_a_link_leads_to_the_episode_and_back(page: Browser) -> None:
    page.click("#list tbody th a")
    assert page.one("h1").text == "plena/silu/C1"
    assert "program" in page.one(".lead").text
    assert page.texts(".listing thead th") == ["line", "times", "cycles", "share", "assembly"]
    assert page.texts(".listing tr.h9 td") == ["8", "99", "100.0%", "V_ADD a"]
    assert page.texts(".steps .verdict") == [
        "attempt 1: not correct",
        "attempt 2: correct",
        "refused",
    ]
    assert "- V_MUL b".replace(" ", "", 1) in page.texts(".difference .removed")
    page.click("header nav a")
    page.wait_for("#anytime .main-svg")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone(page: Browser, folder: Path, episodes: list[Episode], scheme: str) -> None:
    page.resize(360, scheme)
    for name in ("index.html", page_name(episodes[0].key)):
        page.open(folder / name)
        assert page.value("document.documentElement.scrollWidth <= innerWidth")
        dark = "rgb(19, 21, 24)"
        ground = page.value("getComputedStyle(document.body).backgroundColor")
        assert (ground == dark) == (scheme == "dark")


def test_a_page_that_asks_the_network_would_be_noticed(window: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<img src='http://example.org/pixel'><script>window.hacked = true</script>")
    window.requests()
    window.open(page)
    assert window.value("window.hacked") is True
    assert "http://example.org/pixel" in window.requests()
    assert window.complaints() != []


def test_hostile_texts_are_texts(page: Browser, folder: Path, episodes: list[Episode]) -> None:
    hostile = next(each for each in episodes if each.model == HOSTILE_MODEL)
    page.wait_for("#legend button")
    for name in ("index.html", page_name(hostile.key)):
        page.open(folder / name)
        assert page.value("window.hacked") is None
        assert page.all("img") == []
        foreign = "script:not([src]):not([type='application/json'])"
        assert page.all(foreign) == []
        assert "<script>window.hacked = true</script>" in page.one("body").text
        assert "\u202e" not in page.one("body").text
        assert "\\u{202e}" in page.one("body").text


def test_who_solved_nothing_stands_in_both_plots(window: Browser, tmp_path: Path) -> None:
    right = [episode(f"plena/{task}/C1", 500, history=history(500)) for task in ("silu", "relu")]
    wrong = [
        episode(f"plena/{task}/C1", None, failure="wrong result", agent="expert", history=missed)
        for task, missed in (("silu", history(500)[:1]), ("relu", ()))
    ]
    made = [*right, *wrong]
    Site(tmp_path).write_index(made, build(made, []), printed())
    window.open(tmp_path / "index.html")
    window.wait_for("#anytime .scatter")
    names = [name.split()[0] for name in window.texts("#legend button")]
    assert names == ["tuner", "expert"]
    for plot in ("speedups", "anytime"):
        drawn = window.value(f"document.getElementById('{plot}').data.map((each) => each.name)")
        assert isinstance(drawn, list)
        assert {"tuner (program)", "expert (program)"} <= set(drawn)
    flat = "document.querySelector('#speedups').data[1].y.every((share) => share === 0)"
    assert window.value(flat) is True


def test_a_generator_has_a_page_with_its_sizes(window: Browser, tmp_path: Path) -> None:
    sizes = [("C1", False, 50), ("C2", False, None), ("rows=12,width=64", True, 80)]
    results = tuple(
        AtSize(
            cell=f"plena/silu/{name}",
            hidden=hidden,
            correct=cycles is not None,
            failure=None if cycles else "wrong",
            cycles=cycles,
            baseline_cycles=100,
        )
        for name, hidden, cycles in sizes
    )
    graded = verdict("plena/silu/C1", None, None, None, correct=False)
    answer = {"answer": "generator", "last": graded.model_copy(update={"sizes": results})}
    made = episode("plena/silu/C1", 500, agent="knobs")
    made = made.model_copy(update={**answer, "best": None, "correct": False})
    page = tmp_path / page_name(made.key)
    site = Site(tmp_path)
    site.write_index([], build([made], []), printed())
    site.write_page(made, Material(kernel=f"{SCRIPT}\n", baseline="ROWS = 4\n"))
    window.open(page)
    assert window.texts(".facts dd:nth-child(2)")[:4] == ["1.250x", "1 of 1", "1 of 2", "1.250x"]
    rows = [row.text.split() for row in window.all("section[aria-labelledby=sizes-title] tbody tr")]
    assert rows[1] == ["plena/silu/C2", "yes", "wrong", "-", "100", "-"]
    assert rows[2] == ["plena/silu/rows=12,width=64", "no", "correct", "80", "100", "1.250x"]
    assert window.one("#kernel-title").text == "The last generator"
    assert window.texts(".listing thead th") == ["line", "Starlark"]
    assert window.texts(".listing td.code") == [SCRIPT]
    assert "template to this one" in window.one("details summary").text
    assert window.value("window.hacked") is None
    assert window.complaints() == []


def test_the_legend_hides_an_agent_in_both_plots(page: Browser) -> None:
    lines = "['speedups', 'anytime'].map((plot) => document.getElementById(plot).data.length)"
    before = page.value(lines)
    page.click("#legend button")
    assert page.texts('#legend [aria-pressed="false"]') == ["tuner (program)"]
    assert page.value(lines) != before
    page.click("#legend button")
    assert page.value(lines) == before
