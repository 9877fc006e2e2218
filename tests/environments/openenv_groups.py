"""A program for the environment that has OpenEnv: hands in kernels over its own client.

`openenv_groups.py PORT GROUPS`: JSON, kernels by cell; prints their rewards by cell as JSON.
"""

import json
import sys

from openenv.core.generic_client import GenericEnvClient


def reward(port: str, cell: str, text: str) -> float:
    """Of a session in which one kernel was evaluated."""
    with GenericEnvClient(base_url=f"http://127.0.0.1:{port}").sync() as session:
        session.reset(cell=cell, seed=0)
        session.step({"tool": "write_code", "given": {"code": text}})
        session.step({"tool": "run_evaluation"})
        return float(session.step({"tool": "hand_in"}).reward)


if __name__ == "__main__":
    port, groups = sys.argv[1], json.loads(sys.argv[2])
    found = {cell: [reward(port, cell, text) for text in texts] for cell, texts in groups.items()}
    print(json.dumps(found))
