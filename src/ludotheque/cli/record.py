"""``ludotheque record``: verify, show and export recorded games."""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.cli.options import Misuse
from ludotheque.engine.game import Game
from ludotheque.engine.record import BadRecord, Record
from ludotheque.engine.words import LANGUAGES


def add_commands(commands: Any) -> None:
    """Add the command ``record``."""
    record = commands.add_parser("record", help="verify, show or export a recorded game")
    verbs = record.add_subparsers(required=True, metavar="VERB")
    verify = verbs.add_parser("verify", help="replay a game and verify every draw of chance")
    verify.add_argument("--commitment", help="the commitment that the table showed before you sent your nonce")
    verify.add_argument("--nonce", help="the nonce that you sent")
    verify.set_defaults(run=_record_verify)
    show = verbs.add_parser("show", help="print a game in words")
    show.set_defaults(run=_record_show)
    export = verbs.add_parser("export", help="write a record with what one seat saw")
    export.add_argument("--output", "-o", type=Path, help="the file to write (standard output)")
    export.set_defaults(run=_record_export)
    for verb in (verify, show, export):
        verb.add_argument("file", type=Path, metavar="FILE")
    for verb in (show, export):
        verb.add_argument("--seat", default="all", help="whose view: a seat, “spectator”, or “all”")
    show.add_argument("--lang", choices=LANGUAGES, default="fr")


def _record_verify(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import output
    from ludotheque.engine import record

    verdicts: list[record.Verification] = []
    for found in _records(arguments.file):
        game = games.find(found.header.game)
        if arguments.commitment not in (None, found.header.commitment):
            raise BadRecord(found.first_line, "this is not the commitment that you saw")
        if arguments.nonce is not None and arguments.nonce not in found.header.nonces:
            raise BadRecord(found.first_line, "the nonce that you sent is not in it")
        try:
            verdicts.append(record.verify(game, found))
        except BadRecord as error:
            raise BadRecord(error.line, f"{error.why} (game {len(verdicts) + 1})") if verdicts else error from None
    moves, draws = sum(verdict.moves for verdict in verdicts), sum(verdict.draws for verdict in verdicts)
    outcome, sealed = verdicts[0].outcome, all(verdict.sealed for verdict in verdicts)
    if len(verdicts) > 1:
        print(f"{len(verdicts)} games: {moves} moves replayed, every one allowed.")
        print(f"{'Every' if sealed else 'Not every'} game is over; {draws} random draws repeated with the same result.")
        return
    print(f"{game.id}: {moves} moves replayed, every one allowed.")
    if sealed:
        print(f"The secret fits the commitment; {draws} random draws repeated with the same result.")
        output.print_chance(found.header, verdicts[0], arguments.commitment, arguments.nonce)
    else:
        print("The game is not over: its random draws can be verified when it is.")
    if outcome:
        winners = ", ".join(found.header.players[seat] for seat in outcome.winners) or "nobody: a draw"
        print(f"Winner: {winners} ({outcome.reason}, {outcome.clause}).")
    elif sealed:
        print("Nobody won: the table voted to end it.")


def _record_show(arguments: argparse.Namespace) -> None:
    from ludotheque.engine.chat import ChatMessage
    from ludotheque.engine.story import story_entries
    from ludotheque.engine.words import say_event

    game, found = _read(arguments.file)
    words = game.words(arguments.lang)
    header = found.header
    for seat, (name, kind) in enumerate(zip_longest(header.players, header.kinds, fillvalue="human")):
        print(f"{seat}: {name}" if kind == "human" else f"{seat}: {name} ({kind})")
    for part in story_entries(game, found, _viewer(arguments.seat, len(found.header.players))):
        if isinstance(part, ChatMessage):
            aside = "" if part.to is None else f" → {', '.join(found.header.players[seat] for seat in part.to)}"
            print(f"       {part.name}{aside}: {part.text}")
            continue
        for event in part.events:
            print(f"{part.number + 1:>5}  {say_event(words, event)}")


def _record_export(arguments: argparse.Namespace) -> None:
    from ludotheque.engine.story import export

    game, found = _read(arguments.file)
    data = export(game, found, _viewer(arguments.seat, len(found.header.players)))
    if arguments.output:
        arguments.output.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)


def _records(path: Path) -> Iterator[Record]:
    """The record in a file, or each of those in an export."""
    from ludotheque.engine import record

    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
            records = record.read_all(lines)
            yield next(records, None) or record.read(b"")
            yield from records
    except OSError as error:
        raise Misuse(f"cannot read {path}: {error.strerror or error}") from None


def _read(path: Path) -> tuple[Game, Record]:
    """The game and the record in a file."""
    from ludotheque.engine import record

    try:
        found = record.read(path.read_bytes())
    except OSError as error:
        raise Misuse(f"cannot read {path}: {error.strerror}") from None
    return games.find(found.header.game), found


def _viewer(text: str, players: int) -> Any:
    """Whose view a record is shown from: a seat, None for a spectator, or all."""
    if text in ("all", "spectator"):
        return "all" if text == "all" else None
    if text.isdecimal() and int(text) < players:
        return int(text)
    raise Misuse(f"“{text}” is nobody at that table: a seat from 0 to {players - 1}, “spectator”, or “all”")
