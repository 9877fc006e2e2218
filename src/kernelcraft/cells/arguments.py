"""Arguments that cannot be meant: what was expected and what was given, in a sentence."""

from kernelcraft.isa.suggest import quote


def expect(name: str, given: object, wanted: str, *types: type) -> None:
    """Raise a TypeError unless `given` is of one of the types; `wanted` says so in words."""
    if not isinstance(given, types) or (isinstance(given, bool) and bool not in types):
        raise wrong_type(name, given, wanted)


def expect_seed(given: int | None, wanted: str, *types: type) -> None:
    """As `expect`, and raise a ValueError for a seed below 0; None where `types` have it."""
    expect("seed", given, wanted, *types)
    if given is not None and given < 0:
        raise ValueError(f"seed: expected at least 0, got {given}")


def wrong_type(name: str, given: object, wanted: str) -> TypeError:
    """Such as "seed: expected an int, got str '7'"."""
    what = type(given).__name__
    shown = quote(given) if isinstance(given, str) else repr(given)
    if given is None or isinstance(given, (bytes, bytearray)) or len(shown) > 40:
        return TypeError(f"{name}: expected {wanted}, got {what if given is not None else 'None'}")
    return TypeError(f"{name}: expected {wanted}, got {what} {shown}")
