"""WebSocket framing on the bare TCP transport: fast, and with little memory per connection.

Nearly every frame is a whole text message in ASCII, and is parsed here. What is rare, such as fragmented messages,
close frames and violations of the protocol, is left to the websockets library, set up when first needed. Control
frames and fragments count against the rate limit of their sender, which a plain ASGI server cannot do.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, ClassVar, Final

from websockets.frames import Frame, Opcode, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import SERVER
from websockets.protocol import Protocol as Library

from ludotheque.server.websocket.frames import HEAD, MASKED, frame_size, is_hopeless, is_text
from ludotheque.server.websocket.heartbeat import Heartbeat
from ludotheque.server.websocket.interface import UNREAD, Receiver

FRAMES_AT_ONCE: Final = 64
"""Frames of one connection that are handled before other connections have their turn."""
_CLOSE_TIMEOUT: Final = 10.0
"""Seconds to wait for the client's close frame ..."""
_FRAMES_AFTER_CLOSE: Final = 1000
"""... and frames in which it is looked for."""
_WHOLE_TEXT, _PONG = 0x81, 0x8A
_CLOSE: Final = 8
_PING: Final = b"\x89\x00"
_NOT_TEXT, _RESTARTING = 1007, 1012

_log = logging.getLogger("uvicorn.error")


