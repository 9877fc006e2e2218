"""Arguments of wrong types: what was expected and what was given, in a sentence."""

from kernelcraft.isa.suggest import quote


def expect(name: str, given: object, wanted: str, *types: type) -> None:
    """Raise a TypeError unless `given` is of one of the types; `wanted` says so in words."""
    if not isinstance(given, types) or (isinstance(given, bool) and bool not in types):
        raise wrong_type(name, given, wanted)


def wrong_type(name: str, given: object, wanted: str) -> TypeError:
    """Such as "seed: expected an int, got str '7'"."""
    what = type(given).__name__
    shown = quote(given) if isinstance(given, str) else repr(given)
    if given is None or isinstance(given, (bytes, bytearray)) or len(shown) > 40:
        return TypeError(f"{name}: expected {wanted}, got {what if given is not None else 'None'}")
    return TypeError(f"{name}: expected {wanted}, got {what} {shown}")
