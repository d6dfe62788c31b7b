"""The ratings of a game's bots on the page of its ladder, and their plot beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ludotheque.engine.game import Game
from ludotheque.lab.ladder import BadLadder, Score
from ludotheque.lab.plotting import new_figure, plot_style, svg_file
from ludotheque.lab.ratings import Rating, rate
from ludotheque.lab.report.plots import draw_ratings


def rate_ladder(game: Game, scores: Sequence[Score]) -> list[Rating]:
    """The ratings of all bots that were measured, the weakest level at 0; other bots first, then the levels."""
    order = [*game.variants, *game.trials, *game.levels]
    ratings = rate(scores, next(iter(game.levels)))
    return sorted(ratings, key=lambda rating: (rating.players, order.index(rating.bot)))


def rating_lines(game: Game, scores: Sequence[Score]) -> Iterator[str]:
    """The part of the page, in Markdown; nothing where nothing was measured."""
    if not scores:
        return
    ratings = rate_ladder(game, scores)
    bots = list(dict.fromkeys(rating.bot for rating in ratings))
    yield "## Ratings"
    yield ""
    yield f"![Ratings of the bots at each number of players, with error bars]({game.id}.svg)"
    yield ""
    yield (
        "One number for each bot and number of players, fitted to the pairings below at once. With 100 points more a"
        " bot wins 1.8 times as often as one at its table, with 400 more ten times. The weakest level is 0, and the"
        " others are measured against it; ± is where the true rating lies 95 times of 100"
        " ([how they are fitted](../reports.md#ratings))."
    )
    yield ""
    heads = ["players", *bots]
    yield _row(heads)
    yield _row(["---"] * len(heads))
    for players in dict.fromkeys(rating.players for rating in ratings):
        at_table = {rating.bot: rating for rating in ratings if rating.players == players}
        yield _row([str(players), *(_cell(at_table.get(bot)) for bot in bots)])
    yield ""


def _cell(rating: Rating | None) -> str:
    if rating is None:
        return "–"
    width = (rating.high - rating.low) / 2
    points = f"{rating.points:.0f}".replace("-", "−")
    return f"{points} ± {width:.0f}" if width else points


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def write_ratings_plot(game: Game, folder: Path, scores: Sequence[Score]) -> None:
    """Write the plot of the ratings beside the page; raises :class:`BadLadder`."""
    ratings = rate_ladder(game, scores)
    with plot_style():
        several = len({rating.players for rating in ratings}) > 1
        figure, (axes,) = new_figure(620, 330 if several else 74 + 26 * len(ratings))
        draw_ratings(axes, ratings)
        plot = svg_file(figure, f"{game.words('en')['title']}: ratings of the bots")
    try:
        (folder / f"{game.id}.svg").write_text(plot, "utf-8")
    except OSError as error:
        raise BadLadder(f"{folder} cannot be written ({error.strerror}): run the command from the checkout") from None
