"""Which model providers there are, for a user who mistyped one."""

from __future__ import annotations

from kernelcraft.isa.suggest import nearest


def known() -> list[str]:
    """Inspect's providers and those of installed packages that were asked for already."""
    import inspect_ai.model  # noqa: F401  registers the providers
    from inspect_ai._util.registry import registry_find, registry_info

    found = registry_find(lambda info: info.type == "modelapi")
    return sorted(registry_info(each).name.rpartition("/")[2] for each in found)


def corrections(model: str) -> tuple[str, ...]:
    """The names of models that were probably meant; none if the provider is spelt right."""
    provider, _, name = model.partition("/")
    providers = known()
    if provider in providers:
        return ()
    return tuple(f"{each}/{name}" for each in nearest(provider, providers))
