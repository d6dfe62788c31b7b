"""The command ``ludotheque``."""

from __future__ import annotations

import argparse
import gzip
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ludotheque import __version__, games
from ludotheque.cli import moderators, remote, server
from ludotheque.cli.options import FAILED, MISUSED, Failure, Misuse, read_options, takes_options
from ludotheque.engine.boxes import BadBox
from ludotheque.engine.clauses import UnknownClause
from ludotheque.engine.game import Game
from ludotheque.engine.options import BadOptions
from ludotheque.engine.record import BadRecord, Record
from ludotheque.engine.words import LANGUAGES
from ludotheque.server.settings.sources import BadSettings, configure, takes_settings


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 if all is well, 1 if something was found wrong, 2 if it was asked wrongly."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments) or 0)
    except (Misuse, BadSettings, games.UnknownGame, UnknownClause, BadOptions, BadBox) as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return MISUSED
    except (Failure, BadRecord) as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough; say nothing more, not even while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ludotheque", description="A shelf of board games, open day and night.")
    parser.add_argument("--version", action="version", version=f"ludotheque {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    server.add_commands(commands)

    shelf = commands.add_parser("games", help="what is on the shelf")
    shelf.add_argument("--lang", choices=LANGUAGES, default="fr")
    shelf.set_defaults(run=_games)

    play = commands.add_parser("play", help="play in this terminal, against bots")
    play.add_argument("game", metavar="GAME")
    play.add_argument("--seat", type=int, default=0, help="the seat you take, from 0")
    play.add_argument("--bot", help="the bot you play (the best one)")
    play.add_argument("--lang", choices=LANGUAGES, default="fr")
    play.add_argument("--save", type=Path, help="keep the record in this file")
    takes_options(play)
    play.set_defaults(run=_play)

    sim = commands.add_parser("sim", help="let bots play many games, and count")
    sim.add_argument("game", metavar="GAME")
    sim.add_argument("--games", type=int, default=100, metavar="N")
    sim.add_argument("--players", type=int, metavar="K")
    sim.add_argument("--bots", default="", help="bots by name, separated by commas, repeated to fill the seats")
    sim.add_argument("--program", metavar="CMD", help="seat an outside program in the last chair")
    sim.add_argument("--seed", type=int, default=0)
    sim.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes to play in")
    sim.add_argument("--save", type=Path, metavar="DIR", help="keep every game as a record in this folder")
    sim.add_argument("--json", action="store_true", help="print the report as JSON")
    takes_options(sim)
    sim.set_defaults(run=_sim)

    balance = commands.add_parser("balance", help="whether a game is in balance between equal bots, at every table")
    balance.add_argument("game", metavar="GAME")
    balance.add_argument("--games", type=int, default=20_000, metavar="N", help="games at each number of players")
    balance.add_argument("--bot", help="the bot in every seat (the best one)")
    balance.add_argument("--seed", type=int, default=0)
    balance.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes to play in")
    balance.add_argument("--output", type=Path, metavar="FILE", help="the page to write (standard output)")
    balance.set_defaults(run=_balance)

    rules = commands.add_parser("rules", help="a rulebook, one clause of it, or which tests exercise which clause")
    rules.add_argument("game", metavar="GAME", nargs="?")
    rules.add_argument("clause", metavar="CLAUSE", nargs="?")
    rules.add_argument("--lang", choices=LANGUAGES, default="fr")
    rules.add_argument("--coverage", action="store_true", help="every clause with the tests that exercise it")
    rules.add_argument("--tests", type=Path, default=Path("tests"), help="where the tests are (for --coverage)")
    rules.set_defaults(run=_rules)

    _record_parser(commands.add_parser("record", help="look at a recorded game"))
    remote.add_commands(commands)
    moderators.add_commands(commands)

    _ratings_parser(commands.add_parser("ratings", help="how strong the players of a house are"))

    bench = commands.add_parser("bench", help="how quick the games are")
    bench.add_argument("--rounds", type=int, default=5)
    bench.add_argument(
        "--server",
        nargs="?",
        const="all",
        choices=("all", "two", "six", "ease", "sockets", "hostile", "postgres"),
        help="measure the server under load instead of the games: all of it, or one scene",
    )
    bench.add_argument("--json", action="store_true")
    bench.set_defaults(run=_bench)
    return parser


def _record_parser(record: argparse.ArgumentParser) -> None:
    verbs = record.add_subparsers(required=True, metavar="VERB")
    verify = verbs.add_parser("verify", help="replay it, and draw all its luck again")
    verify.add_argument("--commitment", help="what you saw of the table's luck before you sent your nonce")
    verify.add_argument("--nonce", help="the nonce that you sent")
    verify.set_defaults(run=_record_verify)
    show = verbs.add_parser("show", help="tell it in words")
    show.set_defaults(run=_record_show)
    export = verbs.add_parser("export", help="write it out as one seat saw it")
    export.add_argument("--output", "-o", type=Path, help="the file to write (standard output)")
    export.set_defaults(run=_record_export)
    for verb in (verify, show, export):
        verb.add_argument("file", type=Path, metavar="FILE")
    for verb in (show, export):
        verb.add_argument("--seat", default="all", help="through whose eyes: a seat, “spectator”, or “all”")
    show.add_argument("--lang", choices=LANGUAGES, default="fr")


def _ratings_parser(ratings: argparse.ArgumentParser) -> None:
    verbs = ratings.add_subparsers(required=True, metavar="VERB")
    verbs.add_parser("rebuild", help="count them anew from the logs, in the order in which games ended")
    show = verbs.add_parser("show", help="the ladder of a game, bots included")
    show.add_argument("game", metavar="GAME")
    for verb in verbs.choices.values():
        takes_settings(verb, ["database"])
        verb.set_defaults(run=_ratings)


def _games(arguments: argparse.Namespace) -> None:
    for game in games.shelf().values():
        words = game.words(arguments.lang)
        least, most = game.rules.seats[0], game.rules.seats[-1]
        print(f"{game.id:12} {words['title']}, {least if least == most else f'{least}–{most}'}: {words['tagline']}")
        print(f"{'':12} bots: {', '.join(game.levels)}")


def _play(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import terminal
    from ludotheque.engine import record

    game = games.find(arguments.game)
    level = arguments.bot or list(game.levels)[-1]
    if level not in game.levels:
        raise Misuse(f"{game.id} has no bot “{level}”: there are {', '.join(game.levels)}")
    if not 0 <= arguments.seat < game.rules.seats[0]:
        raise Misuse(f"there is no seat {arguments.seat}: take one from 0 to {game.rules.seats[0] - 1}")
    try:
        match = terminal.play(game, read_options(game, arguments.option), arguments.seat, level, arguments.lang)
    except terminal.Left:
        return
    if arguments.save:
        arguments.save.write_bytes(record.write(match.record))


def _sim(arguments: argparse.Namespace) -> None:
    from ludotheque.lab import report, simulate
    from ludotheque.lab.plan import BadPlan

    game = games.find(arguments.game)
    bots = [name for name in arguments.bots.split(",") if name]
    options = read_options(game, arguments.option)
    try:
        plan = simulate.plan(
            game.id, arguments.games, arguments.players, bots, arguments.seed, options, arguments.program
        )
    except BadPlan as error:
        raise Misuse(error) from None
    if arguments.save is not None:
        try:
            arguments.save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Misuse(f"cannot keep games in {arguments.save}: {error.strerror}") from None
    jobs = max(1, min(arguments.jobs, -(-plan.games // simulate.CHUNK)))
    with report.progress(f"{game.id}, {plan.players}", plan.games) as tick:
        found = simulate.simulate(plan, jobs, tick, arguments.save)
    report.as_json(found) if arguments.json else report.simulation(found)


def _balance(arguments: argparse.Namespace) -> int:
    from ludotheque.lab import balance, report, simulate
    from ludotheque.lab.plan import BadPlan

    game = games.find(arguments.game)
    try:
        plans = balance.plans(game, arguments.games, arguments.bot, arguments.seed)
        plans += balance.trials(game, arguments.games, arguments.bot, arguments.seed)
    except BadPlan as error:
        raise Misuse(error) from None
    with report.progress(f"{game.id}, {arguments.games} games each", sum(plan.games for plan in plans)) as tick:
        found = []
        for plan in plans:
            found.append(simulate.simulate(plan, max(1, arguments.jobs), tick))
            if arguments.output:  # Kept as it goes: a run takes hours, and what is done should not be lost.
                arguments.output.parent.mkdir(parents=True, exist_ok=True)
                arguments.output.write_text(balance.page(game, found), "utf-8")
    if not arguments.output:
        print(balance.page(game, found), end="")
    return FAILED if any(balance.misses(game, one) for one in found) else 0


def _rules(arguments: argparse.Namespace) -> int:
    from ludotheque.lab import report

    if arguments.coverage:
        chosen = [games.find(arguments.game)] if arguments.game else list(games.shelf().values())
        if not arguments.tests.is_dir():
            raise Misuse(f"no tests in “{arguments.tests}”: run this in a checkout, or say where with --tests")
        return FAILED if report.coverage(chosen, arguments.tests, arguments.lang) else 0
    if not arguments.game:
        raise Misuse(f"say which game: {', '.join(games.shelf())}")
    book = games.find(arguments.game).rulebook(arguments.lang)
    report.rulebook(book, book.clause(arguments.clause) if arguments.clause else None)
    return 0


def _read(path: Path) -> tuple[Game, Any]:
    from ludotheque.engine import record

    try:
        found = record.read(path.read_bytes())
    except OSError as error:
        raise Misuse(f"cannot read {path}: {error.strerror}") from None
    return games.find(found.header.game), found


def _eyes(text: str, players: int) -> Any:
    if text in ("all", "spectator"):
        return "all" if text == "all" else None
    if text.isdecimal() and int(text) < players:
        return int(text)
    raise Misuse(f"“{text}” is nobody at that table: a seat from 0 to {players - 1}, “spectator”, or “all”")


def _record_verify(arguments: argparse.Namespace) -> None:
    from ludotheque.engine import record
    from ludotheque.lab import report

    verdicts: list[record.Verdict] = []
    for found in _records(arguments.file):
        game = games.find(found.header.game)
        if arguments.commitment not in (None, found.header.commitment):
            raise BadRecord(1, "this is not the commitment that you saw")
        if arguments.nonce is not None and arguments.nonce not in found.header.nonces:
            raise BadRecord(1, "the nonce that you sent is not in it")
        try:
            verdicts.append(record.verify(game, found))
        except BadRecord as error:
            raise BadRecord(error.line, f"{error.why} (game {len(verdicts) + 1})") if verdicts else error from None
    moves, draws = sum(verdict.moves for verdict in verdicts), sum(verdict.draws for verdict in verdicts)
    outcome, sealed = verdicts[0].outcome, all(verdict.sealed for verdict in verdicts)
    if len(verdicts) > 1:
        print(f"{len(verdicts)} games: {moves} moves replayed, every one allowed.")
        print(f"{'Every' if sealed else 'Not every'} game is over; {draws} draws of luck come out the same.")
        return
    print(f"{game.id}: {moves} moves replayed, every one allowed.")
    if sealed:
        print(f"The secret is the one promised; {draws} draws of luck come out the same.")
        report.luck(found.header, verdicts[0], arguments.commitment, arguments.nonce)
    else:
        print("The game is not over: its luck can be checked when it is.")
    if outcome:
        winners = ", ".join(found.header.players[seat] for seat in outcome.winners) or "nobody: a draw"
        print(f"Winner: {winners} ({outcome.reason}, {outcome.clause}).")
    elif sealed:
        print("Nobody won: the table voted to end it.")


def _records(path: Path) -> Iterator[Record]:
    """The record in a file, or the many that an export has, one at a time."""
    from ludotheque.engine import record

    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
            records = record.read_all(lines)
            yield next(records, None) or record.read(b"")
            yield from records
    except OSError as error:
        raise Misuse(f"cannot read {path}: {error.strerror or error}") from None


def _record_show(arguments: argparse.Namespace) -> None:
    from ludotheque.engine.record import Spoken
    from ludotheque.engine.story import narrate
    from ludotheque.engine.words import say_event

    game, found = _read(arguments.file)
    words = game.words(arguments.lang)
    header = found.header
    for seat, (name, kind) in enumerate(zip_longest(header.players, header.kinds, fillvalue="human")):
        print(f"{seat}: {name}" if kind == "human" else f"{seat}: {name} ({kind})")
    for part in narrate(game, found, _eyes(arguments.seat, len(found.header.players))):
        if isinstance(part, Spoken):
            aside = "" if part.to is None else f" → {', '.join(found.header.players[seat] for seat in part.to)}"
            print(f"       {part.name}{aside}: {part.text}")
            continue
        for event in part.events:
            print(f"{part.number + 1:>5}  {say_event(words, event)}")


def _record_export(arguments: argparse.Namespace) -> None:
    from ludotheque.engine.story import export

    game, found = _read(arguments.file)
    data = export(game, found, _eyes(arguments.seat, len(found.header.players)))
    if arguments.output:
        arguments.output.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)


def _ratings(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import ratings
    from ludotheque.server.storage import StorageError

    game = games.find(arguments.game).id if "game" in arguments else None
    database = configure(vars(arguments)).settings.database
    try:
        ratings.show(database, game) if game else ratings.rebuild(database)
    except StorageError as error:
        raise Failure(error) from None


def _bench(arguments: argparse.Namespace) -> int:
    from ludotheque.lab import bench, report
    from ludotheque.lab.load import scenes

    if arguments.rounds < 1:
        raise Misuse("at least one round")
    with report.spinner() as tick:
        figures = (
            scenes.measure_server(arguments.server, tick=tick)
            if arguments.server
            else bench.bench(arguments.rounds, tick)
        )
    report.as_json(figures) if arguments.json else report.figures(figures)
    return FAILED if any(figure.met is False for figure in figures) else 0
