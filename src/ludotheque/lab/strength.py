"""The page on how strong a game's levels are, and the figures beside it, which can be measured in parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from ludotheque.engine.game import Game
from ludotheque.lab.ladder import BadLadder, Score, ThinkingTime, target
from ludotheque.lab.ratings_page import rating_lines
from ludotheque.lab.seats import FAIR, SeatShares


class Figures(msgspec.Struct, frozen=True):
    """All that was measured of a game so far."""

    game: str
    scores: list[Score] = []
    seats: list[SeatShares] = []


def read_figures(game: Game, folder: Path) -> Figures:
    """The figures of a game in a folder, none if there is no such file; raises :class:`BadLadder`."""
    file = folder / f"{game.id}.json"
    if not file.exists():
        return Figures(game.id)
    try:
        return msgspec.json.decode(file.read_bytes(), type=Figures)
    except (OSError, msgspec.DecodeError) as error:
        raise BadLadder(f"{file} cannot be read ({error}): move it away to measure anew") from None


def write_figures(game: Game, folder: Path, scores: Sequence[Score], seats: Sequence[SeatShares] = ()) -> None:
    """Put figures into those of a game, in the place of those of the same pairings and levels; write its page anew."""
    known = read_figures(game, folder)
    kept = {score.pairing: score for score in (*known.scores, *scores)}
    strength = {name: rank for rank, name in enumerate((*game.variants, *game.trials, *game.levels))}
    order = sorted(kept, key=lambda one: (one.players, strength.get(one.upper, -1), strength.get(one.lower, -1)))
    shares = {(one.players, strength.get(one.level, -1)): one for one in (*known.seats, *seats)}
    figures = Figures(game.id, [kept[pairing] for pairing in order], [shares[key] for key in sorted(shares)])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{game.id}.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures)) + b"\n")
        (folder / f"{game.id}.md").write_text(page(game, figures, _read_notes(game, folder)), "utf-8")
    except OSError as error:
        raise BadLadder(f"{folder} cannot be written ({error.strerror}): run the command from the checkout") from None


def _read_notes(game: Game, folder: Path) -> list[str]:
    """The lines of ``GAME-notes.md``: what is to be said about a game's bots besides the figures."""
    notes = folder / f"{game.id}-notes.md"
    return [*notes.read_text("utf-8").splitlines(), ""] if notes.exists() else []


def page(game: Game, figures: Figures, notes: Sequence[str] = ()) -> str:
    """The page, in Markdown."""
    words, scores = game.words("en"), figures.scores
    lines = [
        f"# {words['title']}: how strong the bots are",
        "",
        *_levels(game, scores),
        "One bot of a level plays among bots of a lower one, on every seat in turn. A fair share is one game in as many"
        " as there are players; a drawn game counts as that. Each level should win 65 of 100 games for two against the"
        " one below, and 1.6 times its fair share at larger tables.",
        "",
        *rating_lines(game, scores),
        "## Pairings",
        "",
        *_table(game, scores),
        *_seats(figures.seats),
        *notes,
        "## How it was measured",
        "",
        "With the default options, by",
        "",
        "```sh",
        *sorted({f"ludotheque ladder {game.id} --games {one.games} --seed {one.seed} --write" for one in scores}),
        *sorted({f"ludotheque ladder {game.id} --seats --games {one.games} --write" for one in figures.seats}),
        "```",
        "",
        "The same command plays the same games, whatever the number of processes. `--levels` and `--players` measure a"
        f" part of the table and leave the rest as it is. The figures are in [{game.id}.json]({game.id}.json).",
    ]
    return "\n".join(lines) + "\n"


def _levels(game: Game, scores: Sequence[Score]) -> Iterator[str]:
    """What each level is, and how long it thinks."""
    words = game.words("en")
    yield from _row("level", "how it plays", "thinks about a move, median", "longest")
    yield from _row(*["---"] * 4)
    for level in game.levels:
        times = list(_times(level, scores))
        shown = ["–", "–"]
        if times:
            shown = [_milliseconds(max(one.median for one in times)), _milliseconds(max(one.longest for one in times))]
        yield from _row(level, words["level_help"][level], *shown)
    yield ""
    yield "Times are of one processor, the largest of any pairing."
    yield ""


def _times(level: str, scores: Sequence[Score]) -> Iterator[ThinkingTime]:
    for score in scores:
        if score.pairing.upper == level:
            yield score.upper_time
        if score.pairing.lower == level:
            yield score.lower_time


def _table(game: Game, scores: Sequence[Score]) -> Iterator[str]:
    heads = ("players", "one", "among", "games", "won", "times its fair share", "95 % interval", "target", "verdict")
    yield from _row(*heads)
    yield from _row(*["---"] * len(heads))
    for score in scores:
        pairing, wanted = score.pairing, target(game, score.pairing)
        low, high = score.interval
        yield from _row(
            str(pairing.players),
            pairing.upper,
            pairing.lower,
            str(score.games),
            f"{score.won / score.games:.1%}",
            f"{score.multiple:.2f}",
            f"{low:.2f} to {high:.2f}",
            "" if wanted is None else f"{wanted:g}",
            "" if wanted is None else "met" if score.multiple >= wanted else "missed",
        )
    yield ""


def _seats(found: Sequence[SeatShares]) -> Iterator[str]:
    """What each seat wins among bots of one level."""
    if not found:
        return
    yield "## One person among bots"
    yield ""
    yield (
        "Bots are not told which seats are people's. A person who plays as well as the bots of a level around them wins"
        f" what the seat wins: its fair share, within {FAIR:.0%}. A verdict is open where chance alone may have taken a"
        " seat further than that."
    )
    yield ""
    yield from _row("players", "bots", "games", "times the fair share, by seat", "95 % interval", "verdict")
    yield from _row(*["---"] * 6)
    for one in found:
        shares = ", ".join(f"{times:.2f}" for times in one.multiples)
        yield from _row(str(one.players), one.level, f"{one.games:,}", shares, f"± {one.width:.2f}", one.verdict)
    yield ""


def _milliseconds(time: float) -> str:
    return f"{time:.2g} ms" if time < 10 else f"{time:,.0f} ms"


def _row(*cells: str) -> Iterator[str]:
    yield f"| {' | '.join(cells)} |"
