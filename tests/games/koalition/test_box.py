"""What the box holds, and what a host's own may hold."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from ludotheque.engine.boxes import BadBox, host_box
from ludotheque.engine.chance import QuickChance
from ludotheque.games.koalition import GAME
from ludotheque.games.koalition.box import DEAL, LEAST_DEALS, PARTIES, Box
from ludotheque.games.koalition.moves import Deal
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.rules import Koalition
from tests.games.koalition.ballot import REAL, RULES

TEXT = files("ludotheque.games.koalition").joinpath("box.toml").read_text("utf-8")


@pytest.mark.clause("koalition.box.countries")
def test_box_has_fifteen_countries_with_their_sources() -> None:
    assert len(REAL.country) == 15
    assert {country.cards for country in REAL.country} == {2, 3, 4}
    france = REAL.countries["france"]
    assert (france.cards, france.first, france.second, france.third, france.further) == (4, 4, 3, 2, 1)
    assert france.provenance == "fixed"
    assert "number of cards" in france.note, "which no rulebook prints"
    assert "note" not in france.printed()
    known = {"britain": 4, "germany": 4, "spain": 3, "ireland": 2}
    assert {id: REAL.countries[id].cards for id in known} == known
    assert all(country.card == 1 for country in REAL.country)


@pytest.mark.clause("koalition.box.total")
def test_countries_need_the_deals_of_the_deal_table() -> None:
    total = sum(country.cards for country in REAL.country)
    assert total in (43, 44, 45)
    assert {players: -(-total // each) for players, (each, _) in DEAL.items()} == LEAST_DEALS
    split = tuple(sum(country.cards == n for country in REAL.country) for n in (4, 3, 2))
    assert split in {(3, 7, 5), (3, 8, 4), (3, 9, 3), (4, 5, 6), (4, 6, 5), (4, 7, 4), (5, 3, 7), (5, 4, 6), (5, 5, 5)}


@pytest.mark.clause("koalition.ruling.deals")
@pytest.mark.parametrize(("lang", "ours"), [("fr", "déduction"), ("en", "inference")])
def test_rulebook_names_the_inferred_countries(lang: str, ours: str) -> None:
    book = GAME.rulebook(lang)
    assert ours in book.clause("koalition.ruling.deals").text
    assert ours in book.clause("koalition.box.countries").text


@pytest.mark.clause("koalition.box.politicians")
def test_box_has_sixty_politicians_in_seven_parties() -> None:
    assert len(REAL.politician) == 60
    sizes = Counter(card.party for card in REAL.politician)
    assert set(sizes) == set(PARTIES)
    assert len(set(sizes.values())) > 1, "parties differ in size"
    assert max(sizes, key=lambda party: sizes[party]) == "roses"
    roses = sorted((card.votes for card in REAL.politician if card.party == "roses"), reverse=True)
    assert len(roses) >= 15
    assert roses[:14] == [10, 10, 9, 8, 8, 7, 6, 6, 5, 4, 4, 3, 3, 2]
    assert {card.votes for card in REAL.politician} == set(range(1, 11))
    assert all(card.accepts for card in REAL.politician)
    assert len({card.name for card in REAL.politician}) == 60
    assert all(card.provenance == "reconstructed" for card in REAL.politician)


@pytest.mark.clause("koalition.box.jokers")
def test_box_has_five_jokers_three_of_five_votes() -> None:
    assert [joker.votes for joker in REAL.joker].count(5) == 3
    assert len(REAL.joker) == 5


@pytest.mark.clause("koalition.box.actions")
def test_box_has_twenty_actions() -> None:
    assert REAL.actions == (7, 4, 4, 2, 3)
    assert sum(REAL.actions) == 20


@pytest.mark.clause("koalition.box.summary")
def test_the_summary_can_be_made_for_every_party_and_country() -> None:
    data = GAME.extras()
    assert data is not None, "the interface shows it"


@pytest.mark.clause("koalition.box.deal")
@pytest.mark.parametrize("players", range(3, 11))
def test_each_player_is_dealt_what_the_deal_table_says(players: int) -> None:
    printed = {3: (20, 8), 4: (15, 6), 5: (12, 5), 6: (10, 4), 7: (9, 3), 8: (7, 3), 9: (7, 2), 10: (6, 2)}
    each, extra = printed[players]
    _, deal = dealt(players)
    size = RULES.box.pack_size(players)
    for hand, actions in zip(deal.cards, deal.actions, strict=True):
        politicians = sum(RULES.box.number[card] < size for card in hand)
        assert (politicians, len(hand) - politicians + sum(actions)) == (each, extra)
    cards = [card for hand in deal.cards for card in hand]
    assert len(set(cards)) == len(cards)


def dealt(players: int, seed: int = 1) -> tuple[object, Deal]:
    """A state that has just been dealt, and the deal."""
    rng = QuickChance(seed)
    s = RULES.setup(Options(), players)
    for seat in range(players):
        RULES.play(s, seat, RULES.legal(s, seat)[0])
    deal = RULES.chance(s, rng)
    assert isinstance(deal, Deal)
    assert RULES.refusal(s, -1, deal) is None
    RULES.play(s, -1, deal)
    return s, deal


@pytest.mark.clause("koalition.box.deal")
@pytest.mark.parametrize("players", [7, 9])
def test_jokers_of_five_votes_join_the_politicians_with_seven_and_nine_players(players: int) -> None:
    pack, jokers, _ = RULES.box.packs(players)
    assert [RULES.box.votes[card] for card in pack[60:]] == [5, 5, 5]
    assert len(pack) == 63 == players * DEAL[players][0]
    assert len(jokers) == (1 if players == 7 else 0)


@pytest.mark.clause("koalition.ruling.seven")
def test_one_joker_stays_among_the_actions_with_seven_players() -> None:
    _, jokers, actions = RULES.box.packs(7)
    assert len(jokers) + sum(actions) == 21 == 7 * DEAL[7][1]
    _, deal = dealt(7)
    dealt_jokers = sum(card.startswith("joker") for hand in deal.cards for card in hand)
    assert dealt_jokers == 4
    assert sum(map(sum, deal.actions)) == 20


@pytest.mark.clause("koalition.box.deal")
def test_impossible_deals_are_refused() -> None:
    s = RULES.setup(Options(), 3)
    for seat in range(3):
        RULES.play(s, seat, RULES.legal(s, seat)[0])
    deal = RULES.chance(s, QuickChance(1))
    assert isinstance(deal, Deal)
    twice = Deal((deal.cards[0], deal.cards[0], deal.cards[2]), deal.actions)
    more = Deal(deal.cards, ((8, 0, 0, 0, 0), *deal.actions[1:]))
    few = Deal(deal.cards[:2], deal.actions[:2])
    for wrong in (twice, more, few, Deal((("nobody1",),) * 3, deal.actions)):
        refusal = RULES.refusal(s, -1, wrong)
        assert refusal is not None
        assert refusal.reason == "not_nature"
    assert RULES.refusal(s, 0, deal) is not None


def change(old: str, new: str) -> Callable[[str], str]:
    def spoil(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return spoil


@pytest.mark.clause("koalition.box.politicians")
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda text: "not toml [", "is not TOML"),
        (lambda text: "", "missing required field"),
        (change("votes = 10", "votes = 11"), "votes"),
        (change('party = "roses"', 'party = "tulips"'), "“tulips” is no party"),
        (change("double = 7", "double = 8"), "double=7"),
        (change("cards = 4", "cards = 9"), "cards"),
        (change('id = "rose1"', 'id = "rose2"'), "“rose2” is there 2 times"),
        (change("[[joker]]", "[[jokers]]"), "jokers"),
        (lambda text: text.split("[[politician]]", 1)[0] + text[text.index("[[joker]]") :], "politician"),
    ],
)
def test_bad_box_is_refused_with_its_problem(spoil: Callable[[str], str], why: str) -> None:
    with pytest.raises(BadBox, match=why):
        Box.read(spoil(TEXT))


@pytest.mark.clause("koalition.box.total")
def test_countries_that_do_not_fit_the_deal_table_are_refused() -> None:
    heavy = TEXT.replace("cards = 2", "cards = 4")
    with pytest.raises(BadBox, match="43, 44 or 45"):
        Box.read(heavy)


def test_host_replaces_the_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = tomllib.loads(TEXT)["politician"][0]["name"]
    path = tmp_path / "koalition.toml"
    path.write_text(TEXT.replace(name, "Somebody Else"), "utf-8")
    monkeypatch.setenv("LUDOTHEQUE_BOXES", str(tmp_path))
    assert host_box("koalition") == path
    assert host_box("stratego") is None
    box = Box.load(path)
    assert box.politician[0].name == "Somebody Else"
    assert Koalition(box).box_mark
    assert not Koalition(REAL).box_mark
    with pytest.raises(BadBox, match=r"gone\.toml"):
        Box.load(tmp_path / "gone.toml")
