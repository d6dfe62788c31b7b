"""What is in the box: counts, families, and the same chances for every party."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ludotheque.engine.boxes import BadBox
from ludotheque.games.stratagem.box import PARTIES, Box, Common, Effect
from tests.games.stratagem.campaign import REAL as BOX

TEXT = (Path(__file__).parents[3] / "src/ludotheque/games/stratagem/box.toml").read_text("utf-8")


@pytest.mark.clause("stratagem.box.parties")
def test_box_has_four_parties_clockwise() -> None:
    assert [party.id for party in BOX.party] == list(PARTIES)
    titles = ["Parti populaire", "Parti démocrate", "Parti conservateur", "Parti nationaliste"]
    assert [party.title.fr for party in BOX.party] == titles


@pytest.mark.clause("stratagem.box.options")
def test_box_has_seven_themes_of_two_options_and_two_denied_to_each_party() -> None:
    assert len(BOX.theme) == 7
    assert len(BOX.options) == len({option.id for option in BOX.options}) == 14
    for denied in BOX.denied:
        assert len(denied) == 2
        assert len({number // 2 for number in denied}) == 2


@pytest.mark.clause("stratagem.box.option-face")
def test_an_option_shows_signs_of_opinion_and_members() -> None:
    assert any(option.opinion > 0 for option in BOX.options)
    assert any(option.opinion < 0 for option in BOX.options)
    assert any(sign for option in BOX.options for sign in option.members)


@pytest.mark.clause("stratagem.box.actions")
def test_box_has_four_actions_with_their_supports() -> None:
    assert [action.id for action in BOX.action] == ["coup", "strike", "dictatorship", "uprising"]
    assert all(action.supports for action in BOX.action)
    assert BOX.needs[0][0] >= BOX.needs[1][0]


@pytest.mark.clause("stratagem.box.common", "stratagem.box.support")
def test_box_has_fifty_common_cards_in_four_families() -> None:
    families = Counter(card.family for card in BOX.common)
    assert families.total() == 50
    assert families["support"] == 12
    assert sum(card.family == "secret" and card.strength is not None for card in BOX.common) == 3
    for card in BOX.common:
        if card.family == "support":
            assert card.strength in ("A", "B", "C")
            assert len(card.demands) in (1, 2)


def _turned(number: int) -> int:
    """The option that another becomes when the mat is turned by a quarter (see the head of the box)."""
    theme, side = divmod(number, 2)
    if theme < 4:
        return 2 * ((theme + 1) % 4) + side
    if theme == 4:
        return 10 + side
    return 8 + (1 - side) if theme == 5 else number


def _face(card: Common, turn: bool) -> tuple[object, ...]:
    def there(id: str | None) -> int | None:
        return None if id is None else _turned(BOX.number[id]) if turn else BOX.number[id]

    effects = tuple((e.who, there(e.option), e.percent, e.skip) for e in card.effects)
    demands = tuple(sorted(number for id in card.demands if (number := there(id)) is not None))
    return (card.family, card.strength, demands, card.percent, effects)


@pytest.mark.clause("stratagem.box.balance")
def test_box_is_symmetric_between_the_parties() -> None:
    for party in range(4):
        assert {_turned(number) for number in BOX.denied[party]} == BOX.denied[(party + 1) % 4]
    for number, option in enumerate(BOX.options):
        other = BOX.options[_turned(number)]
        assert other.opinion == option.opinion or number // 2 == 6
        assert [other.members[(party + 1) % 4] for party in range(4)] == list(option.members) or number // 2 == 6
    seventh = {option.id for option in BOX.theme[6].option}
    shared = [card for card in BOX.common if seventh & {*card.demands, *(e.option for e in card.effects)}]
    others = [card for card in BOX.common if card not in shared]
    assert Counter(_face(card, True) for card in others) == Counter(_face(card, False) for card in others)
    marks: dict[str, list[str]] = {}
    for card in others:
        if card.mark is not None and card.strength is not None:
            marks.setdefault(card.mark, []).append(card.strength)
    assert len({tuple(sorted(strengths)) for strengths in marks.values()}) == 1, "every mark has the same strengths"
    assert not {option for denied in BOX.denied for option in denied} & {12, 13}


@pytest.mark.clause("stratagem.box.tokens")
def test_host_replaces_the_box(tmp_path: Path) -> None:
    path = tmp_path / "stratagem.toml"
    path.write_text(TEXT, "utf-8")
    assert Box.load(path).mark
    assert Box.load().mark == ""


@pytest.mark.parametrize(
    ("change", "to", "problem"),
    [
        ('family = "support"', 'family = "event"', "there are 12 supports, not 11"),
        ('strength = "A"\n', "", "a mark and a strength"),
        ("[[party]]", "[party", "is not TOML"),
        ('id = "uprising"', 'id = "revolt"', "the actions are"),
    ],
)
def test_bad_box_is_refused_with_its_problem(change: str, to: str, problem: str) -> None:
    assert change in TEXT
    with pytest.raises(BadBox, match=problem):
        Box.read(TEXT.replace(change, to, 1), "stratagem.toml")


def test_an_effect_names_an_option_only_where_it_means_those_who_show_it() -> None:
    assert Effect("drawer", percent=1) != Effect("showing", option=BOX.options[0].id, percent=1)
    with pytest.raises(BadBox, match="names it"):
        Box.read(TEXT.replace('who = "showing"', 'who = "drawer"', 1))
