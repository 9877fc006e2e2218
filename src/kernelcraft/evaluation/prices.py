"""What models cost: the shipped prices, and those of a user's file, which win over them."""

from __future__ import annotations

import datetime
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ConfigDict, NonNegativeFloat, TypeAdapter, ValidationError

if TYPE_CHECKING:
    from inspect_ai.model import ModelCost

FILE: Final = Path(__file__).with_name("prices.toml")


class PriceFault(Exception):
    """A file of prices cannot be read; the message is a sentence for the user."""


class Price(BaseModel):
    """Dollars for a million tokens, where the provider published them, and as of which day.

    `read` and `write`: input that comes from the provider's cache, or is put there.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: NonNegativeFloat
    write: NonNegativeFloat
    read: NonNegativeFloat
    output: NonNegativeFloat
    source: str
    date: datetime.date

    def __str__(self) -> str:
        return (
            f"${self.input:g} input (${self.read:g} from the cache, ${self.write:g} into it), "
            f"${self.output:g} output, a million tokens; {self.source}, {self.date}"
        )


@cache
def shipped() -> dict[str, Price]:
    """The prices that come with the package, by Inspect's names of the models."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return TypeAdapter(dict[str, Price]).validate_python(found)


def set_prices(path: Path | None) -> dict[str, str]:
    """Tell Inspect what models cost, those of the file before the shipped ones; gives the origins.

    Raises PriceFault. A model without any has no price, which makes its cost unknown, never 0.
    """
    from inspect_ai.model import ModelCost, ModelInfo, get_model_info, set_model_info

    prices = {
        model: ModelCost(
            input=price.input,
            output=price.output,
            input_cache_write=price.write,
            input_cache_read=price.read,
        )
        for model, price in shipped().items()
    }
    origins = {model: str(price) for model, price in shipped().items()}
    if path is not None:
        own = _read(path)
        prices |= own
        origins |= dict.fromkeys(own, f"of {path}")
    for model, cost in prices.items():
        info = get_model_info(model) or ModelInfo()
        set_model_info(model, info.model_copy(update={"cost": cost}))
    return origins


def _read(path: Path) -> dict[str, ModelCost]:
    from inspect_ai.model import ModelCost

    try:
        return TypeAdapter(dict[str, ModelCost]).validate_json(path.read_bytes())
    except OSError as error:
        raise PriceFault(f"{path}: {error.strerror}") from error
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise PriceFault(f"{path}: {where}: {fault['msg']}") from error
