"""The game in words and the board in a terminal, as each seat and a spectator see them."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.text import with_names
from ludotheque.games.stratego import GAME
from ludotheque.games.stratego.moves import Offer, Place, Resign
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.state import State
from tests.games.stratego.field import RULES, do, field, play

PLAYERS = ("Camille", "Dominique")


def sentences(s: State, seat: int | None, lang: str = "fr") -> list[list[str]]:
    words = with_names(GAME.words(lang), PLAYERS)
    parts = GAME.drawing(RULES.sight(s, seat), words).sentences()
    return [[sentence.replace("\u00a0", " ") for sentence in part] for part in parts]


def battle() -> State:
    """Blue's scout has fallen on red's bomb; red's scout has walked. The armies had no other pieces."""
    s = field("M a1, B e4, D j4", "D e7, M j10, C i7")
    standing = set(s.board)
    for token in range(1, 81):
        if token not in standing:
            s.kinds[token] = 0
    play(s, "j4-j5", "e7xe4")
    return s


def test_text_says_whose_turn_it_is_what_stands_where_and_what_is_lost() -> None:
    assert sentences(battle(), 0) == [
        ["Coup 3 : à vous de jouer, avec Rouge."],
        [
            "Votre armée (Rouge), pièces sur le plateau : 3.",
            "Rangée 1 : a1 drapeau.",
            "Rangée 4 : e4 bombe (identité connue de l’ennemi).",
            "Rangée 5 : j5 éclaireur (a déjà bougé).",
        ],
        [
            "Armée adverse (Bleu), pièces sur le plateau : 2.",
            "Rangée 10 : j10 pièce cachée.",
            "Rangée 7 : i7 pièce cachée.",
        ],
        ["Rouge n’a rien perdu.", "Bleu a perdu : 1 × éclaireur."],
    ]


def test_losses_are_told_from_the_highest_rank_down() -> None:
    s = field("L a4, M a1", "C a5, M j10")
    assert sentences(s, 0)[-1] == [
        "Rouge a perdu : 1 × général, 2 × colonel, 3 × major, 4 × capitaine, 4 × lieutenant, 4 × sergent, "
        "5 × démineur, 8 × éclaireur, 1 × espionne, 6 × bombe.",
        "Bleu a perdu : 1 × maréchal, 1 × général, 2 × colonel, 3 × major, 4 × capitaine, 4 × lieutenant, 4 × sergent, "
        "5 × démineur, 8 × éclaireur, 6 × bombe.",
    ]


def test_each_side_reads_its_own_army_first_and_only_what_is_known_of_the_other() -> None:
    turn, own, other, _ = sentences(battle(), 1, "en")
    assert turn == ["Move 3: Camille to play, as Red."]
    assert own[1:] == ["Row 10: j10 flag.", "Row 7: i7 spy."]
    assert other[1:] == ["Row 1: a1 hidden piece.", "Row 4: e4 bomb (known).", "Row 5: j5 hidden piece (has moved)."]


def test_spectator_reads_known_pieces_alone() -> None:
    _, red, blue, _ = sentences(battle(), None, "en")
    assert red[:3] == ["Red army, pieces on the board: 3.", "Row 1: a1 hidden piece.", "Row 4: e4 bomb (known)."]
    assert blue[1:] == ["Row 10: j10 hidden piece.", "Row 7: i7 hidden piece."]


def test_draws_that_are_near_are_counted_down() -> None:
    s = field("L a4, M a1", "L j7, M j10", no_fight=50, max_moves=200)
    words = GAME.words("en")
    sight = replace(RULES.sight(s, 0), quiet=29, ply=179)
    assert len(GAME.drawing(sight, words).sentences()[0]) == 1
    sight = replace(sight, quiet=30, ply=190)
    assert GAME.drawing(sight, words).sentences()[0][1:] == [
        "Drawn unless somebody attacks. Moves left: 20.",
        "Soon drawn: the game is near its limit of moves. Moves left: 10.",
    ]


def test_draw_offer_is_told_to_both_sides_and_to_spectators() -> None:
    s = field("L a4, M a1", "L j7, M j10")
    do(s, Offer())
    assert sentences(s, 0)[0][1:] == ["Votre offre de nulle partira avec votre coup."]
    assert sentences(s, 1)[0][1:] == []
    play(s, "a4-a5")
    assert sentences(s, 0)[0][1:] == ["Votre offre de nulle attend une réponse."]
    for seat in (1, None):
        assert sentences(s, seat)[0][1:] == ["Camille propose la nulle."]


def test_deployment_tells_who_is_ready_and_nothing_of_the_other_army() -> None:
    s = State.opening(Options(army="training"))
    RULES.play(s, 0, Place("M"))
    while not RULES.sight(s, 1).ready[1]:
        RULES.play(s, 1, RULES.legal(s, 1)[0])
    ready = [
        "Les armées se déploient derrière le cache.",
        "Camille (Rouge) place encore ses pièces.",
        "Dominique (Bleu) a placé son armée.",
    ]
    assert sentences(s, None) == [ready]
    assert sentences(s, 0) == [
        ready,
        ["Votre armée (Rouge), pièces sur le plateau : 1.", "Rangée 1 : a1 drapeau."],
    ]


def test_end_tells_the_winner_or_the_draw() -> None:
    s = battle()
    do(s, Resign(), 0)
    assert sentences(s, None)[0] == ["Partie finie au coup 2 : Dominique (Bleu) gagne."]
    over = RULES.sight(s, 0)
    assert over.outcome is not None
    drawn = replace(over, outcome=replace(over.outcome, places=(1, 1)))
    assert GAME.drawing(drawn, GAME.words("en")).sentences()[0] == ["Over after 2 moves: a draw."]


def test_terminal_draws_the_board_in_the_place_of_the_armies() -> None:
    text = GAME.draw(RULES.sight(battle(), 0), GAME.words("en"))
    lines = text.splitlines()
    assert lines[:2] == [
        "10   .   .   .   .   .   .   .   .   . ( ?)",
        " 9   .   .   .   .   .   .   .   .   .   . ",
    ]
    assert lines[6] == " 4   .   .   .   . [ B]  .   .   .   .   . "
    assert text.endswith("\n\nMove 3: your turn, as Red.\n\nRed has lost nothing.\nBlue has lost: 1\u00a0×\u00a0scout.")
    assert "Row" not in text
    turned = GAME.draw(RULES.sight(battle(), 1), GAME.words("en"))
    assert turned.splitlines()[0] == " 1   .   .   .   .   .   .   .   .   . [ ?]"
