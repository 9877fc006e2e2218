"""What a client can read and ask without a tool: manuals and tasks as resources, and a prompt."""

from typing import Final

from mcp import MCPError
from mcp_types import (
    INVALID_PARAMS,
    GetPromptResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
)

from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell, UnknownName, load_cell
from kernelcraft.mcp.arguments import Misuse
from kernelcraft.mcp.visit import Visit
from kernelcraft.workbench import Workbench

MANUAL: Final = "kernelcraft://manual/"
TASK: Final = "kernelcraft://task/"
MARKDOWN: Final = "text/markdown"
WRITE: Final = "write_kernel"
ORDER: Final = (
    "Work with the tools of the server kernelcraft: hand the kernel over with write_code, make it "
    "right with run_evaluation, then fast with profile. The fastest right kernel counts."
)


def resources(visit: Visit) -> list[Resource]:
    """The manuals of the platforms that the visit may work on, and the tasks of chosen cells."""
    cells = visit.among or ()
    names = dict.fromkeys(each.platform.name for each in cells) or platforms.names()
    manuals = [
        Resource(
            name=f"manual-{name}",
            title=f"Manual of {platforms.platform(name).title}",
            uri=f"{MANUAL}{name}",
            mime_type=MARKDOWN,
        )
        for name in names
    ]
    tasks = [
        Resource(name=each.name, title=f"Task {each.name}", uri=f"{TASK}{each.name}")
        for each in cells
    ]
    return [*manuals, *tasks]


def templates(visit: Visit) -> list[ResourceTemplate]:
    """The tasks of all cells, where the visit may open any."""
    if visit.among is not None:
        return []
    description = "What is to be written: machine, instructions and workload."
    uri = f"{TASK}{{+cell}}"
    return [ResourceTemplate(name="task", uri_template=uri, description=description)]


def read(visit: Visit, uri: str) -> ReadResourceResult:
    """The text of a resource; raises MCPError for any other."""
    if uri.startswith(MANUAL) and platforms.known(uri.removeprefix(MANUAL)):
        name = uri.removeprefix(MANUAL)
        pages = platforms.platform(name).manual().pages
        text = "\n\n".join(f"## {page.title}\n\n{page.text}" for page in pages)
    elif uri.startswith(TASK):
        text = _task(_cell(visit, uri.removeprefix(TASK)), visit)
    else:
        raise MCPError(INVALID_PARAMS, f"there is no resource {uri[:200]}")
    contents = TextResourceContents(uri=uri, mime_type=MARKDOWN, text=_given(visit, text))
    return ReadResourceResult(contents=[contents])


def prompts(visit: Visit) -> list[Prompt]:
    """The one that starts on a cell."""
    argument = PromptArgument(
        name="cell", description="such as plena/softmax/C1", required=visit.cell is None
    )
    return [Prompt(name=WRITE, description="Write a fast kernel for a cell", arguments=[argument])]


def prompt(visit: Visit, name: str, arguments: dict[str, str] | None) -> GetPromptResult:
    """Its one message; raises MCPError for another prompt or an unknown cell."""
    named = (arguments or {}).get("cell") or (visit.cell.name if visit.cell else "")
    if name != WRITE:
        raise MCPError(INVALID_PARAMS, f"there is no prompt {name[:200]}")
    cell = _cell(visit, named)
    text = _given(visit, f"{_task(cell, visit)}\n\n{_opening(visit, cell)}{ORDER}")
    return GetPromptResult(messages=[PromptMessage(role="user", content=TextContent(text=text))])


def _given(visit: Visit, text: str) -> str:
    try:
        return visit.read(text)
    except Misuse as over:
        raise MCPError(INVALID_PARAMS, str(over)) from None


def _opening(visit: Visit, cell: Cell) -> str:
    return "" if visit.cell else f"Open the cell first: open_cell with cell = {cell.name}. "


def _cell(visit: Visit, name: str) -> Cell:
    try:
        found = load_cell(name)
    except UnknownName as unknown:
        raise MCPError(INVALID_PARAMS, unknown.message) from None
    if visit.among is not None and found not in visit.among:
        raise MCPError(INVALID_PARAMS, f"{name} is none of the cells of this visit")
    return found


def _task(cell: Cell, visit: Visit) -> str:
    prompt = Workbench(cell, detail=visit.detail, answer=visit.answer).prompt
    return f"{prompt.system}\n\n{prompt.task}"
