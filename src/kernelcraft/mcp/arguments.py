"""Arguments of a call: the schema that a client is shown, and the check with its sentences."""

from collections.abc import Mapping
from functools import cache

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError, create_model

from kernelcraft.isa.suggest import did_you_mean
from kernelcraft.workbench.tool import Parameter, Tool

HALF = "\uffff"
"""No character: stands for a lone surrogate of the client's."""
SHOWN = 60  # characters of a wrong value


class Misuse(Exception):
    """The tool was not used as it can be; the message is for the agent that called it."""


def schema(tool: Tool) -> dict[str, JsonValue]:
    """The arguments as JSON Schema; those that may be left out are not said to take null."""
    return {
        "type": "object",
        "properties": {each.name: _property(each) for each in tool.parameters},
        "required": [each.name for each in tool.parameters if each.required],
        "additionalProperties": False,
    }


def checked(tool: Tool, given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The arguments as the method takes them; raises Misuse with a sentence for each fault."""
    halves = [name for name, value in given.items() if isinstance(value, str) and HALF in value]
    if halves:
        raise Misuse(
            f"{tool.name}: {halves[0]}: holds half of a surrogate pair, which is no character. "
            f"Call it as {tool.usage}."
        )
    try:
        found = _model(tool).model_validate(dict(given))
    except ValidationError as error:
        faults = [
            _sentence(tool, fault["type"], str(fault["loc"][0]), fault["msg"], fault["input"])
            for fault in error.errors(include_url=False)
        ]
        raise Misuse(f"{'; '.join(faults)}. Call it as {tool.usage}.") from None
    return {name: getattr(found, name) for name in found.model_fields_set}


def _property(parameter: Parameter) -> JsonValue:
    found: dict[str, JsonValue] = TypeAdapter(parameter.kind).json_schema()
    options = found.get("anyOf", [found])
    assert isinstance(options, list)
    shown = next(each for each in options if isinstance(each, dict) and each["type"] != "null")
    shown["description"] = parameter.description
    if parameter.default is not None:
        shown["default"] = parameter.default
    return shown


@cache
def _model(tool: Tool) -> type[BaseModel]:
    fields: dict[str, tuple[type[object], object]] = {
        each.name: (each.kind, ... if each.required else each.default) for each in tool.parameters
    }
    return create_model(tool.name, __config__=ConfigDict(extra="forbid"), **fields)  # type: ignore[call-overload,no-any-return]


def _sentence(tool: Tool, kind: str, name: str, message: str, value: object) -> str:
    if kind == "missing":
        return f"{tool.name}: {name} is missing"
    if kind == "extra_forbidden":
        known = [each.name for each in tool.parameters]
        return f"{tool.name}: there is no argument {name!r}{did_you_mean(name, known)}"
    shown = repr(value)
    shown = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."
    return f"{tool.name}: {name}: {message[0].lower()}{message[1:]}, got {shown}"
