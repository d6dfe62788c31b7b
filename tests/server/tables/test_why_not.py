"""Asking why moves are not allowed: the refusal that playing them would get, and nothing is played."""

from __future__ import annotations

from typing import Any

from ludotheque.server.tables.restrictions import EXPLANATIONS_PER_SECOND
from tests.server.client import FRIEND, ME, Guest, TableSocket, deployed, two_at_a_table
from tests.server.running import Running


async def why(socket: TableSocket, *moves: Any, question: int | None = None) -> dict[str, Any]:
    asked = socket.frame(moves, question=question)
    return await socket.ask("why", question=asked["question"], moves=asked["moves"])


def step(start: str, end: str) -> dict[str, str]:
    return {"do": "step", "from": start, "to": end}


async def test_answer_is_the_refusal_that_playing_would_get(server: Running) -> None:
    anne, bruno = await deployed(server)
    for socket, move in ((anne, step("a1", "a2")), (anne, step("a4", "e9")), (bruno, step("a7", "a6"))):
        asked = await why(socket, move)
        tried = await socket.play(move)
        assert asked["t"] == tried["t"] == "refused"
        assert asked["code"] == tried["code"] == "rule"
        assert asked["refusal"] == tried["refusal"]
        assert asked["refusal"]["clause"].startswith("stratego.")


async def test_allowed_move_is_not_played(server: Running) -> None:
    anne, bruno = await deployed(server)
    assert anne.now is not None
    before = (anne.seq, anne.now)
    answer = await why(anne, anne.now["legal"][0])
    assert answer["t"] == "allowed"
    assert await bruno.receives_nothing()
    async with await anne.guest.sit(anne.table) as again:
        assert (again.seq, again.now) == before
    assert (await anne.play(anne.now["legal"][0]))["t"] == "ack"


async def test_several_moves_are_judged_each_by_itself(server: Running) -> None:
    anne, _ = await deployed(server)
    assert anne.now is not None
    fixed, missing = step("a1", "a2"), step("a5", "a6")
    assert (await why(anne, fixed, anne.now["legal"][0]))["t"] == "allowed"
    most = await why(anne, fixed, missing, step("b5", "b6"))
    assert most["refusal"]["reason"] == (await why(anne, missing))["refusal"]["reason"]
    assert most["refusal"]["reason"] != (await why(anne, fixed))["refusal"]["reason"]


async def test_second_piece_of_a_set_up_is_not_judged_after_the_first(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    flag = {"do": "place", "piece": "M"}
    assert (await anne.play(flag, flag))["refusal"]["reason"] == "none_left"
    assert (await why(anne, flag, flag))["t"] == "allowed"


async def test_stale_question_garbled_moves_and_spectators_are_refused(server: Running) -> None:
    anne, _ = await deployed(server)
    assert anne.now is not None
    move = anne.now["legal"][0]
    assert (await why(anne, move, question=anne.now["question"] - 1))["code"] == "stale"
    assert (await why(anne, {"do": "fly"}))["code"] == "garbled"
    async with await Guest(server, "Chloé").sit(anne.table) as spectator:
        assert (await why(spectator, move))["code"] == "no_seat"


async def test_table_that_has_not_begun_explains_nothing(server: Running) -> None:
    anne = Guest(server, "Anne")
    async with await anne.sit((await anne.open(ME, FRIEND))["id"]) as socket:
        assert (await why(socket, step("a1", "a2")))["code"] == "not_started"


async def test_explanations_are_limited_and_moves_are_not(server: Running) -> None:
    anne, _ = await deployed(server)
    assert anne.now is not None
    codes = [(await why(anne, step("a1", "a2")))["code"] for _ in range(4 * EXPLANATIONS_PER_SECOND)]
    assert "too_fast" in codes
    assert codes[0] == "rule"
    assert (await anne.play(anne.now["legal"][0]))["t"] == "ack"
