"""The database schema, as migrations from the first version on. A migration that was released is never changed.

Migrations are SQL that every database understands, but for two words: ``{keyed}`` ends a table without a row id,
``{blob}`` is a column of bytes.
"""

from __future__ import annotations

from typing import Final

STALE: Final = "stale"
"""Row of ``meta`` that exists while the table index must be built from the logs."""
ALIVE: Final = "alive"
"""Row of ``meta``: when the server last recorded that it ran, in digits."""
PROBE: Final = "probe"
"""Row of ``meta`` that is written to check that the database is writable."""
EDITIONS: Final = "editions"
"""Row of ``meta``: the editions of the rules that the table index was last checked with."""
SCRUB: Final = "scrub"
"""Row of ``meta`` that exists while the file may contain remains of deleted data."""
KEY: Final = "key"
"""Row of ``meta``: the key that the server signs with."""
OPENED: Final = "opened"
"""Row of ``meta``: when the cluster started, and when a worker was last known to run before."""

_LOG: Final = """
CREATE TABLE entry (
    "table" TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body {blob} NOT NULL,
    PRIMARY KEY ("table", seq)
) {keyed};
"""
_INDEX: Final = f"""
CREATE TABLE meta (name TEXT PRIMARY KEY, value {{blob}}) {{keyed}};
CREATE TABLE summary (
    "table" TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    state TEXT NOT NULL,
    seats TEXT NOT NULL,
    asked TEXT NOT NULL,
    due BIGINT,
    updated BIGINT NOT NULL
) {{keyed}};
CREATE INDEX lobby ON summary (state, updated) WHERE public;
CREATE TABLE sitting (
    guest TEXT NOT NULL,
    "table" TEXT NOT NULL,
    seat INTEGER,
    PRIMARY KEY (guest, "table")
) {{keyed}};
INSERT INTO meta SELECT '{STALE}', NULL WHERE EXISTS (SELECT 1 FROM entry);
"""
# The first databases with push notifications did not count this as a step of its own.
_PUSH: Final = """
CREATE TABLE IF NOT EXISTS push (
    guest TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh {blob} NOT NULL,
    auth {blob} NOT NULL,
    lang TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (guest, endpoint)
) {keyed};
CREATE INDEX IF NOT EXISTS push_at ON push (at);
"""
# Notification channels besides push, and the turns they have yet to notify of.
_CHANNELS: Final = """
CREATE TABLE way (
    id TEXT PRIMARY KEY,
    guest TEXT NOT NULL,
    "table" TEXT NOT NULL,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    shape TEXT NOT NULL,
    secret TEXT NOT NULL,
    lang TEXT NOT NULL,
    daily BOOLEAN NOT NULL,
    confirmed BOOLEAN NOT NULL,
    made BIGINT NOT NULL,
    sent BIGINT NOT NULL,
    number BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    due BIGINT,
    holder TEXT NOT NULL,
    lease BIGINT NOT NULL
) {keyed};
CREATE INDEX way_guest ON way (guest);
CREATE INDEX way_table ON way ("table") WHERE "table" <> '';
CREATE INDEX way_due ON way (due);
CREATE TABLE waiting (
    way TEXT NOT NULL,
    "table" TEXT NOT NULL,
    seat INTEGER NOT NULL,
    since BIGINT NOT NULL,
    told BOOLEAN NOT NULL,
    warn BIGINT,
    PRIMARY KEY (way, "table", seat)
) {keyed};
CREATE INDEX waiting_table ON waiting ("table", seat);
"""

