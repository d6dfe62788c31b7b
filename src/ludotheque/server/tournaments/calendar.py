"""Calendar files of tournaments, as RFC 5545 (iCalendar) has them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from ludotheque.engine.words import LANGUAGES
from ludotheque.games import find
from ludotheque.server.storage.tournaments import Tournament

LINE_BYTES: Final = 75
"""The most bytes of a line, without its end."""
_DURATION: Final = "PT3H"
"""How long a calendar shows a tournament: its end is not known, and without one it would show a moment."""


def calendar_file(tournament: Tournament, club: str, address: str, now: int) -> bytes:
    """The calendar file of a tournament with a date, at ``now``; ``address`` is the link to its page."""
    plan = tournament.plan
    assert plan.starts_at is not None
    cancelled = tournament.cancelled is not None
    titles = list(dict.fromkeys(str(find(chosen.game).words(LANGUAGES[0])["title"]) for chosen in plan.games))
    description = [", ".join(titles), *([tournament.cancelled] if tournament.cancelled else []), address]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Ludotheque//Tournaments//EN",
        "BEGIN:VEVENT",
        f"UID:{tournament.id}@ludotheque",
        f"DTSTAMP:{_utc(now)}",
        f"DTSTART:{_utc(plan.starts_at)}",
        f"DURATION:{_DURATION}",
        f"SEQUENCE:{int(cancelled)}",
        f"STATUS:{'CANCELLED' if cancelled else 'CONFIRMED'}",
        f"SUMMARY:{escape(f'{plan.title} – {club}')}",
        f"DESCRIPTION:{escape(chr(10).join(description))}",
        f"URL:{address}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return b"".join(fold(line) for line in lines)


def escape(text: str) -> str:
    """A text as a value: the characters that have a meaning there are escaped, control characters dropped."""
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    kept = "".join(character for character in text if character == "\n" or character.isprintable())
    return kept.replace("\n", "\\n")


def fold(line: str) -> bytes:
    """A content line, split so that no line is longer than :data:`LINE_BYTES` and no character is broken."""
    parts, part = [], b""
    for character in line:
        encoded = character.encode()
        if len(part) + len(encoded) > LINE_BYTES:
            parts.append(part)
            part = b" "
        part += encoded
    return b"\r\n".join([*parts, part]) + b"\r\n"


def _utc(at: int) -> str:
    """A time in milliseconds since 1970, in the form of UTC."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y%m%dT%H%M%SZ")
