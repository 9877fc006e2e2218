"""The leaderboard's numbers are the report's, for every choice."""

import json

from kernelcraft.reports.groups import facts
from kernelcraft.reports.summary import summarise
from kernelcraft.reports.web.index import FIELDS, index
from kernelcraft.reports.web.leaderboard import Choice, Leaderboard, choices, contenders
from tests.reports.web.made_up_site import episodes

EPISODES = episodes()
ENTERED = contenders(EPISODES)


def test_the_whole_is_what_the_tables_say() -> None:
    cells = facts(EPISODES)
    (tuner, *_) = Leaderboard(ENTERED, cells).standings(Choice())
    assert tuner.summary == summarise(ENTERED[0].group, cells)
    assert tuner.fast["1"] == tuner.summary.faster


def test_a_choice_keeps_its_episodes_only() -> None:
    board = Leaderboard(ENTERED, facts(EPISODES))
    (tuner,) = board.standings(Choice("coral_npu"))
    assert (tuner.summary.n, tuner.summary.cells) == (2, 2)
    assert list(board.standings(Choice("coral_npu", "2"))) == []


def test_only_choices_that_leave_something_are_offered() -> None:
    offered = choices(EPISODES)
    assert Choice("plena", "2", "attention") in offered
    assert Choice("coral_npu", "", "relu") in offered
    assert Choice("coral_npu", "", "gemm") not in offered
    assert Choice("plena", "2", "relu") not in offered


def test_published_and_held_out_sizes_and_variants_are_three_contenders() -> None:
    held_out = [each.model_copy(update={"held_out": True}) for each in EPISODES[:3]]
    name = {"platform": "plena~encoding-1", "drawn_from": "plena"}
    drawn = [each.model_copy(update=name) for each in EPISODES[:3]]
    entered = contenders([*EPISODES, *held_out, *drawn])
    own = ["published"] * len(ENTERED)
    assert [each.conditions for each in entered] == [*own, "held-out", "variants"]


def test_what_is_not_finite_is_no_number_of_the_page() -> None:
    endless = [each.model_copy(update={"cost": float("inf")}) for each in EPISODES]
    found = index(endless, contenders(endless), {})
    assert "Infinity" not in json.dumps(found.data)


def test_what_is_embedded_has_a_value_for_every_field() -> None:
    found = index(EPISODES, ENTERED, {"plena": "PLENA"})
    rows = found.data["episodes"]
    assert isinstance(rows, list)
    assert all(isinstance(row, list) and len(row) == len(FIELDS) for row in rows)
    assert found.platforms == ("coral_npu", "PLENA")
