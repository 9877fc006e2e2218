"""Worse manuals: each differs from the whole one in its way, in the prompt and in searches."""

from __future__ import annotations

import pytest

from kernelcraft import Workbench
from kernelcraft.cells import platforms
from kernelcraft.workbench.editions import WAYS, Edition, UnknownEdition
from kernelcraft.workbench.feedback import Feedback, UnknownFeedback
from kernelcraft.workbench.prompt import approximate_tokens

NAMES = ("plena", "coral_npu", "amd_npu", "boom")


@pytest.mark.parametrize("text", [*WAYS[:-1], "wrong-page:7", "summary:0a1b2c3d"])
def test_an_edition_is_written_as_it_is_read(text: str) -> None:
    assert Edition.parse(str(Edition.parse(text))) == Edition.parse(text)
    assert Feedback.parse(f"all,manual={text}").edition == Edition.parse(text)
    assert Feedback.parse(str(Feedback.parse(f"rows,manual={text}"))).edition == Edition.parse(text)


@pytest.mark.parametrize("text", ["tersely", "terse:1", "wrong-page:x", "", "links:"])
def test_others_are_refused(text: str) -> None:
    with pytest.raises(UnknownEdition):
        Edition.parse(text)
    with pytest.raises(UnknownFeedback):
        Feedback.parse(f"all,manual={text}")


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_manual_is_the_platforms(name: str) -> None:
    platform, edition = platforms.platform(name), Edition()
    assert edition.manual(platform) == platform.manual()
    assert edition.sections(platform) == list(platform.prompt_sections())
    for detail in ("compact", "full"):
        assert edition.instructions(platform, detail) == platform.instruction_section(detail)


@pytest.mark.parametrize("name", NAMES)
def test_each_way_is_shorter_but_for_a_wrong_page(name: str) -> None:
    platform = platforms.platform(name)
    whole = platform.manual()
    for way in ("terse", "no-examples"):
        manual = Edition.parse(way).manual(platform)
        assert [page.title for page in manual.pages] == [page.title for page in whole.pages]
        assert len(manual.text()) < len(whole.text())
    texts = {page.title: page.text for page in whole.pages}
    edition = Edition("wrong-page", 3)
    changed = [
        page.title for page in edition.manual(platform).pages if page.text != texts[page.title]
    ]
    assert changed == [edition.wrong_page(platform)]
    assert Edition("wrong-page", 4).wrong_page(platform) != changed[0]


def test_pages_without_examples_have_none() -> None:
    text = Edition("no-examples").manual(platforms.platform("coral_npu")).text()
    assert "vsetvli t0, a2" not in text
    assert "vsetvli" in text
    whole = platforms.platform("amd_npu").manual().text()
    assert "vlda wl2, [p1], #32" in whole
    assert (
        "vlda wl2, [p1], #32"
        not in Edition("no-examples").manual(platforms.platform("amd_npu")).text()
    )


@pytest.mark.parametrize("name", NAMES)
def test_links_leave_the_pages_to_the_search(name: str) -> None:
    platform = platforms.platform(name)
    cell = "boom/vvadd/C1" if name == "boom" else f"{name}/relu/C1"
    bench = Workbench(cell, feedback=Feedback(edition=Edition("links")))
    whole = Workbench(cell)
    assert approximate_tokens(bench.prompt.system) < approximate_tokens(whole.prompt.system) / 2
    guide = platform.prompt_sections()[0]
    assert guide.title in bench.prompt.system
    assert guide.text not in bench.prompt.system
    assert bench.grep_docs(guide.title).matches[0].text == guide.text


def test_a_search_finds_the_wrong_page() -> None:
    platform = platforms.platform("plena")
    edition = Edition("wrong-page", 1)
    title = edition.wrong_page(platform)
    assert title is not None
    wrong = Workbench("plena/silu/C1", feedback=Feedback(edition=edition)).grep_docs(title)
    right = Workbench("plena/silu/C1").grep_docs(title)
    assert wrong.matches[0].title == right.matches[0].title == title
    assert wrong.matches[0].text != right.matches[0].text
