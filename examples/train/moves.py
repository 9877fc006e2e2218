"""A bandit learns which move of the tuner's is worth most, on some cells of a platform."""

import gymnasium
import numpy as np

CELLS = ("plena/silu/C1", "plena/gelu/C1", "plena/softmax/C1")
ENVIRONMENT = "kernelcraft.environments.moves_env:kernelcraft/Moves-v0"

if __name__ == "__main__":
    env = gymnasium.make(ENVIRONMENT, cells=CELLS, steps=1)  # a move, and the reward
    moves = env.get_wrapper_attr("actions")
    rng = np.random.default_rng(0)
    worth, tried = np.zeros(len(moves)), np.zeros(len(moves))
    for episode in range(6):
        _, info = env.reset(seed=episode)
        allowed = np.flatnonzero(info["action_mask"])
        untried = allowed[tried[allowed] == 0]
        action = int(rng.choice(untried) if len(untried) else allowed[worth[allowed].argmax()])
        reward = float(env.step(action)[1])
        tried[action] += 1
        worth[action] += (reward - worth[action]) / tried[action]
        print(f"{info['cell']}: {moves[action]}, reward {reward:.3f}")
