"""Letters, and the host's mail server that takes them."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from html import escape
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from ludotheque.engine.words import house_words, say
from ludotheque.server.notifications.texts import Note

_PORTS: Final = {"smtps": 465, "smtp": 587, "smtp+plain": 25}
_PATIENCE: Final = 20.0
_LETTERS_AT_ONCE: Final = 4
_UNFOLDED: Final = SMTP.clone(max_line_length=900)
"""Links stay in one piece, in headers too."""


class BadMailServer(ValueError):
    """A mail server that cannot be used; the sentence says how one is written."""


class Refused(Exception):
    """The mail server did not take a letter for this address."""


class MailTrouble(Exception):
    """The mail server cannot be used just now, whatever the address."""


class MailServer:
    """The host's: ``smtps://machine`` (TLS from the start), ``smtp://machine`` (TLS before anything is said), or
    ``smtp+plain://machine``, without any, for a server on the same machine.
    """

    def __init__(self, url: str, sender: str, user: str = "", password: str = "") -> None:
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            raise BadMailServer(f"“{parts.scheme}://{parts.hostname}” has no port one can call") from None
        if (
            parts.scheme not in _PORTS
            or not parts.hostname
            or parts.username is not None
            or parts.path not in ("", "/")
        ):
            raise BadMailServer("a mail server is written smtps://machine:port, smtp://… or smtp+plain://…")
        name, address = parseaddr(sender)
        if address.count("@") != 1 or not address.isascii() or not sender.isprintable():
            raise BadMailServer("letters come from somebody: an address such as Ludothèque <games@example.org>")
        local, _, self._domain = address.partition("@")
        self._sender = Address(name or "Ludothèque", local, self._domain)
        self._scheme, self._host, self._port = parts.scheme, parts.hostname, port or _PORTS[parts.scheme]
        self._user, self._password = user, password
        self._turns = asyncio.Semaphore(_LETTERS_AT_ONCE)

    async def send(self, letter: Letter, to: str) -> None:
        """Hand a letter in; raises :class:`Refused` or :class:`MailTrouble`."""
        message = self._message(letter, to)
        async with self._turns:
            await asyncio.to_thread(self._hand_in, message)

    def _message(self, letter: Letter, to: str) -> EmailMessage:
        message = EmailMessage(_UNFOLDED)
        message["From"] = self._sender
        message["To"] = to
        message["Subject"] = letter.subject
        message["Date"] = formatdate()
        message["Message-ID"] = f"<{letter.id}@{self._domain}>"
        message["Auto-Submitted"] = "auto-generated"
        if letter.end is not None:
            message["List-Unsubscribe"] = f"<{letter.end}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        message.add_alternative(letter.html, subtype="html")
        message["Content-Language"] = letter.lang  # after the parts, which would take it for theirs
        return message

    def _hand_in(self, message: EmailMessage) -> None:
        try:
            with self._connected() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            raise Refused(f"{[code for code, _ in error.recipients.values()]}") from None
        except smtplib.SMTPDataError as error:
            raise Refused(f"{error.smtp_code}") from None
        except (smtplib.SMTPException, OSError) as error:  # its words could tell the address
            raise MailTrouble(type(error).__name__) from None

    def _connected(self) -> smtplib.SMTP:
        trusted = ssl.create_default_context()
        if self._scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=_PATIENCE, context=trusted)
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=_PATIENCE)
        try:
            if self._scheme == "smtp":
                server.starttls(context=trusted)
            if self._user:
                server.login(self._user, self._password)
        except BaseException:
            server.close()
            raise
        return server


class Letter(NamedTuple):
    """A letter, in plain text and laid out."""

    id: str
    lang: str
    subject: str
    text: str
    html: str
    end: str | None
    """Where whoever wants no more of them says so."""


def digest(note: Note, end: str) -> Letter:
    """Where somebody is awaited."""
    words = house_words(note.lang)
    more = say(words, "call.more", {"count": note.more}) if note.more else ""
    foot = say(words, "call.letter.foot")
    stop = say(words, "call.letter.end")
    parts = [*(f"{turn.text}\n{turn.link}" for turn in note.turns), *([more] if more else [])]
    parts.append(f"-- \n{foot}\n{stop}\n{end}\n")
    go = say(words, "call.letter.go")
    rows = "".join(_row(turn.text, turn.link, go) for turn in note.turns)
    rest = f"<p>{escape(more)}</p>" if more else ""
    page = _page(note.lang, f"{rows}{rest}", f'{escape(foot)} <a href="{escape(end)}">{escape(stop)}</a>')
    return Letter(note.id, note.lang, note.text, "\n\n".join(parts), page, end)


def confirmation(id: str, lang: str, link: str) -> Letter:
    """The first letter: whether this address is really theirs."""
    words = house_words(lang)
    lead, foot, go = (say(words, f"call.letter.confirm.{key}") for key in ("lead", "foot", "go"))
    page = _page(lang, _row(lead, link, go), escape(foot))
    return Letter(id, lang, say(words, "call.letter.confirm.subject"), f"{lead}\n{link}\n\n{foot}\n", page, None)


def _row(text: str, link: str, go: str) -> str:
    return (
        f'<p style="margin:0 0 8px">{escape(text)}</p><p style="margin:0 0 24px"><a href="{escape(link)}" '
        'style="display:inline-block;padding:10px 18px;border-radius:10px;background:#a63a22;color:#fff6e6;'
        f'font-weight:bold;text-decoration:none">{escape(go)}</a></p>'
    )


def _page(lang: str, body: str, foot: str) -> str:
    return (
        f'<!doctype html><html lang="{lang}"><body style="margin:0;padding:24px;background:#f3e5c3;color:#2a2019;'
        'font:17px/1.45 Georgia,serif"><div style="max-width:34em;margin:0 auto;padding:24px;background:#fffaf0;'
        'border-radius:14px"><p style="margin:0 0 20px;font-size:24px;color:#a63a22">Ludothèque</p>'
        f'{body}<p style="margin:0;font-size:14px;color:#6b5a3f">{foot}</p></div></body></html>'
    )
