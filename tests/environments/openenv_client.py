"""A program for the environment that has OpenEnv: plays episodes over its own client.

`openenv_client.py PORT CELL TEXTS`: a JSON list of kernels; prints what was found as JSON.
"""

import json
import sys

from openenv.core.generic_client import GenericEnvClient

WRONG = {"tool": "write", "given": {}}


def play(port: str, cell: str, texts: list[str]) -> dict[str, object]:
    """Two sessions at once; the second one does nothing but ask in vain."""
    url = f"http://127.0.0.1:{port}"
    with GenericEnvClient(base_url=url).sync() as one, GenericEnvClient(base_url=url).sync() as two:
        task = one.reset(cell=cell, seed=0).observation["text"]
        two.reset(cell=cell, seed=0)
        for text in texts:
            one.step({"tool": "write_code", "given": {"code": text}})
            said = one.step({"tool": "run_evaluation"}).observation["text"]
        other = two.step({"tool": "run_evaluation"}).observation["text"]
        wrong = two.step(WRONG).observation["text"]
        last, nothing = one.step({"tool": "hand_in"}), two.step({"tool": "hand_in"})
    return {
        "task": task,
        "said": said,
        "other": other,
        "wrong": wrong,
        "reward": last.reward,
        "done": last.done,
        "nothing": nothing.reward,
        "record": json.loads(last.observation["text"]),
    }


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))))
