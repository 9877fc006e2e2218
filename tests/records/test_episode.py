"""Records of episodes, as this release and earlier ones wrote them."""

import json

import pytest
from pydantic import ValidationError

from kernelcraft.evaluation.journal import Opened
from kernelcraft.records.episode import Episode
from kernelcraft.records.verdict import Verdict
from tests.reports.made_up import episode


def test_rules_are_read_under_their_earlier_name() -> None:
    written = episode("p/a/C1", 500, rules="paper")
    earlier = written.model_dump_json().replace('"rules":', '"profile":')
    assert "rules" not in json.loads(earlier)
    assert Episode.model_validate_json(earlier) == written


def test_so_are_those_of_a_visit() -> None:
    opened = Opened.model_validate_json('{"visit": "v", "profile": "paper", "prompt": "full"}')
    assert opened == Opened(visit="v", rules="paper", prompt="full")


@pytest.mark.parametrize("seed", [-1, -(2**64), 2**128])
def test_a_seed_is_one_that_inputs_can_be_drawn_from(seed: int) -> None:
    written = episode("p/a/C1", 500)
    assert written.best is not None
    verdict = written.best.model_dump()
    for field in ({"seed": seed}, {"seeds": [1, seed]}):
        with pytest.raises(ValidationError, match="seed"):
            Verdict.model_validate(verdict | field)
    for name in ("seed", "hidden_seed"):
        with pytest.raises(ValidationError, match=name):
            Episode.model_validate(written.model_dump() | {name: seed})