class TcpTransport(asyncio.BufferedProtocol):
    """An open WebSocket after its handshake.

    ``open_connections`` is the set in which uvicorn keeps its connections, to close them all; a message has ``size``
    bytes at most; ``early`` is what has come in already.
    """

    __slots__ = (
        "_awaiting_pong",
        "_close_timer",
        "_closing",
        "_fragments",
        "_frames_left_after_close",
        "_heartbeat",
        "_library",
        "_open_connections",
        "_outgoing",
        "_reading_paused",
        "_receiver",
        "_receiver_paused",
        "_size",
        "_transport",
        "_unparsed",
        "_unread",
        "_write_buffer_full",
        "_yielding",
    )
    _read_buffer: ClassVar = memoryview(bytearray(64 * 1024))
    """Shared by all connections: each has copied its data before the next one reads. Without it asyncio allocates a
    quarter of a megabyte for every read, which takes longer than all the rest."""

    def __init__(self, transport: asyncio.Transport, open_connections: set[Any], size: int, early: bytes = b"") -> None:
        self._transport = transport
        self._open_connections = open_connections
        self._size = size
        self._unparsed = early
        """Received and not handled: the beginning of a frame, or frames that have to wait."""
        self._fragments = bytearray()
        """The fragments so far of a message, after a byte for its kind."""
        self._library: Library | None = None
        self._receiver: Receiver | None = None
        self._receiver_paused = False
        """Whether the receiver has asked to pause."""
        self._yielding = False
        """Whether other connections have their turn before the rest is handled."""
        self._reading_paused = False
        self._frames_left_after_close = _FRAMES_AFTER_CLOSE
        """Frames that are still looked at after our close frame."""
        self._closing = False
        """A close frame was sent, or the connection is lost: nothing is delivered, and nothing sent."""
        self._close_timer: asyncio.TimerHandle | None = None
        self._outgoing: list[bytes] = []
        self._write_buffer_full = False
        self._unread = 0
        self._awaiting_pong = False
        """Whether a ping is unanswered."""
        self._heartbeat = Heartbeat.of(asyncio.get_running_loop())
        open_connections.add(self)
        self._heartbeat.watch(self)

    def start(self, receiver: Receiver) -> None:
        """Hand everything that comes in to ``receiver``, beginning with what has come already."""
        self._receiver = receiver
        if self._closing:
            receiver.closed()
        elif self._unparsed:
            self._continue_reading()

    # --- what comes in -------------------------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._read_buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._read(bytes(self._read_buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Not called; but uvloop keeps the previous protocol for protocols without this method."""
        self._read(data)

    def _read(self, data: bytes) -> None:
        if self._unparsed:
            data, self._unparsed = self._unparsed + data, b""
        start, length, left = 0, len(data), FRAMES_AT_ONCE
        while start < length and not self._closing:
            if self._receiver_paused or not left:
                self._unparsed = data[start:]
                self._yield_turn()
                return
            left -= 1
            size = frame_size(data, start)
            if size > self._size + HEAD or (start + size > length and is_hopeless(data, start)):
                self._parse_rare(data[start:])  # its first bytes decide: the rest is not waited for
                return
            if start + size > length:
                self._unparsed = data[start:]
                return
            self._handle_frame(data[start : start + size])
            start += size
        if start < length and self._frames_left_after_close:
            self._find_close_frame(data, start)

    def _yield_turn(self) -> None:
        """Handle the rest after other connections have had their turn."""
        if not self._yielding:
            self._yielding = True
            self._update_reading()
            asyncio.get_running_loop().call_soon(self._continue_reading)

    def _continue_reading(self) -> None:
        self._yielding = False
        if not self._receiver_paused:
            self._update_reading()
            self._read(b"")

    def _find_close_frame(self, data: bytes, start: int) -> None:
        """Look for the client's close frame after our own, in a bounded number of frames.

        What follows is still read, and discarded: a connection that is closed with unread bytes is reset, and the
        client might never see our close frame.
        """
        length = len(data)
        while start < length and self._frames_left_after_close:
            self._frames_left_after_close -= 1
            if data[start] & 15 == _CLOSE:
                self._transport.close()
                return
            size = frame_size(data, start)
            if size > self._size + HEAD:
                break
            if start + size > length:
                self._unparsed = data[start:]
                return
            start += size
        if start < length:
            self._ignore_the_rest()

    def _ignore_the_rest(self) -> None:
        """Wait for the client to close the connection; nothing more is sent."""
        self._frames_left_after_close = 0
        if not self._transport.is_closing() and self._transport.can_write_eof():
            self.flush()
            self._transport.write_eof()

    def _handle_frame(self, frame: bytes) -> None:
        """Handle a whole frame."""
        library, size = self._library, frame[1] - MASKED
        if 0 <= size < 127:
            start = 8 if size == 126 else 6
            if frame[0] == _WHOLE_TEXT and (library is None or library.current_size is None):
                text: bytes = apply_mask(frame[start:], frame[start - 4 : start])
                if len(text) <= self._size and is_text(text):
                    self._deliver(text)
                    return
            elif frame[0] == _PONG and start == 6:
                self._awaiting_pong = False
                self._allow_control()
                return
        self._parse_rare(frame)

    def _parse_rare(self, data: bytes) -> None:
        library = self._websockets()
        library.receive_data(data)
        if library.parser_exc is not None:
            self._protocol_error()
            return
        for event in library.events_received():
            assert isinstance(event, Frame), "the handshake is done"
            if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._fragment(event, library)
            elif event.opcode == Opcode.PING:
                pong = b"".join(library.data_to_send())
                if self._allow_control() and not self._write_buffer_full:  # a client that does not read needs no pong
                    self._write(pong)
            elif event.opcode == Opcode.PONG:
                self._allow_control()
            elif event.opcode == Opcode.CLOSE:
                self._finish()

    def _allow_control(self) -> bool:
        """Count a frame that is no message; whether it may be answered."""
        return not self._closing and self._receiver is not None and self._receiver.allow_control()

    def _fragment(self, frame: Frame, library: Library) -> None:
        if frame.opcode != Opcode.CONT:
            self._fragments = bytearray(b"t" if frame.opcode == Opcode.TEXT else b"b")
        self._fragments += frame.data
        if not frame.fin:
            self._allow_control()
            return
        kind, message = self._fragments[:1], bytes(self._fragments[1:])
        self._fragments = bytearray()
        if kind == b"b" or is_text(message):
            self._deliver(message)
        elif not self._closing:
            library.send_close(_NOT_TEXT)
            self._protocol_error()

    def _deliver(self, message: bytes) -> None:
        if self._receiver is not None and not self._closing:
            self._receiver.receive(message)

    def _websockets(self) -> Library:
        if self._library is None:
            self._library = Library(SERVER, max_size=self._size, logger=_log)
        return self._library

    def pause(self) -> None:
        """Read nothing more for now."""
        self._receiver_paused = True
        self._update_reading()

    def resume(self) -> None:
        """Read on."""
        if self._receiver_paused:
            self._receiver_paused = self._awaiting_pong = False
            self._yield_turn()

    def _update_reading(self) -> None:
        pause = self._receiver_paused or self._yielding
        if pause != self._reading_paused and not self._transport.is_closing():
            self._reading_paused = pause
            if pause:
                self._transport.pause_reading()
            else:
                self._transport.resume_reading()

    # --- what goes out -------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Queue a message; nothing waits for a slow client."""
        if self._closing:
            return
        if self._write_buffer_full:
            self._unread += 1
            if self._unread > UNREAD:
                self._closing = True
                self._transport.abort()  # a close frame would not get through either
                return
        if not self._outgoing:
            self._heartbeat.flush_soon(self)
        size = len(message)
        if size < 126:
            self._outgoing.append(b"\x81%c%b" % (size, message))
        elif size < 0x10000:
            self._outgoing.append(b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message))
        else:
            self._outgoing.append(b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message))

    def _write(self, data: bytes) -> None:
        if not data:
            return
        if not self._outgoing:
            self._heartbeat.flush_soon(self)
        self._outgoing.append(data)

    def flush(self) -> None:
        """Write all queued messages at once: an answer mostly comes with the broadcast it caused."""
        waiting = self._outgoing
        if waiting:
            data = waiting[0] if len(waiting) == 1 else b"".join(waiting)
            waiting.clear()
            self._transport.write(data)

    def pause_writing(self) -> None:
        self._write_buffer_full = True

    def resume_writing(self) -> None:
        self._write_buffer_full, self._unread = False, 0

    def ping(self) -> None:
        """Send a ping; cut the connection if the last one is unanswered, unless reading is paused here."""
        if self._closing or self._receiver_paused:
            return
        if self._awaiting_pong:
            self._closing = True
            self._transport.abort()
        else:
            self._awaiting_pong = True
            self._write(_PING)

    # --- the end -------------------------------------------------------------------------------------------------

    def close(self, code: int, reason: str) -> None:
        """Close the connection with a close code."""
        if not self._closing:
            self._websockets().send_close(code, reason)
            self._write(b"".join(self._websockets().data_to_send()))
            self._closing = True
            self._receiver_paused = False
            self._yield_turn()
            self._wait_for_close()

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        if not self._closing:
            self._websockets().send_close(_RESTARTING)
        self._finish()

    def _protocol_error(self) -> None:
        """Answer a violation of the protocol with a close frame, and deliver nothing more."""
        if not self._closing:
            self._write(b"".join(self._websockets().data_to_send()))
            self._closing = True
            self._wait_for_close()
            self._ignore_the_rest()
            if self._receiver is not None:
                self._receiver.closed()

    def _wait_for_close(self) -> None:
        self._close_timer = asyncio.get_running_loop().call_later(_CLOSE_TIMEOUT, self._transport.close)

    def _finish(self) -> None:
        """Send what the library has to send, such as a close frame, and close the connection."""
        if self._library is not None:
            self._write(b"".join(self._library.data_to_send()))
        self._closing = True
        self.flush()
        self._transport.close()
        if self._receiver is not None:
            self._receiver.closed()

    def connection_lost(self, exc: Exception | None) -> None:
        self._closing = True
        self._unparsed = b""
        self._outgoing.clear()
        if self._close_timer is not None:
            self._close_timer.cancel()
            self._close_timer = None
        self._open_connections.discard(self)
        self._heartbeat.unwatch(self)
        if self._receiver is not None:
            self._receiver.closed()
