"""Generators run, and none does harm: each suspect gets one sentence with its line."""

import time

import pytest

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.generators import program
from kernelcraft.generators.arguments import machine, sizes
from kernelcraft.generators.program import GeneratorFault, complaint, run

HEAD = "def kernel(sizes, machine):\n"
FUNCTION = "a generator defines kernel(sizes, machine)"
SUSPECTS = {
    "no generator": ("x = 3", "syntax", f"there is no function kernel; {FUNCTION}"),
    "one argument": ("def kernel(sizes):\n    return ''", "syntax", FUNCTION),
    "syntax": ("def kernel(sizes, machine)\n    return ''", "syntax", "line 1: Parse error"),
    "a missing size": (HEAD + "    return sizes['m']", "syntax", "line 2: Key"),
    "a number": (HEAD + "    return 4", "syntax", "kernel returned a number; expected"),
    "nothing": (HEAD + "    pass", "syntax", "kernel returned nothing; expected"),
    "its own complaint": (HEAD + "    fail('odd rows', 3)", "syntax", "line 2: fail: odd rows 3"),
    "recursion": (HEAD + "    return kernel(sizes, machine)", "syntax", "nested too deeply"),
    "deep text": (f"{HEAD}    return {'[' * 30000}1", "syntax", ""),
    "a file": (HEAD + "    return open('/etc/passwd').read()", "syntax", "`open` not found"),
    "another generator": (
        "load('a.star', 'b')\n" + HEAD + "    return b",
        "syntax",
        "line 1: `load`",
    ),
    "an import": ("import os\n" + HEAD + "    return ''", "syntax", "line 1: Parse error"),
    "printing": (HEAD + "    print('x' * 1000)\n    return ''", "syntax", "`print` not found"),
    "the clock": (HEAD + "    return str(time.now())", "syntax", "`time` not found"),
    "a memory": ("seen = []\n" + HEAD + "    seen.append(1)", "syntax", "line 3: Immutable"),
    "endless": (HEAD + "    for i in range(1 << 30):\n        pass", "limit", "longer than 2 s"),
    "endless at once": ("[0 for i in range(1 << 30) if i < 0]", "limit", "longer than 2 s"),
    "a large string": (HEAD + "    return 'x' * 1000000000", "limit", "more than 256 MB of memory"),
    "doubled lists": (
        HEAD + "    a = [1]\n    for i in range(60):\n        a = a + a\n    return ''",
        "limit",
        "more than 256 MB of memory",
    ),
    "a large number": (HEAD + "    return str(1 << (1 << 33))", "", ""),
    "too many lines": (HEAD + "    return 'nop\\n' * 300000", "limit", "300,000 lines"),
    "too many characters": (HEAD + "    return 'x' * 17000000", "limit", "16,000,000 characters"),
    "a long complaint": (HEAD + "    fail('x' * 20000000)", "", "line 2: fail: xxx"),
    "a long text": ("#" * 70_000, "syntax", "at most 65,536"),
    "binary": (HEAD + "    return '\0'", "syntax", "binary"),
    "half a surrogate": (HEAD + "    return '\ud800'", "syntax", ""),
    "empty": (" \n", "syntax", "the text is empty"),
}


@pytest.mark.parametrize("name", SUSPECTS)
def test_a_suspect_gets_a_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SECONDS", 2)
    text, failure, said = SUSPECTS[name]
    began = time.monotonic()
    with pytest.raises(GeneratorFault) as caught:
        run(text, {"rows": 4}, {})
    assert time.monotonic() - began < program.WALL_SECONDS
    fault = caught.value
    assert fault.failure == failure or not failure
    assert said in str(fault)
    assert len(str(fault)) < 1200
    assert "\n" not in str(fault)


def test_a_generator_is_given_sizes_and_the_machine() -> None:
    text = HEAD + "    return '%d %d %r' % (sizes['rows'], machine['mlen'], sizes['inputs']['x'])"
    assert run(text, {"rows": 4, "inputs": {"x": [1, 2.5, None, True]}}, {"mlen": 64}) == (
        "4 64 [1, 2.5, None, True]"
    )


def test_what_it_changes_is_its_own() -> None:
    text = HEAD + "    sizes['rows'] += 1\n    return str(sizes['rows'])"
    given = {"rows": 4}
    assert [run(text, given, {}) for _ in range(2)] == ["5", "5"]
    assert given == {"rows": 4}


def test_equal_texts_give_equal_kernels() -> None:
    text = HEAD + "    return str([hash('a'), {2: 1, 1: 2}, repr(kernel), sorted(['b', 'a'])])"
    assert run(text, {}, {}) == run(text, {}, {})


def test_the_longest_text_is_run() -> None:
    text = HEAD + "    return 'a'\n#"
    text += "x" * (program.TEXT_BYTES - len(text))
    assert complaint(text) is None
    assert run(text, {}, {}) == "a"
    assert complaint(text + "x") is not None


@pytest.mark.parametrize("platform", ["plena", "coral_npu", "amd_npu", "boom"])
def test_no_dim_has_the_name_of_another_argument(platform: str) -> None:
    for cell in {each.task.name: each for each in find_cells(platform)}.values():
        given = sizes(cell)
        assert {name: given[name] for name in cell.dims} == cell.dims
        inputs = given["inputs"]
        assert isinstance(inputs, dict)
        assert set(inputs) == {each.name for each in cell.inputs}
        assert all(isinstance(value, int) for value in machine(cell).values())


def test_a_kernel_is_for_the_sizes_of_its_cell() -> None:
    text = HEAD + "    return '; %d rows at %d\\n' % (sizes['rows'], sizes['output']['address'])"
    found = {program.kernel(load_cell(f"plena/silu/{c}"), text) for c in ("C1", "C2")}
    assert found == {"; 4 rows at 0\n", "; 16 rows at 0\n"}
