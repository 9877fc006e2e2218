"""Model providers: which there are, and which could be used here."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kernelcraft.isa.suggest import nearest
from kernelcraft.workbench import approximate_tokens

if TYPE_CHECKING:
    from inspect_ai.model import Model


@dataclass(frozen=True)
class Provider:
    """A provider of Inspect's: the package of its client and the variable of its key."""

    name: str
    package: str
    module: str
    variable: str


@dataclass(frozen=True)
class Ready:
    """Whether a provider's client is installed and its key set; the key itself is not kept."""

    name: str
    package: str
    variable: str
    client: bool
    key: bool


USUAL: Final = (
    Provider("openai", "openai", "openai", "OPENAI_API_KEY"),
    Provider("anthropic", "anthropic", "anthropic", "ANTHROPIC_API_KEY"),
    Provider("google", "google-genai", "google.genai", "GOOGLE_API_KEY"),
    Provider("openrouter", "openai", "openai", "OPENROUTER_API_KEY"),
    Provider("deepseek", "openai", "openai", "DEEPSEEK_API_KEY"),
    Provider("mistral", "mistralai", "mistralai", "MISTRAL_API_KEY"),
    Provider("grok", "xai-sdk", "xai_sdk", "XAI_API_KEY"),
)
"""Those that people ask for most; Inspect knows more."""


def count_offline(model: Model) -> None:
    """Have a model's texts counted without a tokeniser where Inspect would download one.

    That is where the provider counts nothing itself, such as mockllm, which needs no network.
    """
    from inspect_ai.model import ModelAPI

    if type(model.api).count_text_tokens is not ModelAPI.count_text_tokens:
        return

    async def count(text: str) -> int:
        return approximate_tokens(text)

    model.api.count_text_tokens = count  # type: ignore[method-assign]  # the hook of a subclass


def readiness() -> list[Ready]:
    """What the usual providers lack here; keys are looked up as Inspect does, `.env` included."""
    from dotenv import dotenv_values, find_dotenv

    keys = {**dotenv_values(find_dotenv(usecwd=True)), **os.environ}
    return [
        Ready(
            each.name,
            each.package,
            each.variable,
            client=installed(each.module),
            key=bool(keys.get(each.variable)),
        )
        for each in USUAL
    ]


def data_folder() -> Path:
    """Where Inspect keeps the samples of running evaluations."""
    from platformdirs import user_data_path

    return user_data_path("inspect_ai")


def known() -> list[str]:
    """Inspect's providers and those of installed packages that were asked for already."""
    import inspect_ai.model  # noqa: F401  registers the providers

    from kernelcraft.evaluation.inspect_internals import provider_names

    return provider_names()


def corrections(model: str) -> tuple[str, ...]:
    """The names of models that were probably meant; none if the provider is spelt right."""
    provider, _, name = model.partition("/")
    providers = known()
    if provider in providers:
        return ()
    return tuple(f"{each}/{name}" for each in nearest(provider, providers))


def installed(module: str) -> bool:
    """Whether a module can be imported here."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # a package above it
        return False
