"""An open line: whole messages in, whole messages out, and next to nothing kept for each of many hundred.

Nearly every frame is a whole message of plain letters, and is read by hand. What is seldom, such as messages in
several frames, goodbyes, and whatever is against the protocol, is left to a library that is made when first needed.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, ClassVar, Final, Protocol

from websockets.frames import Frame, Opcode, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import SERVER
from websockets.protocol import Protocol as Library

from ludotheque.server.websocket.heartbeat import Heartbeat
from ludotheque.server.websocket.utf8 import HEAD, MASKED, frame_size, is_hopeless, is_text

UNREAD: Final = 256
"""Messages that somebody may leave unread before they are cut: whoever comes back is told everything anyway."""
FRAMES_AT_ONCE: Final = 64
"""Frames of one connection that are dealt with before the others have their turn."""
_GOODBYE: Final = 10.0
"""Seconds that we wait for the close frame of the other end ..."""
_AFTERWARDS: Final = 1000
"""... and frames that are looked through for it."""
_WHOLE_TEXT, _PONG = 0x81, 0x8A
_CLOSE: Final = 8
_PING: Final = b"\x89\x00"
_NOT_TEXT, _RESTARTING = 1007, 1012

_log = logging.getLogger("uvicorn.error")


class Listener(Protocol):
    """Whoever takes a line."""

    def hear(self, frame: bytes) -> None:
        """A message came in."""

    def allows(self) -> bool:
        """A frame came in that is no message, such as a ping or a part of a message; whether it may be answered."""

    def lost(self) -> None:
        """The line is closed; it may be said more than once."""


class WebSocketTransport(asyncio.BufferedProtocol):
    """A line over a WebSocket whose hands are shaken.

    ``house`` are the open lines, for whoever closes them all; a message has ``size`` bytes at most; ``early`` has
    come in already.
    """

    __slots__ = (
        "_afterwards",
        "_begun",
        "_closing",
        "_full",
        "_goodbye",
        "_hushed",
        "_library",
        "_listener",
        "_message",
        "_open_connections",
        "_paused",
        "_resting",
        "_rounds",
        "_silent",
        "_size",
        "_transport",
        "_unread",
        "_waiting",
    )
    _place: ClassVar = memoryview(bytearray(64 * 1024))
    """What comes in comes in here, whoever it is for: each is done with it before the next one comes. Without it
    asyncio sets a quarter of a megabyte aside for every read, which takes longer than all the rest."""

    def __init__(self, transport: asyncio.Transport, open_connections: set[Any], size: int, early: bytes = b"") -> None:
        self._transport = transport
        self._open_connections = open_connections
        self._size = size
        self._begun = early
        """What has come in and is not dealt with: the beginning of a frame, or frames that have to wait."""
        self._message = bytearray()
        """What has come in of a message of several frames, after a byte for its kind."""
        self._library: Library | None = None
        self._listener: Listener | None = None
        self._hushed = False
        """The listener has enough for now."""
        self._resting = False
        """Others have their turn before we go on with what has come in."""
        self._paused = False
        self._afterwards = _AFTERWARDS
        """Frames that may still come before we cease to look at them, once we have sent our close frame."""
        self._closing = False
        """Goodbye was said, or nobody is there any more: nothing is heard, and nothing is told."""
        self._goodbye: asyncio.TimerHandle | None = None
        self._waiting: list[bytes] = []
        self._full = False
        self._unread = 0
        self._silent = False
        """Whether we wait to hear that somebody is still there."""
        self._rounds = Heartbeat.of(asyncio.get_running_loop())
        open_connections.add(self)
        self._rounds.watch(self)

    def take(self, listener: Listener) -> None:
        """From now on ``listener`` hears what comes in, beginning with what has come already."""
        self._listener = listener
        if self._closing:
            listener.lost()
        elif self._begun:
            self._read_on()

    # --- what comes in -------------------------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._place

    def buffer_updated(self, nbytes: int) -> None:
        self._read(bytes(self._place[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Never called; but uvloop would keep the last protocol that has it for the sake of this method."""
        self._read(data)

    def _read(self, data: bytes) -> None:
        if self._begun:
            data, self._begun = self._begun + data, b""
        start, length, left = 0, len(data), FRAMES_AT_ONCE
        while start < length and not self._closing:
            if self._hushed or not left:
                self._begun = data[start:]
                self._rest()
                return
            left -= 1
            size = frame_size(data, start)
            if size > self._size + HEAD or (start + size > length and is_hopeless(data, start)):
                self._seldom(data[start:])  # it is not waited for: its beginning tells, and is the end of the line
                return
            if start + size > length:
                self._begun = data[start:]
                return
            self._frame(data[start : start + size])
            start += size
        if start < length and self._afterwards:
            self._look_for_close(data, start)

    def _rest(self) -> None:
        """Go on with what has come in after the others have had their turn."""
        if not self._resting:
            self._resting = True
            self._listen_or_not()
            asyncio.get_running_loop().call_soon(self._read_on)

    def _read_on(self) -> None:
        self._resting = False
        if not self._hushed:
            self._listen_or_not()
            self._read(b"")

    def _look_for_close(self, data: bytes, start: int) -> None:
        """After our close frame all that counts is the one in return, looked for among so many frames and no more.

        What comes after them is still read, and thrown away: a connection that is closed with bytes unread is reset,
        and the other end might never see our close frame.
        """
        length = len(data)
        while start < length and self._afterwards:
            self._afterwards -= 1
            if data[start] & 15 == _CLOSE:
                self._transport.close()
                return
            size = frame_size(data, start)
            if size > self._size + HEAD:
                break
            if start + size > length:
                self._begun = data[start:]
                return
            start += size
        if start < length:
            self._stop_looking()

    def _stop_looking(self) -> None:
        """Wait for the other end to close the line, and say that nothing more will come from here."""
        self._afterwards = 0
        if not self._transport.is_closing() and self._transport.can_write_eof():
            self.flush()
            self._transport.write_eof()

    def _frame(self, frame: bytes) -> None:
        """A whole frame."""
        library, size = self._library, frame[1] - MASKED
        if 0 <= size < 127:
            start = 8 if size == 126 else 6
            if frame[0] == _WHOLE_TEXT and (library is None or library.current_size is None):
                text: bytes = apply_mask(frame[start:], frame[start - 4 : start])
                if len(text) <= self._size and is_text(text):
                    self._hear(text)
                    return
            elif frame[0] == _PONG and start == 6:
                self._silent = False
                self._allowed()
                return
        self._seldom(frame)

    def _seldom(self, data: bytes) -> None:
        library = self._need_library()
        library.receive_data(data)
        if library.parser_exc is not None:
            self._fail()
            return
        for event in library.events_received():
            assert isinstance(event, Frame), "hands are shaken"
            if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._piece(event, library)
            elif event.opcode == Opcode.PING:
                pong = b"".join(library.data_to_send())
                if self._allowed() and not self._full:  # a client that does not read needs no pong
                    self._write(pong)
            elif event.opcode == Opcode.PONG:
                self._allowed()
            elif event.opcode == Opcode.CLOSE:
                self._end()

    def _allowed(self) -> bool:
        """Whether a frame that is no message may be answered: it counts like one."""
        return not self._closing and self._listener is not None and self._listener.allows()

    def _piece(self, frame: Frame, library: Library) -> None:
        if frame.opcode != Opcode.CONT:
            self._message = bytearray(b"t" if frame.opcode == Opcode.TEXT else b"b")
        self._message += frame.data
        if not frame.fin:
            self._allowed()
            return
        kind, message = self._message[:1], bytes(self._message[1:])
        self._message = bytearray()
        if kind == b"b" or is_text(message):
            self._hear(message)
        elif not self._closing:
            library.send_close(_NOT_TEXT)
            self._fail()

    def _hear(self, message: bytes) -> None:
        if self._listener is not None and not self._closing:
            self._listener.hear(message)

    def _need_library(self) -> Library:
        if self._library is None:
            self._library = Library(SERVER, max_size=self._size, logger=_log)
        return self._library

    def hush(self) -> None:
        """Read nothing more for now."""
        self._hushed = True
        self._listen_or_not()

    def listen(self) -> None:
        """Read on."""
        if self._hushed:
            self._hushed = self._silent = False
            self._rest()

    def _listen_or_not(self) -> None:
        pause = self._hushed or self._resting
        if pause != self._paused and not self._transport.is_closing():
            self._paused = pause
            if pause:
                self._transport.pause_reading()
            else:
                self._transport.resume_reading()

    # --- what goes out -------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Leave a message to be sent; nobody waits for a slow reader."""
        if self._closing:
            return
        if self._full:
            self._unread += 1
            if self._unread > UNREAD:
                self._closing = True
                self._transport.abort()  # a goodbye would not get through either
                return
        if not self._waiting:
            self._rounds.call_at(self)
        size = len(message)
        if size < 126:
            self._waiting.append(b"\x81%c%b" % (size, message))
        elif size < 0x10000:
            self._waiting.append(b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message))
        else:
            self._waiting.append(b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message))

    def _write(self, data: bytes) -> None:
        if not data:
            return
        if not self._waiting:
            self._rounds.call_at(self)
        self._waiting.append(data)

    def flush(self) -> None:
        """Write what was left to be sent: an answer mostly comes with the news it brought about."""
        waiting = self._waiting
        if waiting:
            data = waiting[0] if len(waiting) == 1 else b"".join(waiting)
            waiting.clear()
            self._transport.write(data)

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full, self._unread = False, 0

    def ask(self) -> None:
        """Find out whether somebody is still there; whoever has not answered since the last time is not.

        Unless it is we who do not listen.
        """
        if self._closing or self._hushed:
            return
        if self._silent:
            self._closing = True
            self._transport.abort()
        else:
            self._silent = True
            self._write(_PING)

    # --- the end -------------------------------------------------------------------------------------------------

    def close(self, code: int, reason: str) -> None:
        """Close the line, saying why."""
        if not self._closing:
            self._need_library().send_close(code, reason)
            self._write(b"".join(self._need_library().data_to_send()))
            self._closing = True
            self._hushed = False
            self._rest()
            self._wait_for_close()

    def shutdown(self) -> None:
        """The house closes."""
        if not self._closing:
            self._need_library().send_close(_RESTARTING)
        self._end()

    def _fail(self) -> None:
        """Something came in that is against the protocol: say so, and listen no more."""
        if not self._closing:
            self._write(b"".join(self._need_library().data_to_send()))
            self._closing = True
            self._wait_for_close()
            self._stop_looking()
            if self._listener is not None:
                self._listener.lost()

    def _wait_for_close(self) -> None:
        self._goodbye = asyncio.get_running_loop().call_later(_GOODBYE, self._transport.close)

    def _end(self) -> None:
        """Say goodbye, if the library has not yet, and close the line."""
        if self._library is not None:
            self._write(b"".join(self._library.data_to_send()))
        self._closing = True
        self.flush()
        self._transport.close()
        if self._listener is not None:
            self._listener.lost()

    def connection_lost(self, exc: Exception | None) -> None:
        self._closing = True
        self._begun = b""
        self._waiting.clear()
        if self._goodbye is not None:
            self._goodbye.cancel()
            self._goodbye = None
        self._open_connections.discard(self)
        self._rounds.forget(self)
        if self._listener is not None:
            self._listener.lost()
