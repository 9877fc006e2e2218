"""What an evaluation would ask a model for, and at most cost, before anything is asked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from inspect_ai.model import ModelCost, ModelInfo, get_model_info

from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.plan import Plan
from kernelcraft.workbench import approximate_tokens
from kernelcraft.workbench.tool import Tool, offered

MILLION = 1_000_000  # prices are for this many tokens
KEPT = 1_000
"""Tokens by which a conversation grows with a turn: the call, its kernel and the answer. Assumed:
with it a run of level 1 comes to 0.4 million tokens, where the paper's figures 4 and 5 have 0.2 to
0.9 million (0.3 to 0.45 for GPT-5.2)."""
REPLY = 2_000
"""Tokens of a reply, reasoning included: 600 to 2,700 an iteration in the paper's ablation."""


@dataclass(frozen=True)
class Call:
    """The most that one call can cost: a conversation as long as the model's context, none of it
    cached, and a reply as long as the model's longest. `dollars` is None where a size or a price
    is unknown; `missing` says which."""

    dollars: float | None
    missing: str = ""


@dataclass(frozen=True)
class Estimate:
    """One episode. prompt: approximate tokens of the first request, tools included; turns: calls
    of the model at most; dollars: an upper bound of the cost, None where it is unknown; typical:
    what such an episode costs if it takes all its turns and is about as long as the paper's."""

    plan: Plan
    prompt: int
    turns: int
    dollars: float | None
    typical: float | None


def dearest_call(model: str, options: Options) -> Call:
    """The most that one call of the model can cost."""
    info = get_model_info(model) or ModelInfo()
    reply = options.generation.max_tokens or info.output_tokens
    if info.cost is None:
        return Call(None, f"the price of {model}")
    if info.context_length is None:
        return Call(None, f"the context length of {model}")
    if reply is None:
        return Call(None, f"the longest reply of {model} (--max-tokens sets one)")
    tokens = info.context_length * _dearest_input(info.cost) + reply * info.cost.output
    return Call(tokens / MILLION)


def estimates(plans: Sequence[Plan], model: str, options: Options) -> list[Estimate]:
    """One for each planned episode, in their order."""
    call = dearest_call(model, options)
    return [_estimate(plan, call, model, options) for plan in plans]


def _estimate(plan: Plan, call: Call, model: str, options: Options) -> Estimate:
    told = plan.briefing.workbench(plan.cell)
    tools = sum(approximate_tokens(_schema(tool)) for tool in offered(told.tools))
    turns = options.cap(plan.cell)
    prompt = told.prompt.tokens + tools
    bound = _bound(call, turns, model, options)
    return Estimate(plan, prompt, turns, bound, _typical(prompt, turns, model, options))


def _typical(prompt: int, turns: int, model: str, options: Options) -> float | None:
    """Each turn reads what was said before from the provider's cache and adds a little to it."""
    info = get_model_info(model)
    if info is None or info.cost is None:
        return None
    cost = info.cost
    said = prompt + KEPT * (turns - 1)
    again = (turns - 1) * prompt + KEPT * sum(range(turns - 1))
    reply = min(REPLY, options.generation.max_tokens or REPLY)
    new = said * max(cost.input, cost.input_cache_write)
    dollars = (new + again * cost.input_cache_read + turns * reply * cost.output) / MILLION
    return dollars if options.cost_limit is None else min(dollars, options.cost_limit)


def _bound(call: Call, turns: int, model: str, options: Options) -> float | None:
    """The least of what turns, tokens and dollars allow; the call that crosses a limit is paid."""
    info = get_model_info(model)
    if call.dollars is None or info is None or info.cost is None:
        return None
    bounds = [turns * call.dollars]
    if options.token_limit is not None:
        dearest = max(_dearest_input(info.cost), info.cost.output)
        bounds.append(options.token_limit * dearest / MILLION + call.dollars)
    if options.cost_limit is not None:
        bounds.append(options.cost_limit + call.dollars)
    return min(bounds)


def _dearest_input(cost: ModelCost) -> float:
    """Dollars for a million tokens of input. Where writing to a cache costs more than reading
    anew, Inspect may come to ask for an hour of it, which it counts as twice the input's price."""
    if cost.input_cache_write > cost.input:
        return max(2 * cost.input, cost.input_cache_write, cost.input_cache_read)
    return max(cost.input, cost.input_cache_read)


def _schema(tool: Tool) -> str:
    """About what is sent of a tool."""
    parameters = {each.name: [each.description, str(each)] for each in tool.parameters}
    return json.dumps([tool.name, tool.description, parameters])
