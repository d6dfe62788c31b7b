"""WebSocket frames: their size, and whether they can be valid. They are read and written in :mod:`.tcp_transport`."""

from __future__ import annotations

from typing import Final

HEAD: Final = 14
"""The largest frame header, in bytes."""
MASKED: Final = 0x80
_KINDS: Final = (0, 1, 2, 8, 9, 10)
"""Opcodes of frames: continuation, text, binary, close, ping, pong."""


def frame_size(data: bytes, at: int) -> int:
    """The size of the frame that begins there; more than there is of it, if the header is incomplete."""
    left = len(data) - at
    if left < 2:
        return HEAD
    length, size = data[at + 1] & 127, 6 if data[at + 1] & MASKED else 2
    if length > 125:
        more = 2 if length == 126 else 8
        if left < 2 + more:
            return HEAD
        length, size = int.from_bytes(data[at + 2 : at + 2 + more], "big"), size + more
    return size + length


def is_hopeless(data: bytes, at: int) -> bool:
    """Whether the frame that begins there violates the protocol, whatever follows."""
    return len(data) - at > 1 and (not data[at + 1] & MASKED or data[at] & 15 not in _KINDS)


def is_text(message: bytes) -> bool:
    """Whether a message is UTF-8."""
    if message.isascii():
        return True
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True
