"""What an episode is worth to a trainer: pure functions of records, chosen by name."""

from kernelcraft.rewards.outcome import Outcome
from kernelcraft.rewards.reward import NoReward, Reward, named, of_episode, of_verdict
from kernelcraft.rewards.shapes import SHAPES, Shape
from kernelcraft.rewards.turns import advantages, credit

__all__ = ["SHAPES", "NoReward", "Outcome", "Reward", "Shape"]
__all__ += ["advantages", "credit", "named", "of_episode", "of_verdict"]
