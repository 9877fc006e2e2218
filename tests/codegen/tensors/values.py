"""What the nodes of a graph are in numpy: a second reading of what the compiler compiles."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from kernelcraft.codegen.tensors.graph import Node, ordered
from kernelcraft.tasks.task import FloatArray, normal_cdf

TWO = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "max": np.maximum}
ONE: dict[str, Callable[[FloatArray], FloatArray]] = {
    "exp": np.exp,
    "sqrt": np.sqrt,
    "negative": np.negative,
    "reciprocal": np.reciprocal,
    "rsqrt": lambda x: 1.0 / np.sqrt(x),
    "normal_cdf": normal_cdf,
}


def values(result: Node, inputs: Mapping[str, FloatArray]) -> FloatArray:
    """The result of a graph."""
    found: dict[Node, FloatArray] = {}
    for node in ordered(result):
        args = [found[each] for each in node.args]
        found[node] = _value(node, args, inputs)
        assert found[node].shape == node.shape
    return found[result]


def _value(node: Node, args: list[FloatArray], inputs: Mapping[str, FloatArray]) -> FloatArray:
    if node.op == "input":
        return inputs[node.name]
    if node.op == "constant":
        return np.array(node.number)
    if node.op in TWO:
        return np.asarray(TWO[node.op](*args))
    if node.op in ONE:
        return np.asarray(ONE[node.op](*args))
    match node.op:
        case "reduce_sum":
            return np.asarray(args[0].sum(-1, keepdims=True))
        case "reduce_max":
            return np.asarray(args[0].max(-1, keepdims=True))
        case "matmul":
            return np.asarray(args[0] @ args[1])
        case "matmul_transposed":
            return np.asarray(args[0] @ np.swapaxes(args[1], -1, -2))
        case "reshape":
            assert math.prod(node.shape) == args[0].size
            return args[0].reshape(node.shape)
        case "columns":
            first = int(node.number)
            return args[0][..., first : first + node.shape[-1]]
        case "join":
            return np.concatenate(args, -1)
    raise AssertionError(f"no value for {node.op}")
