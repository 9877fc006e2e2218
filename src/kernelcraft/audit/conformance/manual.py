"""Row 4: a reader of the manual finds every instruction, and the machine around them."""

from collections.abc import Iterator

from kernelcraft.audit.conformance.check import Check, Found, Subject, missing, ok, wrong


def find(subject: Subject) -> Found:
    """Pages written by hand, a page of each instruction, the section of a prompt."""
    faults = list(_faults(subject))
    if faults:
        return wrong(faults)
    platform = subject.platform
    guides, pages = platform.prompt_sections(), platform.manual().pages
    if not guides:
        return missing("no page tells of memories and hardware; instructions only")
    words = sum(len(page.text.split()) for page in guides)
    titles = ", ".join(page.title for page in guides)
    return ok(f"{len(pages)} pages; a prompt begins with {words:,} words by hand: {titles}")


def _faults(subject: Subject) -> Iterator[str]:
    platform = subject.platform
    manual = platform.manual()
    for page in (*manual.pages, *platform.prompt_sections()):
        if not page.text.strip():
            yield f"the page {page.title} is empty"
    text = manual.text()
    for instruction in platform.isa.table if platform.described else ():
        if instruction.doc.split("\n")[0] not in text:
            yield f"no page has the text of {instruction.name}"
    section = platform.instruction_section("full")
    for mnemonic in platform.isa.forms if platform.described else ():
        if mnemonic not in section:
            yield f"the instruction section of a prompt does not name {mnemonic}"


CHECK = Check(
    name="manual",
    brings="prompts and the tools that search it",
    command="kernelcraft manual NAME",
    page="adding-a-platform.md#4-place-tensors",
    find=find,
)
