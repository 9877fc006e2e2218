"""Records of episodes, as this release and earlier ones wrote them."""

import json

from kernelcraft.evaluation.journal import Opened
from kernelcraft.records.episode import Episode
from tests.reports.made_up import episode


def test_rules_are_read_under_their_earlier_name() -> None:
    written = episode("p/a/C1", 500, rules="paper")
    earlier = written.model_dump_json().replace('"rules":', '"profile":')
    assert "rules" not in json.loads(earlier)
    assert Episode.model_validate_json(earlier) == written


def test_so_are_those_of_a_visit() -> None:
    opened = Opened.model_validate_json('{"visit": "v", "profile": "paper", "prompt": "full"}')
    assert opened == Opened(visit="v", rules="paper", prompt="full")
