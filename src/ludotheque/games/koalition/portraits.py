"""The features of a politician's portrait, the same as in the browser (``web/src/games/koalition/portrait.ts``)."""

from __future__ import annotations

import re
from typing import Final, TypeVar

T = TypeVar("T")

_MASK: Final = 0xFFFFFFFF
_SKINS: Final = ("#f1cba5", "#e3b084", "#c98e5f", "#9c6239", "#6f4326", "#f6d7bd")
_HAIRS: Final = ("#2a1c14", "#5b3a1e", "#8d5a24", "#c9a25a", "#9b9a98", "#e2ddd2", "#7a2f16")
_LONG: Final = ("bob", "bun", "wave", "curls", "bob")
_SHORT: Final = ("bald", "short", "parted", "curls", "wave", "short")
_HERS: Final = re.compile(r"(a|ine|ille|[ei]lde|ence|ese|irse|inde|ein|enz)$", re.IGNORECASE)


def _mix(text: str) -> int:
    """A hash of a text: FNV-1a with a last mixing step."""
    total = 2166136261
    for letter in text:
        total = (total ^ ord(letter)) * 16777619 & _MASK
    total ^= total >> 15
    return total * 2246822519 & _MASK


def features_of(id: str, name: str) -> dict[str, str]:
    """The features of a politician: pseudorandom, the same for the same card, and matching the first name.

    >>> features_of("rose1", "Églantine Desbourgeons")["beard"]
    'none'
    """
    seed = _mix(id)

    def pick(options: tuple[T, ...]) -> T:
        nonlocal seed
        found = options[seed % len(options)]
        seed = _mix(f"{id} {seed}")
        return found

    hers = _HERS.search(name.split(" ", maxsplit=1)[0]) is not None
    return {
        "style": pick(_LONG if hers else _SHORT),
        "skin": pick(_SKINS),
        "hair": pick(_HAIRS),
        "glasses": pick(("none", "round", "none", "square")),
        "beard": "none" if hers else pick(("none", "moustache", "none", "full")),
        "collar": pick(("pearls", "scarf", "pearls") if hers else ("tie", "bow", "tie", "scarf")),
        "smile": pick(("wide", "thin", "stern")),
    }
