"""Messages to webhooks: as Discord wants them, as Slack does and many after it, or plain and signed for programs."""

from __future__ import annotations

import hmac
import re
from typing import Any, Final

import msgspec

from ludotheque.engine.words import house_words, say
from ludotheque.server.notifications.channels import Channel
from ludotheque.server.notifications.texts import Note

SIGNATURE: Final = "Ludotheque-Signature"
_MARKS: Final = re.compile(r"([\\*_~`|>#\[\]()<-])")
"""What Discord reads as something else than letters."""
_NO_EMBEDS: Final = 1 << 2


def request(way: Channel, note: Note, at: int) -> tuple[list[tuple[str, str]], bytes]:
    """The headers and the body of a message."""
    headers = [("Content-Type", "application/json"), ("User-Agent", "Ludotheque")]
    if way.shape == "discord":
        return headers, msgspec.json.encode(_discord(note))
    if way.shape == "slack":
        return headers, msgspec.json.encode(_slack(note))
    body = msgspec.json.encode(note)
    return [*headers, (SIGNATURE, signature(way.secret, at // 1000, body))], body


def signature(secret: str, at: int, body: bytes) -> str:
    """What proves that a message is ours, and from when: HMAC-SHA256 over its second, a dot and its body."""
    return f"t={at},v1={hmac.digest(secret.encode(), b'%d.%s' % (at, body), 'sha256').hex()}"


def _discord(note: Note) -> dict[str, Any]:
    lines = [f"{_marked(turn.text)}\n<{turn.link}>" for turn in note.turns] or [_marked(note.text)]
    # Nobody is shaken by a name such as @everyone, and no picture of the link is wanted.
    return {"content": "\n".join([*lines, *_more(note)]), "allowed_mentions": {"parse": []}, "flags": _NO_EMBEDS}


def _marked(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def _slack(note: Note) -> dict[str, Any]:
    lines = [f"{_escaped(turn.text)} <{turn.link}>" for turn in note.turns] or [_escaped(note.text)]
    return {"text": "\n".join([*lines, *_more(note)]), "unfurl_links": False}


def _more(note: Note) -> list[str]:
    return [say(house_words(note.lang), "call.more", {"count": note.more})] if note.more else []


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
