"""Reads the QR codes that pages draw, as a phone's camera would: small ones, drawn without a fault."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from playwright.async_api import Locator

_MASKS: Final[tuple[Callable[[int, int], int], ...]] = (
    lambda row, column: (row + column) % 2,
    lambda row, column: row % 2,
    lambda row, column: column % 3,
    lambda row, column: (row + column) % 3,
    lambda row, column: (row // 2 + column // 3) % 2,
    lambda row, column: row * column % 2 + row * column % 3,
    lambda row, column: (row * column % 2 + row * column % 3) % 2,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2,
)
_FORMAT_MASK: Final = 0b101010000010010


async def read_qr(code: Locator) -> str:
    """The text of a QR code, given the image on a page."""
    path = await code.locator("path").get_attribute("d")
    assert path is not None
    dark = {(int(y), int(x)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    return _decode(dark, 1 + max(row for row, _ in dark))


def _decode(dark: set[tuple[int, int]], size: int) -> str:
    """The text of dark modules (ISO/IEC 18004): versions 1 to 3 at level M, which have one block."""
    assert size in (21, 25, 29), "larger codes have several blocks"
    # The format beside the finder pattern, the highest bit first: two bits of the level, three of the mask.
    places = [(8, column) for column in (0, 1, 2, 3, 4)]
    bits = sum(((place in dark) << (4 - number)) for number, place in enumerate(places))
    mask = _MASKS[(bits ^ (_FORMAT_MASK >> 10)) & 0b111]
    stream = [((row, column) in dark) ^ (mask(row, column) == 0) for row, column in _data_places(size)]
    octets = [sum(bit << (7 - i) for i, bit in enumerate(stream[at : at + 8])) for at in range(0, len(stream) - 7, 8)]
    assert octets[0] >> 4 == 0b0100, "text in byte mode"
    length = (octets[0] & 15) << 4 | octets[1] >> 4
    text = [(octets[i] & 15) << 4 | octets[i + 1] >> 4 for i in range(1, length + 1)]
    return bytes(text).decode()


def _data_places(size: int) -> list[tuple[int, int]]:
    """Where the data are, in their order: pairs of columns from the right, up and down in turns."""
    found = []
    columns = [column for column in range(size - 1, 0, -1) if column > 6] + [5, 4, 3, 2, 1, 0]
    for number in range(0, len(columns), 2):
        rows = range(size - 1, -1, -1) if number % 4 == 0 else range(size)
        found += [(row, column) for row in rows for column in columns[number : number + 2]]
    return [place for place in found if not _is_pattern(*place, size)]


def _is_pattern(row: int, column: int, size: int) -> bool:
    """Whether a module belongs to a pattern or to the format, not to the data."""
    near, far = 8, size - 9
    corner = (row <= near and column <= near) or (row <= near and column > far) or (row > far and column <= near)
    middle = size - 7  # of the alignment pattern, from version 2 on
    aligned = size > 21 and abs(row - middle) <= 2 and abs(column - middle) <= 2
    return corner or aligned or 6 in (row, column)
