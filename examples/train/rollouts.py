"""What a trainer does with a group of rollouts: tools are called, and each gets a reward."""

from kernelcraft import baseline, expert
from kernelcraft.environments import KernelEnv
from kernelcraft.rewards import advantages

CELL = "plena/silu/C1"


def rollout(kernel: str) -> float:
    """One try; a model would write the kernel, and look at what the tools say."""
    env = KernelEnv()
    env.reset(cell=CELL, seed=1)  # tries with the same seed have the same hidden inputs
    env.write_code(kernel)
    print(env.run_evaluation().partition("\n")[0])
    return env.get_reward()


if __name__ == "__main__":
    rewards = [rollout(each) for each in ("nonsense", baseline(CELL), expert(CELL))]
    for reward, advantage in zip(rewards, advantages(rewards), strict=True):
        print(f"reward {reward:.3f}, advantage {advantage:+.2f}")
