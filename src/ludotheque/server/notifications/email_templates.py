"""The e-mails of the server: their subject, plain text and HTML."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from ludotheque.engine.words import common_words, say
from ludotheque.server.notifications.texts import Notification


class Email(NamedTuple):
    """An e-mail, as plain text and as HTML."""

    id: str
    lang: str
    subject: str
    text: str
    html: str
    unsubscribe_link: str | None


def digest_email(notification: Notification, unsubscribe_link: str) -> Email:
    """The e-mail that lists the tables at which it is the reader's turn."""
    words = common_words(notification.lang)
    more = say(words, "call.more", {"count": notification.more}) if notification.more else ""
    footer = say(words, "call.letter.foot")
    unsubscribe = say(words, "call.letter.end")
    parts = [*(f"{turn.text}\n{turn.link}" for turn in notification.turns), *([more] if more else [])]
    parts.append(f"-- \n{footer}\n{unsubscribe}\n{unsubscribe_link}\n")
    button = say(words, "call.letter.go")
    rows = "".join(_row(turn.text, turn.link, button) for turn in notification.turns)
    rest = f"<p>{escape(more)}</p>" if more else ""
    end = f'{escape(footer)} <a href="{escape(unsubscribe_link)}">{escape(unsubscribe)}</a>'
    html = _page(notification.lang, f"{rows}{rest}", end)
    return Email(notification.id, notification.lang, notification.text, "\n\n".join(parts), html, unsubscribe_link)


def confirmation_email(id: str, lang: str, link: str) -> Email:
    """The first e-mail to an address: asks its reader to confirm that it is theirs."""
    words = common_words(lang)
    lead, footer, button = (say(words, f"call.letter.confirm.{key}") for key in ("lead", "foot", "go"))
    html = _page(lang, _row(lead, link, button), escape(footer))
    return Email(id, lang, say(words, "call.letter.confirm.subject"), f"{lead}\n{link}\n\n{footer}\n", html, None)


def _row(text: str, link: str, button: str) -> str:
    return (
        f'<p style="margin:0 0 8px">{escape(text)}</p><p style="margin:0 0 24px"><a href="{escape(link)}" '
        'style="display:inline-block;padding:10px 18px;border-radius:10px;background:#a63a22;color:#fff6e6;'
        f'font-weight:bold;text-decoration:none">{escape(button)}</a></p>'
    )


def _page(lang: str, body: str, footer: str) -> str:
    return (
        f'<!doctype html><html lang="{lang}"><body style="margin:0;padding:24px;background:#f3e5c3;color:#2a2019;'
        'font:17px/1.45 Georgia,serif"><div style="max-width:34em;margin:0 auto;padding:24px;background:#fffaf0;'
        'border-radius:14px"><p style="margin:0 0 20px;font-size:24px;color:#a63a22">Ludothèque</p>'
        f'{body}<p style="margin:0;font-size:14px;color:#6b5a3f">{footer}</p></div></body></html>'
    )
