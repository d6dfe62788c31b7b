"""The requests to webhooks: in the formats of Discord and Slack, or as signed JSON."""

from __future__ import annotations

import hmac
import re
from typing import Any, Final

import msgspec

from ludotheque.engine.words import common_words, say
from ludotheque.server.notifications.texts import Notification
from ludotheque.server.storage.notification_channels import Channel

SIGNATURE: Final = "Ludotheque-Signature"
_DISCORD_MARKUP: Final = re.compile(r"([\\*_~`|>#\[\]()<-])")
_NO_EMBEDS: Final = 1 << 2


def webhook_request(channel: Channel, notification: Notification, at: int) -> tuple[list[tuple[str, str]], bytes]:
    """The headers and the body of a request."""
    headers = [("Content-Type", "application/json"), ("User-Agent", "Ludotheque")]
    if channel.shape == "discord":
        return headers, msgspec.json.encode(_discord_message(notification))
    if channel.shape == "slack":
        return headers, msgspec.json.encode(_slack_message(notification))
    body = msgspec.json.encode(notification)
    return [*headers, (SIGNATURE, signature(channel.secret, at // 1000, body))], body


def signature(secret: str, at: int, body: bytes) -> str:
    """The signature of a body: the time in seconds, and HMAC-SHA256 over the time, a dot and the body."""
    return f"t={at},v1={hmac.digest(secret.encode(), b'%d.%s' % (at, body), 'sha256').hex()}"


def _discord_message(notification: Notification) -> dict[str, Any]:
    texts = [f"{_escape_discord(turn.text)}\n<{turn.link}>" for turn in notification.turns]
    content = "\n".join([*(texts or [_escape_discord(notification.text)]), *_more(notification)])
    # A name such as @everyone must not notify anyone, and links get no preview.
    return {"content": content, "allowed_mentions": {"parse": []}, "flags": _NO_EMBEDS}


def _escape_discord(text: str) -> str:
    return _DISCORD_MARKUP.sub(r"\\\1", text)


def _slack_message(notification: Notification) -> dict[str, Any]:
    texts = [f"{_escape_slack(turn.text)} <{turn.link}>" for turn in notification.turns]
    text = "\n".join([*(texts or [_escape_slack(notification.text)]), *_more(notification)])
    return {"text": text, "unfurl_links": False}


def _escape_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _more(notification: Notification) -> list[str]:
    if not notification.more:
        return []
    return [say(common_words(notification.lang), "call.more", {"count": notification.more})]
