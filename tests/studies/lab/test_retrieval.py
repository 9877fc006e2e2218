"""The ranked search finds the right section more often than expressions do; off finds nothing."""

import pytest

from kernelcraft.cells.platforms import platform
from kernelcraft.studies.lab.retrieval import PARTS, WAYS, Part, asked, questions, recall

FLOORS = {
    ("plena", "unseen"): (0.7, 0.95),
    ("coral_npu", "unseen"): (0.4, 0.7),
    ("amd_npu", "unseen"): (0.4, 0.6),
}
"""Least recall at 1 and at 5 of the ranked search, on questions that it was not tuned on."""


@pytest.mark.parametrize("name", asked())
@pytest.mark.parametrize("part", PARTS)
def test_every_question_has_an_answer_and_is_asked_once(name: str, part: Part) -> None:
    found = questions(name)[part]
    assert len({each.asked for each in found}) == 15
    manual = platform(name).manual()
    for each in found:
        assert any(titles for titles in WAYS["an expert's expression"](manual, each)), each.asked


@pytest.mark.parametrize(("name", "part"), FLOORS)
def test_recall_of_the_ranked_search(name: str, part: Part) -> None:
    found = recall(name, "ranked", part)
    at_1, at_5 = FLOORS[name, part]
    assert found.at_1 >= at_1
    assert found.at_5 >= at_5


@pytest.mark.parametrize("name", asked())
@pytest.mark.parametrize("part", PARTS)
def test_without_retrieval_nothing_is_found(name: str, part: Part) -> None:
    off, sentence = recall(name, "off", part), recall(name, "the question as an expression", part)
    assert (off.at_1, off.at_5) == (0.0, 0.0)
    assert sentence.at_5 < recall(name, "ranked", part).at_5
