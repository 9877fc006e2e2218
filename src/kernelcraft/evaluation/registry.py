"""What Inspect finds through the package's entry point: our model provider."""

from inspect_ai.model import ModelAPI, modelapi


@modelapi(name="scripted")
def scripted() -> "type[ModelAPI]":
    """The model of prepared replies, imported only when it is asked for."""
    from kernelcraft.evaluation.scripted import Scripted

    return Scripted
