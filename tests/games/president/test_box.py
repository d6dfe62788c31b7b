"""What is in the box, and a host's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from ludotheque.engine.boxes import BadBox
from ludotheque.games.president import GAME
from ludotheque.games.president.box import HIGH, LOW, OVERSEAS, PACK, PARTIES, UNIT, VOTES, Box
from ludotheque.games.president.rules import President
from tests.games.president.race import BOX, RULES, SPEECH, race

TEXT = (Path(__file__).parents[3] / "src/ludotheque/games/president/box.toml").read_text("utf-8")


@pytest.mark.clause("president.box.board")
def test_95_departments_and_three_territories_hold_22_600_000_voters() -> None:
    assert len(BOX.department) == 98
    assert sum(department.voters for department in BOX.department) == 22_600_000
    assert all(department.voters % 50_000 == 0 for department in BOX.department)
    corsica = BOX.department[BOX.index["20"]]
    assert (corsica.name, corsica.voters) == ("Corse", 150_000)
    assert Counter(department.provenance for department in BOX.department)["reconstructed"] == 1


@pytest.mark.clause("president.box.overseas", "president.ruling.martinique-guyane")
def test_code_97_is_three_territories() -> None:
    names = {d.code: (d.name, d.voters) for d in BOX.department if len(d.code) == 3}
    assert names == {
        "971": ("Guadeloupe", 100_000),
        "972": ("Martinique-Guyane", 150_000),
        "974": ("Réunion", 150_000),
    }


@pytest.mark.clause("president.box.dice")
def test_box_has_two_dice() -> None:
    assert LOW == ("0", "1", "2", "3", "4", "*")
    assert HIGH == ("5", "6", "7", "8", "9", "*")


@pytest.mark.clause("president.box.challenge")
def test_box_has_52_challenge_cards() -> None:
    assert sum(PACK.values()) == 52
    assert (PACK[1], PACK[2], PACK[9], PACK[10]) == (4, 4, 4, 16)


@pytest.mark.clause("president.box.campaign")
def test_box_has_40_campaign_cards_of_three_kinds() -> None:
    assert len(BOX.campaign) == 40
    assert {card.kind for card in BOX.campaign} == {"gain", "lose", "keep"}
    assert sum(card.amount for card in BOX.campaign if card.kind == "keep") == 9_400_000
    printed = {(card.kind, card.amount) for card in BOX.campaign if card.provenance == "printed"}
    assert printed == {("gain", 600_000), ("lose", 300_000), ("keep", 1_000_000)}
    assert len({card.text.fr for card in BOX.campaign}) == len({card.text.en for card in BOX.campaign}) == 40


@pytest.mark.clause("president.box.urn")
def test_urn_and_votes_add_up_to_32_million() -> None:
    assert VOTES * UNIT == 32_000_000
    s = race("01 02", "03", kept=[SPEECH, ""])
    sight = RULES.sight(s, 0)
    assert sight.urn + sum(sight.votes) == 32_000_000


@pytest.mark.clause("president.box.parties")
def test_box_has_four_parties() -> None:
    assert PARTIES == ("RI", "PS", "RPR", "PC")


def test_host_replaces_the_box(tmp_path: Path) -> None:
    path = tmp_path / "president.toml"
    path.write_text(TEXT.replace('name = "Ain"', 'name = "L’Ain"'), "utf-8")
    box = Box.load(path)
    assert box.department[0].name == "L’Ain"
    assert box.mark
    assert President(box).box_mark == box.mark
    assert Box.load().mark == ""


@pytest.mark.parametrize(
    ("change", "to", "problem"),
    [
        ('code = "02"', 'code = "01"', "look at 01"),
        ("voters = 150_000", "voters = 160_000", "multiple of 50000"),
        ("voters = 1_000_000", "voters = 950_000", "add up to 22,600,000, not 22,550,000"),
        ('kind = "keep"\namount = 1_000_000', 'kind = "gain"\namount = 1_000_000', "kept add up to"),
        ('kind = "lose"\namount = 300_000', 'kind = "lose"\namount = 350_000', "is printed in the rulebook"),
        ("[[campaign]]", "[[campagne]]", "campagne"),
        ("[[department]]", "[department", "is not TOML"),
    ],
)
def test_bad_box_is_refused_with_its_problem(change: str, to: str, problem: str) -> None:
    text = TEXT.replace(change, to) if "amount" in change or "campaign" in change else TEXT.replace(change, to, 1)
    with pytest.raises(BadBox, match=problem):
        Box.read(text, "president.toml")


def test_box_with_a_repeated_card_id_is_refused() -> None:
    first, second = BOX.campaign[0].id, BOX.campaign[1].id
    with pytest.raises(BadBox, match="is there 2 times"):
        Box.read(TEXT.replace(f'id = "{second}"', f'id = "{first}"'))


def test_sets_of_departments_are_listed_in_order() -> None:
    assert BOX.codes_of(BOX.whole) == tuple(department.code for department in BOX.department)
    assert BOX.codes_of(BOX.set_of(["75", "01", "974"])) == ("01", "75", "974")
    assert msgspec.json.encode(BOX)


@pytest.mark.clause("president.ruling.ninety-nine", "president.box.overseas")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_rulebook_says_why_there_are_98_territories_and_not_99(lang: str) -> None:
    assert (len(BOX.department), len(OVERSEAS)) == (98, 3)
    said = GAME.rulebook(lang).clause("president.ruling.ninety-nine").text
    assert all(number in said for number in ("99", "98", "95"))
    assert "#president.ruling.martinique-guyane" in said
