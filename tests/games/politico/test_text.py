"""What is read in a terminal and in the log: whole sentences, in both languages, at every moment of a game."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from ludotheque.engine.rules import NATURE, Event
from ludotheque.engine.text import with_names
from ludotheque.engine.words import say, say_event
from ludotheque.games.politico import BOX, GAME
from ludotheque.games.politico.amendments import SWITCHES, possible_amendments
from ludotheque.games.politico.box import ARMY, BARAKA, PM
from ludotheque.games.politico.browser_data import answered_attacks, browser_data
from ludotheque.games.politico.moves import (
    Amend,
    Answered,
    Bid,
    Counted,
    Dealt,
    Dispute,
    Elected,
    Happened,
    Proposed,
    Settled,
)
from ludotheque.games.politico.options import Options
from ludotheque.games.politico.sight import Sight
from ludotheque.games.politico.state import Amendment, Pressure
from ludotheque.games.politico.status import status
from tests.games.politico.assembly import RULES, assembly
from tests.laws import Walk

LANGUAGES = ("fr", "en")
STAGES = {
    *("election", "deal", "event", "draw", "act", "attack", "form", "invite", "join", "recruit", "answer", "lend"),
    *("accept", "counter", "investiture", "censure", "amendment", "dispute", "over"),
}
VOTES = ("investiture", "censure", "amendment", "dispute")
PRINTED = [
    *((card.title, card.text) for card in BOX.attack),
    *((card.title, card.text) for card in BOX.defence),
    *((card.title, card.text) for card in BOX.event),
]
both = pytest.mark.parametrize("lang", LANGUAGES)


def a_game(players: int, seed: int) -> tuple[list[Sight], list[Event]]:
    """What is seen and heard in a random game, in which an amendment is proposed and the end is asked for."""
    rules = GAME.rules
    sights: list[Sight] = []
    events: list[Event] = []

    def play(state: Any, seat: int, move: Any) -> None:
        happened = rules.play(state, seat, move)
        events.extend(seen for event in happened for to in (0, None) if (seen := event.seen(to)) is not None)
        sights.extend(rules.sight(state, to) for to in rules.asked(state)[:1] if to != NATURE)
        sights.append(rules.sight(state, None))

    for state, seat, move in Walk(GAME, players, {"rounds": 12}, seed):
        amendments = [move for move in rules.free(state, 0) if isinstance(move, Amend)]
        if amendments and seed < len(amendments):
            play(state, 0, amendments[seed])
        if Dispute() in rules.free(state, 1) and state.turn == players:
            play(state.copy(), 1, Dispute())
        play(state.copy(), seat, move)
    return sights, events


@cache
def games() -> tuple[list[Sight], list[Event]]:
    """Enough of them to have met every question."""
    played = [a_game(3 + seed % 6, seed) for seed in range(24)]
    return [sight for sights, _ in played for sight in sights], [event for _, events in played for event in events]


def is_whole(text: str) -> bool:
    """Whether all blanks are filled and all words found."""
    return bool(text) and not re.search(r"[{}]|None|\b(text|event|question|fact|move|amend|refusal)\.\w", text)


def few(sights: list[Sight]) -> list[Sight]:
    """Some of each stage: to draw them all would take long."""
    kept: list[Sight] = []
    counts: Counter[str] = Counter()
    for sight in sights:
        counts[sight.stage] += 1
        if counts[sight.stage].bit_count() == 1:
            kept.append(sight)
    return kept


@both
def test_every_state_of_a_game_can_be_drawn_for_every_seat(lang: str) -> None:
    words = GAME.words(lang)
    sights, _ = games()
    assert {sight.stage for sight in sights} >= STAGES
    for sight in few(sights):
        text = GAME.draw(sight, words)
        assert is_whole(text), text
        assert (words["text"]["hand"] in text) == (bool(sight.hand) and sight.outcome is None)


@both
def test_every_question_is_put_in_words_to_those_asked_and_to_those_who_wait(lang: str) -> None:
    words = GAME.words(lang)
    said: dict[tuple[str, bool], str] = {}
    for sight in games()[0]:
        line = status(sight, words)
        assert is_whole(line), (sight.stage, line)
        said[sight.stage, sight.seat in sight.asked] = line
    for stage in STAGES - {"election", "deal", "event", "over"}:
        assert said[stage, True] != said[stage, False], stage


@both
def test_countered_army_has_a_question_of_its_own(lang: str) -> None:
    words = GAME.words(lang)
    sight = next(sight for sight in games()[0] if sight.stage == "counter" and sight.seat in sight.asked)
    for purpose in ("enter", "topple", "minority", "defence", "investiture", "censure"):
        once, more = [status(replace(sight, pressure=Pressure(purpose, 1, laid)), words) for laid in ((1,), (1, 2, 1))]
        assert is_whole(once)
        assert "3" in more
        assert once != more


@both
def test_log_has_whole_sentences(lang: str) -> None:
    words = GAME.words(lang)
    for event in games()[1]:
        line = say_event(words, event)
        assert is_whole(line), (event, line)
        assert line.endswith((".", "!", "?", "…")), line


def test_log_uses_printed_names() -> None:
    words = GAME.words("fr")
    assert say_event(words, Dealt(1, 2, None)) == "Place 2 pioche deux cartes\u00a0: secret d’État."
    assert say_event(words, Dealt(1, 1, ("split",))) == "Place 2 pioche une carte\u00a0: Scission."
    assert "Il ne se passe rien." in say_event(words, Happened(0, None))
    event = BOX.event[0]
    assert event.text.fr in say_event(words, Happened(0, event.id))
    assert "vient de sa propre main" in say_event(words, Answered(0, BARAKA, None))
    assert "vient de Place 3" in say_event(words, Answered(0, "libel", 2))
    assert say_event(words, Bid(0, PM, True, False)).endswith("Premier ministre, avec l’Union nationale).")
    counted = Counted("censure", ("yes", "no", "abstain"), (40, 20, 60), 40, 20, True)
    assert "Place 1 pour, Place 2 contre, Place 3 abstention" in say_event(words, counted)
    elected = Elected("midterm", ((60,), (50,), (40,)), (60, 50, 40), None)
    assert "Les députés\u00a0: Place 1 60, Place 2 50, Place 3 40." in say_event(words, elected)
    assert "la censure tient bon" in say_event(words, Settled(0, "censure", False))


@both
def test_every_amendment_has_its_sentences(lang: str) -> None:
    words = GAME.words(lang)
    moves = [move for clock in ("rounds", "minutes") for move in possible_amendments(Options(clock=clock))]
    moves += [replace(move, value=1) for move in moves if move.option in SWITCHES]
    for move in moves:
        args: dict[str, Any] = {"option": move.option, "value": move.value, "seat": 0}
        for key in ("move.amend", "free.amend", "event.proposed", "event.amended", f"amend.{move.option}"):
            line = say(words, key, args)
            assert is_whole(line), (key, args)
            assert move.option in SWITCHES or str(move.value) in line
    proposed = say_event(words, Proposed(0, "lending", 0))
    assert say(words, "amend.lending", {"value": 0}).lower() in proposed.lower()
    sight = replace(games()[0][-1], outcome=None, stage="amendment", amendment=Amendment(1, "target", 600, 3))
    assert "600" in status(sight, words)
    assert "600" in GAME.draw(sight, words)


@both
def test_every_refusal_has_its_sentence(lang: str) -> None:
    source = GAME.folder.joinpath("refusals.py").read_text("utf-8")
    reasons = set(re.findall(r'Refusal\([^,]+, "(\w+)"', source))
    asked = {f"asked_{what}" for what in STAGES - {"election", "deal", "event", "over", *VOTES}}
    words = GAME.words(lang)
    by_the_engine = {"over", "not_nature", "not_asked", "asked_vote"}
    bargains = {"no_bargains", "no_such_bargain", "bargain_with", "no_such_terms", "bargain_open", "bargains_enough"}
    bargains |= {"bargain_repeated", "promised_already"}
    assert reasons | asked | by_the_engine | bargains == set(words["refusal"])
    for reason in words["refusal"]:
        line = say(words, f"refusal.{reason}", {"card": ARMY, "seat": 0, "times": 3})
        assert is_whole(line)
        assert line.endswith(".")


@both
@pytest.mark.clause("politico.box.table")
def test_the_summary_table_lists_every_attack_with_its_answer(lang: str) -> None:
    words = GAME.words(lang)
    lines = GAME.draw(games()[0][0], words).splitlines()
    for card in BOX.attack:
        row = next(line for line in lines if line.startswith(words["card"][card.id]))
        assert words["card"][card.defence] in row
        assert f"−{card.points}" in row or not card.points
        for name in ("falls", "personal", "exposed", "ignores_union"):
            assert (words["text"]["mark"][name] in row.split("  ")[-1].split(", ")) == getattr(card, name)
    for defence in BOX.defence:
        row = [line for line in lines if line.startswith(words["card"][defence.id])][-1]
        assert row.split()[-1] == (f"+{defence.loan}" if defence.loan else "0")


def test_summary_has_every_card_without_the_sources_of_its_numbers() -> None:
    box = browser_data(BOX)
    assert [card["id"] for card in box["attacks"]] == [card.id for card in BOX.attack]
    assert len(box["events"]) == 46
    assert sum(box["counts"]) == 80
    assert all("provenance" not in card for part in ("attacks", "defences", "events") for card in box[part])
    greens = {card["id"]: card["answers"] for card in box["defences"]}
    assert greens["libel"] == ["morals"]
    assert greens[BARAKA] == [card.id for card in BOX.attack] == answered_attacks(BOX, BARAKA)


@both
def test_card_texts_have_no_figures(lang: str) -> None:
    """Numbers are tuned, and a host may change them: they are shown in texts made from the box."""
    for title, text in PRINTED:
        assert 1 <= len(getattr(title, lang).split()) <= 4
        assert text != title
        assert not re.search(r"\d", getattr(text, lang)), text
    assert len({getattr(text, lang) for _, text in PRINTED}) == len(PRINTED)


def test_french_texts_have_french_spaces() -> None:
    """A narrow space before ; ! ?, a hard one before a colon and inside quotes, so that no line begins with a stop."""
    texts = [GAME.folder.joinpath(name).read_text("utf-8") for name in ("rulebook/fr.md", "words/fr.toml")]
    texts += [said.fr for printed in PRINTED for said in printed]
    for text in texts:
        lines = [line for line in text.splitlines() if not line.startswith(("#", "|-"))]
        assert not [line for line in lines if re.search(r" [:;!?»](?!\S)|« ", line)]


@both
def test_rulebook_begins_with_the_goal_and_ends_with_the_components(lang: str) -> None:
    book = GAME.rulebook(lang)
    heads = re.findall(r"^\*\*(.+?)\*\*", book.opening, re.MULTILINE)
    assert heads == {"fr": ["Le but.", "Un tour de jeu.", "La fin."], "en": ["The goal.", "A turn.", "The end."]}[lang]
    assert [clause.id.split(".")[1] for clause in book.sections[-1].clauses] == ["box"] * 5
    assert book.sections[-1].clauses[-1].id == "politico.box.balance"


@both
def test_rulebook_uses_the_option_names_of_the_page(lang: str) -> None:
    text = GAME.folder.joinpath(f"rulebook/{lang}.md").read_text("utf-8")
    titles = {option["title"] for option in GAME.words(lang)["option"].values()}
    quoted = re.compile({"fr": "«\u00a0(.+?)\u00a0»", "en": "“(.+?)”"}[lang])
    named = [name for part in re.findall(r"options? [«“][^.]*", text) for name in quoted.findall(part)]
    assert len(named) >= 5
    assert set(named) <= titles
    assert "`" not in text


def test_french_texts_have_no_known_mistakes() -> None:
    texts = [GAME.folder.joinpath(name).read_text("utf-8").lower() for name in ("rulebook/fr.md", "words/fr.toml")]
    for text in texts:
        for slip in ("talon", "de place en place", "derrière soi", "plus d’attaque", "plus de prêts"):
            assert slip not in text, slip


PLAYERS = ("Camille", "Dominique", "Émile", "Fanny")


def sentences(sight: Sight, lang: str) -> list[list[str]]:
    parts = GAME.drawing(sight, with_names(GAME.words(lang), PLAYERS)).sentences()
    return [[sentence.replace("\u00a0", " ") for sentence in part] for part in parts]


def test_assembly_is_told_by_points_with_everyone_s_bench() -> None:
    s = assembly(60, 45, 45, 30, government=[1, 2], points=(20, -5, 120, 0))
    s.plaques = ((60,), (25, 20), (45,), (30,))
    parts = sentences(RULES.sight(s, 0), "fr")
    assert next(part for part in parts if part[0].startswith("L’Assemblée")) == [
        "L’Assemblée, 180 députés, majorité à 91 :",
        "Émile, au gouvernement. Points : 120. Députés : 45 (plaques 45). Cartes en main : 0.",
        "Camille, dans l’opposition. Points : 20. Députés : 60 (plaques 60). Cartes en main : 0.",
        "Fanny, dans l’opposition. Points : 0. Députés : 30 (plaques 30). Cartes en main : 0.",
        "Dominique, Premier ministre. Points : −5. Députés : 45 (plaques 25 + 20). Cartes en main : 0.",
    ]


def test_hand_is_told_card_by_card_with_what_each_is_good_for() -> None:
    s = assembly(60, 45, 45, 30, hands={0: "strike strike pm"})
    hand = next(part for part in sentences(RULES.sight(s, 0), "en") if part[0] == "Your hand:")
    assert [sentence.split(". ")[0] for sentence in hand[1:]] == ["Prime Minister", "General strike × 2"]
    assert hand[1] == f"Prime Minister. {GAME.words('en')['card_help']['pm']}"
    assert hand[2].endswith("Answered by Round table.")
    assert not any("Your hand:" in part for part in sentences(RULES.sight(s, None), "en"))


def test_hour_of_the_man_of_providence_is_told() -> None:
    s = assembly(60, 45, 45, 30)
    hour = "C’est l’heure de l’homme providentiel."
    for vacant, short, told in ((7, 0, False), (8, 0, True), (0, 2, True)):
        s.vacant, s.short = vacant, short
        assert any(hour in part for part in sentences(RULES.sight(s, 0), "fr")) == told


def test_what_is_asked_and_the_summary_table_are_for_the_terminal() -> None:
    sight = RULES.sight(assembly(60, 45, 45, 30), 0)
    drawing = GAME.drawing(sight, GAME.words("en"))
    said = {sentence for part in drawing.sentences() for sentence in part}
    assert drawing.question() not in said
    assert not said & set(drawing.picture())
    assert drawing.whole().endswith("\n\n" + drawing.question())
