"""The visit's tools in MCP's words: typed answers, and misuse as text that the model reads."""

from functools import cache
from typing import Final

import anyio.to_thread
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    Tool,
    ToolAnnotations,
)
from pydantic import JsonValue, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from kernelcraft import __version__
from kernelcraft.mcp import reading
from kernelcraft.mcp.arguments import Misuse, schema
from kernelcraft.mcp.visit import Visit
from kernelcraft.workbench import Result
from kernelcraft.workbench import tool as workbench
from kernelcraft.workbench.offered import OFFERS

WRITING: Final = ("open_cell", *(name for name, offer in OFFERS.items() if offer.writes))
WITH_A_CELL: Final = (
    "KernelCraft: write a kernel for {cell} in the assembly language of {platform}, make it right, "
    "then fast. Read the task with get_task first. "
)
WITHOUT_A_CELL: Final = (
    "KernelCraft: write kernels in the assembly language of an accelerator, make them right, then "
    "fast. list_cells names the cells, open_cell starts on one and gives its task. Several may be "
    "open: the other tools take a cell, or work on the one that was opened last. "
)
USUAL_ORDER: Final = (
    "Then: grep_docs for what you are unsure of, write_code with the whole text of the kernel, "
    "check_syntax until there are no errors, run_evaluation; view_output when the result is wrong, "
    "profile when it is right. The fastest correct kernel that you evaluated counts. A kernel that "
    "is only written to a file or a message is not seen: hand it over with write_code."
)

UNDER_A_CLOCK: Final = (
    "You have {clock}, from the first call on, for all cells together; then no tool does anything "
    "any more, and the best kernel of each cell is graded on inputs that nobody has seen."
)
GENERATOR: Final = (
    "What you write is a generator: a program in Starlark that writes the kernel for any sizes of "
    "the task; the task says more. Hand it over as if it were the kernel. "
)
DESIGN: Final = (
    "The machine can be given instructions: propose_instruction, whose form the task describes. "
)


Context = ServerRequestContext[dict[str, object]]
Page = PaginatedRequestParams | None


def build(visit: Visit) -> "Server[dict[str, object]]":
    """The server of a visit, for any transport."""

    async def list_tools(context: Context, page: Page) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(each) for each in visit.tools.values()])

    async def call_tool(context: Context, call: CallToolRequestParams) -> CallToolResult:
        given: dict[str, JsonValue] = call.arguments or {}
        try:
            result = await anyio.to_thread.run_sync(
                visit.call, _client(context), call.name, given, abandon_on_cancel=True
            )
        except Misuse as misuse:
            return CallToolResult(content=[_said(visit, str(misuse))], is_error=True)
        except OSError as error:
            text = f"nothing was done: the log cannot be written: {error.strerror or error}"
            return CallToolResult(content=[_said(visit, text)], is_error=True)
        return CallToolResult(
            content=[_said(visit, str(result))], structured_content=_typed(result)
        )

    async def list_resources(context: Context, page: Page) -> ListResourcesResult:
        return ListResourcesResult(resources=reading.resources(visit))

    async def list_templates(context: Context, page: Page) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=reading.templates(visit))

    async def read(context: Context, asked: ReadResourceRequestParams) -> ReadResourceResult:
        return await anyio.to_thread.run_sync(reading.read, visit, str(asked.uri))

    async def list_prompts(context: Context, page: Page) -> ListPromptsResult:
        return ListPromptsResult(prompts=reading.prompts(visit))

    async def get_prompt(context: Context, asked: GetPromptRequestParams) -> GetPromptResult:
        return await anyio.to_thread.run_sync(reading.prompt, visit, asked.name, asked.arguments)

    return Server(
        "kernelcraft",
        version=__version__,
        instructions=_instructions(visit),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _instructions(visit: Visit) -> str:
    more = {"kernel": "", "design": DESIGN}.get(visit.answer, GENERATOR)
    order = more + USUAL_ORDER
    if visit.clock is not None:
        order = f"{order} {UNDER_A_CLOCK.format(clock=visit.clock.clock)}"
    if visit.cell is None:
        return WITHOUT_A_CELL + order
    platform = visit.cell.platform.title
    return WITH_A_CELL.format(cell=visit.cell.name, platform=platform) + order


@cache
def _tool(tool: workbench.Tool) -> Tool:
    return Tool(
        name=tool.name,
        description=tool.description,
        input_schema=schema(tool),
        output_schema=tool.result.model_json_schema(
            mode="serialization", schema_generator=_NotFiniteIsNull
        ),
        annotations=ToolAnnotations(
            read_only_hint=tool.name not in WRITING, destructive_hint=False, open_world_hint=False
        ),
    )


def _said(visit: Visit, text: str) -> TextContent:
    """An answer, or what was wrong, with what is left of a clock that is not over."""
    clock = visit.clock
    left = "" if clock is None or clock.over else f"\n\n({clock.left})"
    return TextContent(text=f"{text}{left}")


def _typed(result: Result) -> JsonValue:
    """The result's fields; JSON has no NaN, so null stands for what is not finite."""
    return TypeAdapter[JsonValue](JsonValue).validate_json(result.brief().model_dump_json())


class _NotFiniteIsNull(GenerateJsonSchema):
    """A kernel's output may hold NaN, which reaches the client as null."""

    def float_schema(self, schema: core_schema.FloatSchema) -> JsonSchemaValue:
        return {"type": ["number", "null"]}


def _client(context: Context) -> str:
    """The name that the client gives itself, such as "claude-code 2.1"."""
    known = context.session.client_params
    if known is None:
        return ""
    return f"{known.client_info.name} {known.client_info.version}".strip()
