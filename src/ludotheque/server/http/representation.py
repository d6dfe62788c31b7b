"""Representations of a resource: its content codings, its entity tags, and which of its bytes a request is sent.

Only what holds no secret is compressed: the built front end, words, boxes, rulebooks, the lobby. The length of a
compressed answer tells something about its content to those who can put text of their own beside it (BREACH), so
answers with claim codes, private addresses or chat are sent as they are.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

CODINGS: Final = ("br", "gzip")
"""Content codings, the best first."""
SMALLEST: Final = 600
"""Bytes under which a body is not compressed: it fits into one packet either way."""
FOREVER: Final = "public, max-age=31536000, immutable"
"""The ``Cache-Control`` of an address whose content never changes."""
_RANGE: Final = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")
_WEIGHT: Final = re.compile(r"q=([01](?:\.[0-9]{0,3})?)")


@dataclass(frozen=True)
class Resource:
    """A body, and the same in other content codings."""

    body: bytes
    coded: Mapping[str, bytes] = field(default_factory=dict)
    tag: str = ""

    @classmethod
    def of(cls, body: bytes, coded: Mapping[str, bytes]) -> Resource:
        return cls(body, coded, hashlib.blake2b(body, digest_size=12).hexdigest())


class Answer(NamedTuple):
    """What is sent: a status, headers and bytes; to a HEAD request the same headers and no bytes."""

    status: int
    headers: dict[str, str]
    body: bytes


def compress(body: bytes) -> dict[str, bytes]:
    """A body in gzip, if that makes it smaller; brotli needs a library, and is left to the build of the front end."""
    if len(body) < SMALLEST:
        return {}
    packed = gzip.compress(body, 9, mtime=0)
    return {"gzip": packed} if len(packed) < len(body) else {}


def choose_coding(accepted: str, offered: Mapping[str, bytes]) -> str | None:
    """The best of the offered codings that an ``Accept-Encoding`` header allows; None for the body as it is.

    >>> choose_coding("gzip, deflate, br", {"br": b"", "gzip": b""})
    'br'
    >>> choose_coding("br;q=0, gzip;q=0.5", {"br": b"", "gzip": b""})
    'gzip'
    >>> choose_coding("identity, *;q=0", {"gzip": b""}) is None
    True
    """
    weights = {}
    for part in accepted.lower().split(","):
        name, _, parameter = part.partition(";")
        weight = _WEIGHT.fullmatch(parameter.strip()) if parameter.strip() else None
        weights[name.strip()] = float(weight[1]) if weight else 1.0
    usable = [name for name in CODINGS if name in offered and weights.get(name, weights.get("*", 0.0)) > 0]
    return usable[0] if usable else None


def represent(
    method: str, asked: Mapping[str, str], resource: Resource, headers: Mapping[str, str], status: int = 200
) -> Answer:
    """The answer to a GET or HEAD request: all of a resource, a part of it, or that it has not changed."""
    coding = choose_coding(asked.get("accept-encoding", ""), resource.coded)
    body = resource.body if coding is None else resource.coded[coding]
    tag = f'"{resource.tag}"' if coding is None else f'"{resource.tag}-{coding}"'
    sent = {**headers, "ETag": tag}
    if resource.coded:
        sent["Vary"] = "Accept-Encoding"
    if status == 200 and _is_current(asked.get("if-none-match", ""), tag):
        return Answer(304, sent, b"")
    if coding is not None:
        sent["Content-Encoding"] = coding
    if status == 200:
        sent["Accept-Ranges"] = "bytes"
        wanted = asked.get("range", "")
        if wanted and method == "GET" and asked.get("if-range", tag) == tag:
            part = _find_range(wanted, len(body))
            if part is not None and not part:
                sent.pop("Content-Encoding", None)
                return Answer(416, {**sent, "Content-Range": f"bytes */{len(body)}", "Content-Length": "0"}, b"")
            if part is not None:
                sent["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{len(body)}"
                status, body = 206, body[part.start : part.stop]
    sent["Content-Length"] = str(len(body))
    return Answer(status, sent, b"" if method == "HEAD" else body)


def _is_current(known: str, tag: str) -> bool:
    """Whether an ``If-None-Match`` header names this tag, weak or strong."""
    return known.strip() == "*" or tag in (entry.strip().removeprefix("W/") for entry in known.split(","))


def _find_range(wanted: str, length: int) -> range | None:
    """The bytes that a ``Range`` header names, none if they lie outside; None for several ranges or nonsense."""
    match = _RANGE.fullmatch(wanted.strip())
    if not match or match[0] == "bytes=-":
        return None
    first, last = match.groups()
    if not first:
        return range(max(0, length - int(last)), length)
    if last and int(last) < int(first):
        return None
    return range(int(first), min(length, int(last) + 1) if last else length)
