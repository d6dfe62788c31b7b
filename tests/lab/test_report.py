"""Reports: pages that ask for nothing outside themselves, the same for the same seed, with their data beside them."""

from __future__ import annotations

import csv
import doctest
import re
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.lab import estimates, plotting
from ludotheque.lab.report import plots
from ludotheque.lab.report.observe import PARTS, observe, plans
from ludotheque.lab.report.result_sections import seat_sections
from ludotheque.lab.report.tables import GameRow, SeatRow, Tables

Output = pytest.CaptureFixture[str]
COMMAND = ["report", "koalition", "--players", "3,4", "--games", "6", "--seed", "4"]
TABLES = ["course", "games", "gauges", "kinds", "pairings", "ratings", "seats", "times"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of a few games."""
    found = tmp_path_factory.mktemp("report") / "new" / "page.html"
    assert main([*COMMAND, "--jobs", "1", "--output", str(found)]) == 0
    return found


def read(page: Path, table: str) -> list[dict[str, str]]:
    """The rows of a table beside a page."""
    with (page.parent / "page-data" / f"{table}.csv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_page_asks_for_nothing_outside_itself(page: Path) -> None:
    text = page.read_text("utf-8")
    assert not re.search(r"https?:|\bsrc=|@import|<script|<link|<iframe", text)
    assert all(link.startswith(("#", "data:font/ttf;base64,")) for link in re.findall(r"url\(([^)]+)", text))
    data = {f"page-data/{table}.csv" for table in TABLES}
    assert set(re.findall(r'<a href="([^#"][^"]*)"', text)) == data
    assert all((page.parent / link).is_file() for link in data)


def test_page_is_well_formed_and_says_what_its_plots_show(page: Path) -> None:
    root = ElementTree.fromstring(page.read_text("utf-8").partition("\n")[2])
    names = [name for element in root.iter() if (name := element.get("id"))]
    assert len(names) == len(set(names))
    links = {link for element in root.iter() if (link := element.get("href", "")).startswith("#")}
    assert links <= {f"#{name}" for name in names}
    plots = [*root.iter("svg")]
    assert len(plots) > 10
    assert all(len(plot.get("aria-label", "")) > 20 and plot.get("viewBox") for plot in plots)
    for section in [*root.iter("section")][:-1]:
        assert section.find("h2") is not None
        assert section.find("svg") is not None or section.find(".//table") is not None
    assert len([*root.iter("h1")]) == 1
    assert root.get("lang") == "en"


def test_every_colour_of_a_plot_has_a_dark_side(page: Path) -> None:
    text = page.read_text("utf-8")
    plots = "".join(re.findall(r"<svg.*?</svg>", text))
    assert not re.search(r"#[0-9a-f]{6}\b", plots)
    style = text[: text.index("</style>")]
    for variable in set(re.findall(r"var\((--[\w-]+)\)", plots)):
        assert style.count(f"{variable}:") == 2, f"{variable} is light and dark"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as the WCAG counts it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", list(games.shelf()))
def test_the_colours_of_every_game_can_be_read(name: str) -> None:
    ground, second = games.find(name).colours
    assert contrast(ground, "#fff8e8") > 7
    assert contrast(ground, second) > 4.5


def lasting(page: Path) -> list[str]:
    """What must be the same of a report from run to run: all but the times."""
    text = re.sub(r'<section id="times" data-timed="">.*?</section>', "", page.read_text("utf-8"), flags=re.DOTALL)
    assert "milliseconds a move</" not in text
    return [text, *((page.parent / "page-data" / f"{table}.csv").read_text("utf-8") for table in TABLES[:-1])]


def test_report_follows_from_the_seed_alone(page: Path, tmp_path: Path) -> None:
    again = tmp_path / "page.html"
    assert main([*COMMAND, "--jobs", "2", "--output", str(again)]) == 0
    assert lasting(again) == lasting(page)


def test_another_seed_plays_other_games() -> None:
    found = [next(observe(plans(games.find("stratagem"), 2, [], [], seed, {})[0], follow=True)) for seed in (1, 2, 1)]
    first, other, again = ([played.course for played in series.games] for series in found)
    assert first == again != other


def test_a_plot_reaches_beyond_0_on_both_sides_and_as_far_as_every_dot() -> None:
    """A dot at the edge would be cut in half, one beyond it would not be seen."""
    nothing, much = estimates.Estimate(0, 0, 0.4), estimates.Estimate(4.5, 2, 6)
    with plotting.plot_style():
        axes = plotting.new_figure(200, 200, 3)[1]
        plots.draw_multiples(axes[0], ["one", "other"], [nothing, much], 1.2, 4.5)
        plots.draw_gauge(axes[1], ["one", "other"], [nothing, much], (0, 5), plots.gauge_reach([nothing, much], (0, 5)))
        plots.draw_pairings(axes[2], ["one", "other"], [nothing, estimates.Estimate(1, 0.7, 1)], 0.5)
        reaches = [one.get_xlim() for one in axes]
    for (low, high), most in zip(reaches, (4.5, 4.5, 1), strict=True):
        assert -0.06 * high < low < 0
        assert high > most


def test_tables_agree_with_each_other(page: Path) -> None:
    played = read(page, "games")
    assert [(row["players"], row["game"]) for row in played] == [(n, str(g)) for n in "34" for g in range(6)]
    for players in "34":
        decisions = sum(int(row["decisions"]) for row in played if row["players"] == players)
        for table in ("course", "kinds"):
            assert sum(int(row["decisions"]) for row in read(page, table) if row["players"] == players) == decisions
    many = Counter[str]()
    for row in read(page, "course"):
        assert 0 <= int(row["part"]) < PARTS
        many[row["players"]] += int(row["decisions"]) * (int(row["answers"]) > 1)
    assert many == {n: sum(int(row["choices"]) for row in played if row["players"] == n) for n in "34"}
    won = sum(float(row["won"]) for row in read(page, "seats"))
    drawn = Counter((row["players"], row["game"]) for row in read(page, "seats") if row["place"] == "1")
    assert won == pytest.approx(sum(drawn[key] < int(key[0]) for key in drawn), abs=1e-4)
    assert {(row["order"]) for row in read(page, "seats")} == {""}, "nobody is first by lot"
    gauges = games.find("koalition").gauges
    assert {(row["gauge"], row["name"]) for row in read(page, "gauges")} == {
        (gauge.title, name) for gauge in gauges for name in gauge.names
    }
    pairs = [(row["upper"], row["lower"], row["games"]) for row in read(page, "pairings") if row["players"] == "3"]
    assert pairs == [("casual", "beginner", "6"), ("strong", "beginner", "6"), ("strong", "casual", "6")]
    assert all(float(row["low"]) <= float(row["share"]) <= float(row["high"]) for row in read(page, "pairings"))
    assert [row["bot"] for row in read(page, "times")] == ["strong", "casual", "beginner"]


def test_seats_are_said_to_differ_only_where_chance_would_hardly_do_that() -> None:
    president, tables = games.find("president"), Tables()
    tables.games = [GameRow(2, number, "majority", "", 10, 9, 8, number % 2) for number in range(20)]
    for number in range(20):  # The seats share the games, and who plays first wins all of them.
        for seat in (0, 1):
            first = seat == number % 2
            tables.seats.append(SeatRow(2, number, seat, 1 if first else 2, 1 if first else 2, None, float(first)))
    with plotting.plot_style():
        seats, order = seat_sections(president, tables)
    assert seats.headline == "20 games a table do not show that one seat wins more than another"
    assert order.headline == "With 2 players, turn 1 wins 2.00 times its fair share"
    assert [row[:4] for row in order.rows] == [("2", "turn 1", "20.0", "2.00"), ("2", "turn 2", "0.0", "0.00")]


def test_a_game_without_gauges_and_with_options_has_its_report(tmp_path: Path, capsys: Output) -> None:
    page = tmp_path / "page.html"
    command = ["report", "stratego", "--games", "2", "--levels", "random,casual", "-o", "army=training", "--jobs", "1"]
    assert main([*command, "--output", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "ludotheque report stratego --games 2 --seed 0 --levels random,casual -o army=training" in text
    assert "army=training" in text.partition('id="made"')[2]
    assert "Gauge" not in text
    assert not (tmp_path / "page-data" / "gauges.csv").exists()
    assert "open it in a browser" in capsys.readouterr().out


def test_courses_count_the_answers_that_the_rules_list() -> None:
    equal, meetings = plans(games.find("stratego"), 1, [], [], 1, {})
    assert [plan.bots for plan in meetings] == [("casual", "beginner"), ("strong", "beginner"), ("strong", "casual")]
    (series,) = observe(equal, follow=True)
    course = series.games[0].course
    assert course is not None
    kinds = Counter[str]()
    for (_, kind), times in course.kinds.items():
        kinds[kind] += times
    assert kinds["place"] == 80, "both players place forty pieces"
    assert course.answers[0, 12] > 0, "the first piece may be of any of twelve kinds"
    assert sum(course.answers.values()) == sum(kinds.values()) == series.games[0].result.decisions
    assert 0 < course.moments < course.choices <= series.games[0].result.decisions


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["president", "--players", "9"], "played by 2 to 4, not 9"),
        (["president", "--players", "two"], "such as 3,4"),
        (["president", "--games", "0"], "0 games cannot be played"),
        (["president", "--levels", "beginner,hal"], "no bot “hal”: there are beginner"),
        (["president", "--levels", "strong"], "two bots at least"),
        (["president", "-o", "colour=red"], "president: "),
        (["hex"], "hex"),
    ],
)
def test_wrong_arguments_are_refused_and_write_nothing(
    arguments: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", *arguments, "--jobs", "1"]) == 2
    assert why in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_place_that_cannot_be_written_is_refused_before_any_game(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "file").write_text("")
    assert main([*COMMAND, "--output", str(tmp_path / "file" / "page.html")]) == 2
    assert f"cannot write {tmp_path / 'file' / 'page.html'}" in capsys.readouterr().err
    (tmp_path / "folder").mkdir()
    assert main([*COMMAND, "--output", str(tmp_path / "folder")]) == 2
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.parametrize("package", ["matplotlib", "scipy"])
def test_without_the_extra_the_command_says_how_to_install_it(
    package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    plotting._pyplot.cache_clear()
    assert main(COMMAND) == 1
    assert "pip install 'ludotheque[report]'" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_examples_of_estimates_run() -> None:
    assert doctest.testmod(estimates) == (0, 3)