_TOURNAMENTS: Final = """
CREATE TABLE club (id TEXT PRIMARY KEY, name TEXT NOT NULL, blurb TEXT NOT NULL, at BIGINT NOT NULL) {keyed};
CREATE TABLE member (
    club TEXT NOT NULL,
    guest TEXT NOT NULL,
    name TEXT NOT NULL,
    organiser BOOLEAN NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (club, guest)
) {keyed};
CREATE INDEX member_guest ON member (guest);
CREATE TABLE evening (
    id TEXT PRIMARY KEY,
    club TEXT NOT NULL,
    plan TEXT NOT NULL,
    state TEXT NOT NULL,
    at BIGINT NOT NULL
) {keyed};
CREATE INDEX evening_club ON evening (club, at);
CREATE TABLE entrant (
    evening TEXT NOT NULL,
    number INTEGER NOT NULL,
    guest TEXT,
    name TEXT NOT NULL,
    bot TEXT,
    gone BOOLEAN NOT NULL,
    PRIMARY KEY (evening, number)
) {keyed};
CREATE UNIQUE INDEX entrant_guest ON entrant (evening, guest);
CREATE TABLE evening_round (
    evening TEXT NOT NULL,
    number INTEGER NOT NULL,
    byes TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (evening, number)
) {keyed};
CREATE TABLE pairing (
    evening TEXT NOT NULL,
    number INTEGER NOT NULL,
    board INTEGER NOT NULL,
    "table" TEXT NOT NULL,
    seats TEXT NOT NULL,
    places TEXT,
    points TEXT,
    by_hand BOOLEAN NOT NULL,
    PRIMARY KEY (evening, number, board)
) {keyed};
CREATE UNIQUE INDEX pairing_table ON pairing ("table");
CREATE TABLE player (
    guest TEXT PRIMARY KEY,
    handle TEXT NOT NULL,
    name TEXT NOT NULL,
    listed BOOLEAN NOT NULL
) {keyed};
CREATE UNIQUE INDEX player_handle ON player (handle);
CREATE TABLE alias (guest TEXT PRIMARY KEY, now TEXT NOT NULL) {keyed};
CREATE TABLE rated ("table" TEXT PRIMARY KEY, at BIGINT NOT NULL) {keyed};
CREATE TABLE rating (
    game TEXT NOT NULL,
    who TEXT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (game, who)
) {keyed};
CREATE TABLE result (
    game TEXT NOT NULL,
    who TEXT NOT NULL,
    number INTEGER NOT NULL,
    "table" TEXT NOT NULL,
    place INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, who, number)
) {keyed};
"""

_ACCOUNTS: Final = """
CREATE TABLE account (
    id TEXT PRIMARY KEY,
    guest TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    generation BIGINT NOT NULL,
    created BIGINT NOT NULL
) {keyed};
CREATE TABLE passkey (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    party TEXT NOT NULL,
    public_key {blob} NOT NULL,
    uses BIGINT NOT NULL,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT NOT NULL
) {keyed};
CREATE INDEX passkey_account ON passkey (account);
CREATE TABLE spent (ticket TEXT PRIMARY KEY, until BIGINT NOT NULL) {keyed};
CREATE TABLE spoke (
    guest TEXT NOT NULL,
    "table" TEXT NOT NULL,
    who TEXT NOT NULL,
    PRIMARY KEY (guest, "table", who)
) {keyed};
CREATE TABLE moderator (guest TEXT PRIMARY KEY, name TEXT NOT NULL, since BIGINT NOT NULL) {keyed};
CREATE TABLE report (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    "table" TEXT NOT NULL,
    reporter TEXT NOT NULL,
    reporter_name TEXT NOT NULL,
    guest TEXT NOT NULL,
    name TEXT NOT NULL,
    said TEXT NOT NULL,
    aside BOOLEAN NOT NULL,
    why TEXT NOT NULL,
    closed BIGINT
) {keyed};
CREATE INDEX report_open ON report (at) WHERE closed IS NULL;
CREATE TABLE sanction (
    guest TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (guest, kind)
) {keyed};
CREATE TABLE deed (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    moderator TEXT NOT NULL,
    moderator_name TEXT NOT NULL,
    kind TEXT NOT NULL,
    guest TEXT NOT NULL,
    name TEXT NOT NULL,
    "table" TEXT NOT NULL,
    until BIGINT,
    why TEXT NOT NULL
) {keyed};
CREATE INDEX deed_at ON deed (at);
"""

_LENGTHS: Final = """
ALTER TABLE summary ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
UPDATE summary SET length = coalesce((SELECT max(seq) + 1 FROM entry WHERE entry."table" = summary."table"), 0);
"""

# The entries of tables in play are rebuilt when the server starts: their logs are longer than that.
_DELAYS: Final = """
ALTER TABLE summary ADD COLUMN began BIGINT;
UPDATE summary SET length = 0 WHERE state <> 'over';
"""

# Why a tournament was cancelled; NULL if it was not.
_CANCELLED: Final = "ALTER TABLE evening ADD COLUMN cancelled TEXT;"

STEPS: Final = (_LOG, _INDEX, _PUSH, _CHANNELS, _ACCOUNTS, _TOURNAMENTS, _LENGTHS, _DELAYS, _CANCELLED)
VERSION: Final = len(STEPS)
