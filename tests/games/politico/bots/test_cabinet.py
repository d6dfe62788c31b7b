"""The value of a government to a bot: its chance to last."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bots.cabinet import Cabinet
from ludotheque.games.politico.bots.outlook import Outlook, cards_of
from tests.games.politico.assembly import BOX, RULES, assembly


def test_survival_chance_rises_with_a_defence_the_union_or_immunity() -> None:
    def chance(hand: str, union: bool = False, immune: bool = False) -> float:
        s = assembly(60, 50, 40, 30, hands={0: hand, 1: "pm leak tax", 2: "leak leak pm", 3: "pm pm pm"})
        return Cabinet(Outlook(RULES.sight(s, 0), 0, cards_of(BOX), 1.0), 0, union, immune).survival_chance(
            (0, 1), (1, 2, 3)
        )

    assert chance("pm") < chance("round-table") < chance("round-table patch-up experts") <= chance("baraka")
    assert chance("pm") < chance("pm", union=True) < chance("pm", immune=True)


def test_government_formed_in_another_turn_must_last_until_all_have_played() -> None:
    def before_it_scores(since: int) -> tuple[Seat, ...]:
        s = assembly(60, 50, 40, 30, government=[0, 1], seat=3)
        s.turn = 8
        assert s.government is not None
        s.government = replace(s.government, since=since)
        return Cabinet(Outlook(RULES.sight(s, 3), 3, cards_of(BOX), 1.0), 0, False, False).order

    assert before_it_scores(since=5) == ()
    assert before_it_scores(since=8) == (1, 2, 3)
