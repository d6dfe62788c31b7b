"""What people read: the game in plain text, the log, the cards, the tables of the rulebook."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ludotheque.engine.words import say, say_event
from ludotheque.games.president import GAME
from ludotheque.games.president.box import CODES, Campaign
from ludotheque.games.president.moves import Challenge, Colours, Dealt, Rolled, SecondRound, Stand, Started, Took
from tests.games.president.race import BOX, RUGBY, RULES, SPEECH, TURNCOAT, card, deal, do, hit, race, roll
from tests.laws import Walk

both_languages = pytest.mark.parametrize("lang", ["fr", "en"])
NATURAL = {"lots", "roll", "card", "deal"}
ASKED = {"take", "challenge", "rest", "gain", "lose", "pay", "spoils", "defend"}

HUNDREDS = {
    "fr": ("cent", *(f"{n} cent" for n in ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"))),
    "en": tuple(f"{n} hundred" for n in ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine")),
}
AMOUNTS = {
    "fr": (*(f"{n} mille" for n in HUNDREDS["fr"]), "un million"),
    "en": (*(f"{n} thousand" for n in HUNDREDS["en"]), "a million"),
}
"""What 100,000, 200,000 and so on are called."""
WHAT_TO_DO = {"fr": ("gardez cette carte", "départements"), "en": ("keep this card", "departments")}


@both_languages
@pytest.mark.parametrize("players", [2, 4])
def test_every_state_of_a_game_can_be_drawn(lang: str, players: int) -> None:
    words = GAME.words(lang)
    walk = Walk(GAME, players, {}, seed=4)
    stages = set()
    for step, (state, _, _) in enumerate(walk):
        sight = RULES.sight(state, 0)
        if step % 4 and sight.stage in stages:
            continue
        stages.add(sight.stage)
        text = GAME.draw(sight, words)
        assert "text." not in text
        assert "{" not in text
        assert "None" not in text
    assert stages >= NATURAL | ASKED - {"pay"}, "a debt to be paid with a choice is rare"
    text = GAME.draw(RULES.sight(walk.state, None), words)
    assert re.search(r"^1\. ", text, re.MULTILINE), "the winners come first, with their place"


def test_tokens_cards_and_debts_are_drawn_with_their_votes() -> None:
    s = race("59 62 23", "75", safe="62", kept=[SPEECH, ""], debts=["", TURNCOAT])
    text = GAME.draw(RULES.sight(s, 0), GAME.words("en"))
    speech, turncoat = (BOX.campaign[BOX.cards[card]] for card in (SPEECH, TURNCOAT))
    assert "Seat 1, Independent Republicans (R.I.): 2,650,000 votes, departments: 3." in text
    assert "Departments: 23 Creuse (50,000), 59 Nord (1,000,000), 62 Pas-de-Calais (600,000, safe).\n" in text
    assert f"Cards kept: “{speech.title.en}” (1,000,000)." in text
    assert f"Debts, oldest first: “{turncoat.title.en}” (300,000)." in text
    assert "Free departments (94):\n" in text
    assert "    600,000 votes: 13 Bouches-du-Rhône, 92 Hauts-de-Seine.\n" in text


def test_a_challenge_is_drawn_from_the_choice_to_its_end() -> None:
    words = GAME.words("en")
    s = race("01", "62", "26")
    roll(s, "26")
    text = GAME.draw(RULES.sight(s, 0), words)
    assert text.endswith(
        "To choose from:\n    600,000 votes: 62 Pas-de-Calais (Seat 2).\n    150,000 votes: 26 Drôme (Seat 3)."
    )
    do(s, 0, Challenge("26"))
    deal(s, 1, 6)
    do(s, 2, Stand())
    hit(s, 10, 5)
    text = GAME.draw(RULES.sight(s, 1), words)
    assert text.endswith(
        "Dice: 2 and 6.\n"
        "Challenge: Seat 1 against Seat 3, for the Drôme (26), 150,000 votes.\n"
        "Seat 3: ace, 6, 17 in all.\n"
        "Seat 3 stands.\n"
        "Seat 1: 10, 5, 15 in all."
    )


@both_languages
def test_a_card_is_drawn_with_what_is_printed_on_it(lang: str) -> None:
    s = race("01", "75")
    roll(s, "2*")
    do(s, 0, RULES.legal(s, 0)[0])
    card(s, RUGBY)
    text = GAME.draw(RULES.sight(s, 0), GAME.words(lang))
    printed = BOX.campaign[BOX.cards[RUGBY]]
    assert getattr(printed.title, lang) in text
    assert getattr(printed.text, lang) in text
    assert say(GAME.words(lang), "text.amount", {"amount": 600_000}) in text


def test_map_is_not_listed_twice_with_two_stars() -> None:
    s = race("01", "75")
    roll(s, "**")
    assert GAME.draw(RULES.sight(s, 0), GAME.words("en")).endswith("Any free department may be chosen.")


def test_the_second_round_is_drawn_by_candidates() -> None:
    s = race("59", "75", "", round=2)
    s.sides = (0, 1, 1)
    text = GAME.draw(RULES.sight(s, 2), GAME.words("en"))
    assert text.startswith("Second round: ")
    assert "Seat 2, Socialist Party (P.S.), with Seat 3: 900,000 votes, departments: 1." in text
    assert "Seat 3, Rally for the Republic (R.P.R.), plays for Seat 2." in text


def test_the_log_says_departments_with_their_article_and_numbers_in_groups() -> None:
    fr, en = GAME.words("fr"), GAME.words("en")
    took = Took(1, 1, "40", 150_000, 1_150_000)
    assert say_event(fr, took) == (
        "Place 2 prend les Landes (40)\u00a0: 150\u202f000 voix. Son camp en compte maintenant 1\u202f150\u202f000."
    )
    assert say_event(en, took) == "Seat 2 takes the Landes (40): 150,000 votes. Their side now has 1,150,000."
    assert say_event(en, Rolled(0, "2", "*")) == "Seat 1 rolls 2 and ★."
    assert say_event(en, Dealt(0, (1, 10), 21)) == "Seat 1 gets ace, 10 and has 21."
    assert "Parti socialiste (P.S.)" in say_event(fr, Colours(1, "PS"))
    assert say_event(en, Started(("PS", "RPR"), 0)) == "Seat 1 goes first and rolls the dice."


@pytest.mark.parametrize(
    ("votes", "said"),
    [(1_000_000, "1~000~000 de voix"), (1_050_000, "1~050~000 voix"), (600_000, "600~000 voix"), (0, "0 voix")],
)
def test_a_whole_number_of_millions_is_followed_by_de_in_french(votes: int, said: str) -> None:
    assert said.replace("~", "\u202f") in say(GAME.words("fr"), "text.amount", {"amount": votes})
    assert " de " not in say_event(GAME.words("en"), Took(1, 1, "40", votes, votes))


@both_languages
@pytest.mark.clause("president.second.tickets", "president.ruling.elected")
def test_log_of_the_second_round_has_names(lang: str) -> None:
    words = GAME.words(lang)
    three = say_event(words, SecondRound((0, 0, 2), (1, 1, 1), 2, 0, None, 1, 3))
    four = say_event(words, SecondRound((3, 2, 2, 3), (1, 1, 1, 1), 3, 2, 0, 1, 4))
    for text, seats in ((three, "312"), (four, "4132")):
        assert "None" not in text
        found = [text.index(f"{words['seat'][str(int(seat) - 1)]}") for seat in seats]
        assert len(set(found)) == len(seats)
        assert found[0] == min(found), "the one with more votes comes first"


@both_languages
def test_every_department_every_question_and_every_bot_has_its_words(lang: str) -> None:
    words = GAME.words(lang)
    assert tuple(words["the_department"]) == CODES
    for code, name in words["department"].items():
        ending = {"20": "", "972": ""}.get(code, name)
        assert words["the_department"][code].endswith(ending), code
    assert set(words["question"]) == NATURAL | {"allot"} | ASKED | {f"wait_{stage}" for stage in ASKED} | {"over"}
    assert {f"asked_{stage}" for stage in ASKED} <= set(words["refusal"])
    assert set(words["level"]) == set(words["level_help"])


@both_languages
@pytest.mark.parametrize("card", BOX.campaign, ids=lambda card: card.id)
def test_card_texts_name_their_votes_and_effect(card: Campaign, lang: str) -> None:
    title, text = getattr(card.title, lang), getattr(card.text, lang)
    assert 2 <= len(title.split()) <= 5
    said = [n for n, amount in enumerate(AMOUNTS[lang], 1) if re.search(rf"\b{amount}\b", text, re.IGNORECASE)]
    assert said[-1:] == [card.amount // 100_000], "“deux cent mille” contains “cent mille”, and so only the last counts"
    keep, departments = WHAT_TO_DO[lang]
    assert (keep in text) == (card.kind == "keep")
    assert (departments in text) == (card.kind != "keep")


@both_languages
def test_the_rulebook_s_tables_are_those_of_the_box(lang: str) -> None:
    book, marks = GAME.rulebook(lang), {"printed": "", "shifted": "\u202f†", "reconstructed": "\u202f‡"}
    memo = {
        entry: _number(row[0]) for row in _rows(book.clause("president.box.board").text) for entry in row[1].split(", ")
    }
    assert memo == {f"{d.code}\u00a0{d.name}{marks[d.provenance]}": d.voters for d in BOX.department}
    counts = Counter((card.kind, card.amount) for card in BOX.campaign)
    *rows, total = _rows(book.clause("president.box.campaign").text)
    table = {
        (kind, _number(row[0])): int(count)
        for row in rows
        for kind, count in zip(("gain", "lose", "keep"), row[1:], strict=True)
        if count
    }
    assert table == counts
    assert list(map(int, total[1:])) == [16, 13, 11]


def _rows(text: str) -> list[list[str]]:
    """The rows of a table, less its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))
