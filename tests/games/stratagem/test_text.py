"""What people read: the game in plain text, the log, the cards, what is refused and why."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ludotheque.engine.words import Catalogue, look_up, say, say_event
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.box import ACTIONS, PARTIES, Box, Common
from ludotheque.games.stratagem.browser_data import browser_data
from ludotheque.games.stratagem.moves import (
    AnyEvent,
    Denounced,
    Drawn,
    Launched,
    Plan,
    Played,
    Shared,
    Swayed,
    Ticked,
)
from tests.games.stratagem.campaign import BOX, HIDDEN, RULES, A, B, C, campaign, draw, launch, option, wait
from tests.laws import Walk

both_languages = pytest.mark.parametrize("lang", ["fr", "en"])
ASKED = {"party", "programme", "turn", "offer", "heir"}
NATURAL = {"seating", "card"}
SEQUENCES = {"coup", "strike", "window", "dictatorship", "uprising"}
REFUSALS = {
    "over", "not_asked", "not_nature", "not_that_theme", "owed", "denied", "theme_shown", "not_shown", "not_held",
    "same_mark", "no_target", "two_players", "not_yours_to_strike", "not_in_order", "no_supports", "no_cards",
    "no_pass", "no_charge", "charged", "no_resigning", "no_watching", "must_draw", "unearned"
}  # fmt: skip


def _drawn(s: Any, seat: int | None, lang: str = "en") -> str:
    return GAME.draw(RULES.sight(s, seat), GAME.words(lang))


# --- the game in a terminal ------------------------------------------------------------------------------------------


@both_languages
def test_every_state_of_a_game_can_be_drawn(lang: str) -> None:
    words = GAME.words(lang)
    stages = set()
    for seed in (3, 5):
        walk = Walk(GAME, 4, {"show_irregular": True}, seed)
        for step, (state, seat, _) in enumerate(walk):
            sight = RULES.sight(state, max(seat, 0))
            if step % 5 and sight.stage in stages:
                continue
            stages.add(sight.stage)
            _is_finished(GAME.draw(sight, words))
        _is_finished(GAME.draw(RULES.sight(walk.state, None), words))
    assert stages >= NATURAL | {"party", "programme", "turn", "offer"}


def _is_finished(text: str) -> None:
    assert not re.search(r"\{|None|True|False|(text|question|crisis|effect)\.\w", text), text


def test_mat_is_drawn_with_its_options_and_supports() -> None:
    s = campaign(28, 24, 24, 24, supports={0: A[:1]}, secrets={1: HIDDEN[:2]}, seat=1)
    s.skips = (0, 0, 2, 0)
    text = _drawn(s, 1)
    words = GAME.words("en")
    assert "Seat 1, People’s Party: 28%, secrets in hand: 0.\n" in text
    assert "Seat 2, Democratic Party: 24%, secrets in hand: 2.\n" in text
    assert "secrets in hand: 0. Turns to lose: 2.\n" in text
    support = BOX.common[BOX.cards[A[0]]]
    demands = ", ".join(f"“{words['plank'][id]}”" for id in support.demands)
    mark = words["mark"][support.mark]
    assert f"\nSupport: “{words['card'][A[0]]}”, strength A, {mark}, demands {demands}.\n" in text
    for id in support.demands:
        assert re.search(rf": “{words['plank'][id]}” \(opinion\u00a0[+−0]+, members\u00a0[+−0]+\)", text)
    assert all(f"“{words['card'][card]}”, secret support" in text for card in HIDDEN[:2])
    assert not any(f"“{words['card'][card]}”" in _drawn(s, 0) for card in HIDDEN[:2]), "a hand is one’s own"


def test_a_crisis_is_drawn_with_the_rounds_that_are_left() -> None:
    s = campaign(25, 25, 25, 25, supports={0: [A[0], B[0]], 1: C[:1]})
    launch(s, "coup")
    text = _drawn(s, 1)
    assert "CRISIS! A coup d’État by Seat 1. It takes two general strikes to stop it. Otherwise Seat 1 wins" in text
    assert "The clock, on Seat 1’s turn: three rounds of the table to midnight." in text
    assert "Actions launched: Coup d’État" in text
    assert text.endswith("The Republic totters and it is your turn: will you stand by?")
    launch(s, "strike")
    wait(s, 4)
    text = _drawn(s, None, "fr")
    assert "CRISE\u202f! Place 2 en grève contre Place 1." in text
    assert "deux tours de table avant minuit" in text.lower()


def test_drawing_names_the_secret_support_to_show() -> None:
    hidden = next(card for card in HIDDEN if BOX.common[BOX.cards[card]].strength == "A")
    shown = {0: BOX.common[BOX.cards[hidden]].demands}
    s = campaign(25, 25, 25, 25, supports={0: B[:1]}, secrets={0: [hidden]}, shown=shown)
    launch(s, "coup")
    wait(s, 3)
    title = GAME.words("en")["card"][hidden]
    assert _drawn(s, 0).endswith(f"You have relied on a secret support: show “{title}”.")
    assert " Must show a secret support.\n" in _drawn(s, 1)
    assert title not in _drawn(s, 1)


def test_an_offer_is_drawn_with_its_price() -> None:
    s = campaign(25, 25, 25, 25, shown={2: BOX.common[BOX.cards[A[0]]].demands})
    draw(s, A[0])
    text = _drawn(s, 2)
    title = GAME.words("en")["card"][A[0]]
    assert f"“{title}” (strength A, " in text
    assert "per adversary), drawn by Seat 1, is offered to Seat 3." in text
    assert text.endswith(f"“{title}”: this support is offered to you. Do you accept it?")
    assert _drawn(s, 0).endswith(f"“{title}” awaits the answer of Seat 3…")


def _secret(who: str, skip: bool) -> Common:
    """A secret with this effect, of any size."""
    return next(
        card
        for card in BOX.common
        if card.family == "secret" and [(effect.who, effect.skip) for effect in card.effects] == [(who, skip)]
    )


def test_a_secret_is_drawn_with_what_it_does_to_whom() -> None:
    fund, train = _secret("drawer", False), _secret("target", True)
    s = campaign(25, 25, 25, 25, secrets={0: [fund.id, train.id]})
    text = _drawn(s, 0)
    assert f"“{fund.title.en}” (whoever plays the card: +{fund.effects[0].percent}% per adversary)" in text
    assert f"“{train.title.en}” (whoever it is played against: a turn lost)" in text


def test_irregular_players_are_drawn_only_where_the_table_has_agreed_to_it() -> None:
    for agreed in (False, True):
        s = campaign(25, 25, 25, 25, supports={0: A[:1]}, meet=False, show_irregular=agreed)
        assert (" Irregular.\n" in _drawn(s, 1)) == agreed


def test_programmes_are_chosen_with_what_is_printed_on_the_options_and_opened_at_the_end() -> None:
    walk = Walk(GAME, 4, {}, seed=3)
    sight = next(RULES.sight(state, 0) for state, _, move in walk if isinstance(move, Plan))
    theme = sight.plan.index(-1)
    text = GAME.draw(sight, GAME.words("en"))
    for one in BOX.theme[theme].option:
        assert f"“{one.title.en}” (opinion\u00a0" in text
        assert one.text.en in text
    assert text.endswith(f"{BOX.theme[theme].title.en}: what do you promise?")
    for _ in walk:
        pass
    text = GAME.draw(RULES.revealed(walk.state), GAME.words("en"))
    assert len(re.findall(r"^Seat \d’s programme: (“[^”]+”, ){6}“[^”]+”\.$", text, re.MULTILINE)) == 4
    assert re.search(r"^1\. Seat", text, re.MULTILINE)


def test_actions_are_listed_for_players_while_the_game_lasts() -> None:
    s = campaign(25, 25, 25, 25)
    heading = GAME.words("en")["text"]["actions"]
    drawings = [GAME.drawing(RULES.sight(s, seat), GAME.words("en")) for seat in (0, 1, None)]
    assert [any(part[0] == heading for part in drawing.sentences()) for drawing in drawings] == [True, True, False]


def test_what_is_asked_is_for_the_terminal() -> None:
    drawing = GAME.drawing(RULES.sight(campaign(25, 25, 25, 25), 0), GAME.words("fr"))
    assert drawing.question() not in {sentence for part in drawing.sentences() for sentence in part}
    assert drawing.whole().endswith("\n\n" + drawing.question())


# --- the log ---------------------------------------------------------------------------------------------------------


def test_log_has_whole_sentences() -> None:
    fr, en = GAME.words("fr"), GAME.words("en")
    assert say_event(fr, Drawn(1, "secret", None)).endswith(": un secret bien gardé.")
    assert say_event(en, Swayed(0, -2, -6, (19, 27, 27, 27), "fine")) == (
        "Seat 1 loses 2% per adversary (the fine): -6 in all."
    )
    scandal = next(card for card in BOX.common if card.family == "event")
    assert f"({scandal.title.fr})" in say_event(fr, Swayed(0, 1, 3, (28, 24, 24, 24), scandal.id))
    assert say_event(en, Ticked("coup", 1)) == "Tick, tock… The last round before midnight (the coup d’État)!"
    dirt = _secret("target", False).id
    assert "against Seat 4" in say_event(en, Played(0, dirt, 3))
    assert "against" not in say_event(en, Played(0, dirt, None))
    assert say_event(en, Launched(2, "strike", True)).endswith("with the crowd in the street for a support!")
    assert say_event(en, Shared(2, 0, 1, 0, (26, 0, 0, 0))).endswith("what cannot be shared (1) goes to Seat 1.")
    assert say_event(en, Denounced(1, 2, False, ())).startswith("Seat 2 denounces Seat 3.")


@both_languages
def test_every_event_of_a_game_has_a_sentence(lang: str) -> None:
    words = GAME.words(lang)
    for seed in (1, 2, 6):
        walk = Walk(GAME, 4, {}, seed)
        for state, seat, move in walk:
            for event in RULES.play(state.copy(), seat, move):
                sentence = say_event(words, event)
                assert not re.search(r"^event\.|\{|None|True|False|\bpopular\b", sentence), sentence
                assert sentence[-1] in ".!…", sentence


@both_languages
def test_every_value_of_an_event_or_move_has_its_words(lang: str) -> None:
    """Every sentence that depends on a value has one for each value there is."""
    words = GAME.words(lang)
    seats = {"None", "0", "1", "2", "3"}
    choices = {
        "event.skipped": {"True", "False"},
        "event.refused": {"True", "False"},
        "event.denounced": {"True", "False"},
        "event.drawn": {"support", "secret", "opinion", "event"},
        "event.played": seats,
        "event.shared": seats,
        "event.swayed": {str(n) for n in range(-5, 6) if n},
        "event.launched": set(ACTIONS),
        "event.ticked": {"0", "1", "2", "3", "4"},
        "event.defeated": {"coup", "dictatorship"},
        "event.counted": {"0", "1", "2"},
        "event.out": {"dictatorship", "tokens", "resigned"},
        "event.ended": {"elected", "coup", "dictatorship"},
        "move.secret": seats,
        "move.launch": set(ACTIONS),
        "clock": {"0", "1", "2", "3", "4"},
    }
    for key, values in choices.items():
        entry = look_up(words, key)
        assert set(entry) == values | {"by"}, key
    found = {key for key, entry in words["event"].items() if isinstance(entry, dict)}
    assert {f"event.{key}" for key in found} <= set(choices)
    assert set(words["sequence"]) == set(words["crisis"]) == set(words["crisis_ends"]) == SEQUENCES
    assert set(words["outcome"]) == {"elected", "coup", "dictatorship"}


def _blanks(entry: Any) -> Iterator[str]:
    for text in entry.values() if isinstance(entry, dict) else [entry]:
        yield from (name.split(":")[0] for _, name, _, _ in string.Formatter().parse(text) if name)


@both_languages
def test_sentences_use_only_fields_of_their_events(lang: str) -> None:
    words = GAME.words(lang)
    for kind in AnyEvent.__args__:
        fields = {field.name for field in msgspec.structs.fields(kind)}
        entry = words["event"][kind.__struct_config__.tag]
        assert set(_blanks(entry)) <= fields | {"did"}, kind
        assert not isinstance(entry, dict) or entry["by"] in fields


# --- what is asked, and refused --------------------------------------------------------------------------------------


@both_languages
def test_every_question_every_refusal_and_every_bot_has_its_words(lang: str) -> None:
    words = GAME.words(lang)
    questions = NATURAL | ASKED | {f"wait_{stage}" for stage in ASKED} | {"over"}
    assert set(words["question"]) == questions | {"turn_owed", "turn_crisis", "turn_empty", "turn_must_draw"}
    assert set(words["refusal"]) == REFUSALS | {f"asked_{stage}" for stage in ASKED}
    assert set(words["level"]) == set(words["level_help"]) == set(GAME.levels)
    assert set(words["party_short"]) == set(words["party_help"]) == set(PARTIES)


@both_languages
def test_refusals_in_play_have_a_sentence_and_a_clause(lang: str) -> None:
    words, book = GAME.words(lang), GAME.rulebook(lang)
    met = set()
    for seed in (2, 4):
        walk = Walk(GAME, 4, {}, seed)
        for step, (state, seat, _) in enumerate(walk):
            for move in walk.stray_moves(2):
                refusal = RULES.refusal(state, seat if step % 4 else (seat + 1) % 4, move)
                if refusal is not None:
                    met.add(refusal.reason)
                    book.clause(refusal.clause)
                    said = say(words, f"refusal.{refusal.reason}", refusal.args)
                    assert not re.search(r"^refusal\.|\{|None|“”|«\s*»", said), said
    assert len(met) > 8


# --- the box ---------------------------------------------------------------------------------------------------------


def _said(words: Catalogue, table: str, ids: Any) -> None:
    assert {str(id) for id in ids} <= set(words[table]), table


@both_languages
def test_every_component_has_its_words(lang: str) -> None:
    words = GAME.words(lang)
    _said(words, "mark", {card.mark for card in BOX.common if card.mark is not None})
    _said(words, "who", {effect.who for card in BOX.common for effect in card.effects} - {"showing"})
    _said(words, "signs", range(-3, 4))
    _said(words, "percent", range(-5, 6))
    _said(words, "reason", {*BOX.cards, "support", "fine", *ACTIONS})
    _said(words, "plank", BOX.number)
    _said(words, "theme", (theme.id for theme in BOX.theme))
    _said(words, "family", ("support", "secret", "opinion", "event"))


def _printed() -> list[Any]:
    return [*BOX.options, *BOX.action, *BOX.common]


@both_languages
@pytest.mark.parametrize("card", _printed(), ids=lambda card: card.id)
def test_card_texts_are_short_and_without_figures(card: Any, lang: str) -> None:
    title, text = getattr(card.title, lang), getattr(card.text, lang)
    assert 1 <= len(title.split()) <= 4
    assert not re.search(r"\d|%", title + text), "the figures are printed beside it"
    assert len(re.findall(r"[.!?…](?=\s|$)", text)) in (1, 2)
    assert text[-1] in ".!?…»”"
    if lang == "fr":
        assert not re.search(r"[^\u00a0\u202f][:;!?»]|«[^\u00a0]|'", title + text), "French spaces and apostrophes"
    else:
        assert not re.search(r"[\u00a0\u202f]|'|\"", title + text)


@both_languages
def test_card_texts_are_unique(lang: str) -> None:
    for part in ("title", "text"):
        said = [getattr(getattr(card, part), lang) for card in _printed()]
        assert len(set(said)) == len(said)


def test_summary_has_only_what_is_printed() -> None:
    sent = browser_data(BOX)
    assert [theme["id"] for theme in sent["themes"]] == [theme.id for theme in BOX.theme]
    assert [one["theme"] for one in sent["options"]] == [theme for theme in range(7) for _ in (0, 1)]
    demanded = {one["id"]: one["demanded"] for one in sent["options"]}
    first: Common = BOX.common[BOX.cards[A[0]]]
    assert all(A[0] in demanded[id] for id in first.demands)
    assert sum(map(len, demanded.values())) == sum(len(card.demands) for card in BOX.common)
    assert [party["id"] for party in sent["parties"]] == list(PARTIES)
    assert sent["parties"][0]["denied"][0] == option(0, 1)
    assert len(sent["cards"]) == 50
    assert not any("provenance" in card for card in sent["cards"])


# --- the rulebook ----------------------------------------------------------------------------------------------------


@both_languages
def test_the_rulebook_s_tables_are_those_of_the_box(lang: str) -> None:
    book, words, box = GAME.rulebook(lang), GAME.words(lang), Box.load()
    no_effect = {"fr": "aucun effet", "en": "no effect"}[lang]

    def percent(number: int) -> str:
        return str(words["percent"][str(number)]) if number else no_effect

    def planks(ids: tuple[str, ...]) -> str:
        return ", ".join(words["plank"][id] for id in ids)

    rows = _rows(book.clause("stratagem.box.parties").text)
    assert [(row[0], row[2]) for row in rows] == [(words["party"][p.id], planks(p.denied)) for p in box.party]
    assert _rows(book.clause("stratagem.box.options").text) == [
        [words["theme"][t.id], *(f"{words['plank'][o.id]} ({words['signs'][str(o.opinion)]})" for o in t.option)]
        for t in box.theme
    ]
    assert _rows(book.clause("stratagem.box.actions").text) == [
        [str(number), words["action"][action.id], ", ".join(action.supports), percent(action.percent)]
        for number, action in enumerate(box.action, 1)
    ]
    assert _rows(book.clause("stratagem.box.support").text) == [
        [
            words["card"][card.id] + (" *(secret)*" if card.family == "secret" else ""),
            words["mark"][card.mark],
            card.strength,
            planks(card.demands),
            percent(card.percent),
        ]
        for card in box.common
        if card.strength is not None
    ]


def _rows(text: str) -> list[list[str]]:
    """The rows of a table, less its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@both_languages
