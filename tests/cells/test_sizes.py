"""Configuration files: the paper's sizes are there, and every fault is a sentence."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells.sizes import ConfigurationError, arithmetic, configurations, machines, parse

DIMS = {"softmax": ("rows", "width"), "gemv": ("M", "N")}


def test_plena_has_five_configurations_of_every_task() -> None:
    found = configurations("plena")
    assert set(found) == set(tasks.names()) - {"conv2d", "depthwise_conv", "conv_block"}
    assert all(list(rows) == ["C1", "C2", "C3", "C4", "C5"] for rows in found.values())


def test_amd_npu_has_five_configurations_of_every_task() -> None:
    found = configurations("amd_npu")
    assert set(found) == set(tasks.names()) - {"flash_attention"}
    assert all(list(rows) == ["C1", "C2", "C3", "C4", "C5"] for rows in found.values())


@pytest.mark.parametrize(
    ("name", "config", "dims"),
    [
        ("silu", "C5", {"rows": 256, "width": 64}),
        ("rms_norm", "C2", {"rows": 16, "width": 64}),
        ("gemv", "C3", {"M": 256, "N": 256}),
        ("gemm", "C2", {"M": 16, "K": 256, "N": 128}),
        ("batch_matmul", "C1", {"b": 8, "M": 16, "K": 64, "N": 64}),
        ("linear", "C3", {"n": 32, "h_in": 256, "h_out": 256}),
        ("swiglu", "C5", {"n": 128, "h": 512, "h_i": 1024}),
        ("gqa", "C4", {"s": 64, "h": 256, "n_h": 4, "n_kv": 2}),
        ("mqa", "C5", {"s": 128, "h": 512, "n_h": 8}),
        ("decoder_t5", "C3", {"s": 32, "h": 128, "n_h": 8, "h_i": 512}),
    ],
)
def test_amd_npu_sizes_are_the_papers(name: str, config: str, dims: dict[str, int]) -> None:
    assert configurations("amd_npu")[name][config] == dims


@pytest.mark.parametrize(
    ("name", "config", "dims"),
    [
        ("silu", "C1", {"rows": 4, "width": 64}),
        ("softmax", "C4", {"rows": 128, "width": 64}),
        ("rms_norm", "C5", {"rows": 256, "width": 64}),
        ("gemv", "C5", {"M": 512, "N": 1024}),
        ("gemm", "C5", {"M": 64, "K": 256, "N": 512}),
        ("batch_matmul", "C3", {"b": 8, "M": 16, "K": 128, "N": 256}),
        ("linear", "C4", {"n": 32, "h_in": 256, "h_out": 256}),
        ("rope", "C3", {"s": 128, "d": 64}),
        ("ffn", "C5", {"n": 64, "h": 256, "h_i": 1024}),
        ("attention", "C4", {"s": 128, "h": 128}),
        ("mha", "C5", {"s": 128, "h": 512, "n_h": 8}),
        ("gqa", "C5", {"s": 128, "h": 512, "n_h": 8, "n_kv": 2}),
        ("mqa", "C4", {"s": 128, "h": 512, "n_h": 8}),
        ("decoder_t5", "C3", {"s": 64, "h": 256, "n_h": 4, "h_i": 512}),
    ],
)
def test_plena_sizes_are_the_papers(name: str, config: str, dims: dict[str, int]) -> None:
    assert configurations("plena")[name][config] == dims


def test_coral_npu_has_five_configurations_of_every_quantised_task() -> None:
    found = configurations("coral_npu")
    assert set(found) == set(tasks.names("int8"))
    assert all(list(rows) == ["C1", "C2", "C3", "C4", "C5"] for rows in found.values())


@pytest.mark.parametrize(
    ("name", "config", "dims"),
    [
        ("relu", "C5", {"n": 14336}),
        ("gemv", "C4", {"M": 64, "N": 256}),
        ("gemm", "C4", {"M": 128, "K": 32, "N": 64}),
        ("batch_matmul", "C3", {"b": 2, "M": 64, "K": 64, "N": 32}),
        ("linear", "C5", {"n": 12, "h_in": 128, "h_out": 128}),
        ("conv2d", "C5", {"H": 8, "c_in": 32, "c_out": 8, "k": 3}),
        ("depthwise_conv", "C5", {"H": 16, "c": 32, "k": 5}),
        ("conv_block", "C1", {"H": 8, "c_in": 4, "c_out": 8, "k": 1}),
    ],
)
def test_coral_npu_sizes_are_the_papers(name: str, config: str, dims: dict[str, int]) -> None:
    assert configurations("coral_npu")[name][config] == dims


def test_a_file_says_what_its_tasks_compute_in() -> None:
    assert arithmetic("coral_npu") == "int8"
    assert arithmetic("plena") == "float"


def test_mqa_c5_which_the_paper_prints_like_c4_has_twice_the_sequence() -> None:
    rows = configurations("plena")["mqa"]
    assert rows["C5"] == {**rows["C4"], "s": 2 * rows["C4"]["s"]}


def test_machines_whose_baselines_are_locked_too() -> None:
    assert machines("plena") == ("errata=official",)
    assert machines("coral_npu") == ()


def test_order_of_the_file_is_kept() -> None:
    text = "[gemv]\nC2 = {M = 1, N = 2}\nC1 = {N = 3, M = 4}"
    assert list(parse(text, "p.toml", DIMS)["gemv"]) == ["C2", "C1"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[softmax", "p.toml: not TOML: Expected ']'"),
        ("softmax = 3", "p.toml: softmax: expected a table, found 3"),
        ("[softmax]\nC1 = 4", "p.toml: softmax/C1: expected a table, found 4"),
        (
            "[softmax]\nC1 = {rows = -4, width = 64}",
            "p.toml: softmax/C1/rows: expected a number above zero, found -4",
        ),
        (
            "[softmax]\nC1 = {rows = 4.0, width = 64}",
            "p.toml: softmax/C1/rows: expected a whole number, found 4.0",
        ),
        (
            "[softmax]\nC1 = {rows = true, width = 64}",
            "p.toml: softmax/C1/rows: expected a whole number, found True",
        ),
        (
            "[softmax]\nsmall = {rows = 4, width = 64}",
            "p.toml: softmax/small: expected a configuration name such as C1, found 'small'",
        ),
        (
            "[gemv]\nC1 = {M = 4}",
            "p.toml: gemv/C1: expected the dims M, N, found M",
        ),
        (
            "[gemv]\nC1 = {}",
            "p.toml: gemv/C1: expected the dims M, N, found none",
        ),
        (
            "[gemv]\nC1 = {M = 4, N = 4, K = 4}",
            "p.toml: gemv/C1: expected the dims M, N, found M, N, K",
        ),
        (
            "[sofmax]\nC1 = {rows = 4, width = 64}",
            r"p.toml: sofmax: there is no such task; did you mean softmax\?",
        ),
    ],
)
def test_fault_names_file_task_and_configuration(text: str, sentence: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^{sentence}"):
        parse(text, "p.toml", DIMS)


def test_all_faults_are_reported_at_once() -> None:
    text = "[gemv]\nC1 = {M = 4}\nC2 = {N = 4}\n[soft]\nC1 = {rows = 1}"
    with pytest.raises(ConfigurationError) as caught:
        parse(text, "p.toml", DIMS)
    assert len(caught.value.faults) == 3


def test_unknown_platform_gets_the_nearest_name() -> None:
    with pytest.raises(ConfigurationError, match=r"platform 'plna'; did you mean plena\?"):
        configurations("plna")