def test_the_rulebook_counts_what_is_in_the_box(lang: str) -> None:
    counts = Counter(card.family for card in Box.load().common)
    numbers = {
        "fr": {14: "quatorze secrets", 8: "huit événements", 16: "seize opinions"},
        "en": {14: "fourteen secrets", 8: "eight events", 16: "sixteen opinions"},
    }[lang]
    text = GAME.rulebook(lang).clause("stratagem.box.common").text
    assert all(numbers[counts[family]] in text for family in ("secret", "opinion", "event"))


@both_languages
def test_rulebook_links_lead_to_clauses(lang: str) -> None:
    book = GAME.rulebook(lang)
    pointed = {id for clause in book.clauses() for id in re.findall(r"\]\(#([^)]+)\)", clause.text)}
    assert pointed <= {clause.id for clause in book.clauses()}
    assert len(pointed) >= 5


@both_languages
def test_rulebook_clauses_are_unique(lang: str) -> None:
    ids = [clause.id for clause in GAME.rulebook(lang).clauses()]
    assert len(set(ids)) == len(ids)


@both_languages
def test_the_rulebook_ends_with_what_is_in_the_box_and_what_was_measured(lang: str) -> None:
    ids = [clause.id for clause in GAME.rulebook(lang).clauses()]
    box = [id for id in ids if id.startswith("stratagem.box.")]
    assert ids[-len(box) :] == box
    assert box[-1] == "stratagem.box.balance"
