"""Clubs and their tournaments on a real server: rounds, withdrawals, a kill, bots, and what is refused."""

from __future__ import annotations

import asyncio
from itertools import combinations

from tests.server.client import Guest
from tests.server.running import Running
from tests.server.tournaments.club import NAMES, begin_round, has_all_results, new_tournament, play_round, wait_until


async def test_swiss_tournament_survives_a_withdrawal_and_a_kill(own_server: Running) -> None:
    guests, tournament = await new_tournament(own_server, 9, rounds=3)
    organiser = guests[0]
    card = await begin_round(organiser, tournament, 1)
    assert card["state"] == "playing"
    assert len(card["rounds"][0]["boards"]) == 4
    assert len(card["rounds"][0]["byes"]) == 1
    card = await play_round(guests, tournament)
    assert sorted(line["points"] for line in card["standings"]) == [0] * 4 + [6] * 5

    # Idriss withdraws after the first round; the eight others need no bye.
    left = next(guest for guest in guests if guest.name == "Idriss")
    await left.post(f"/api/evenings/{tournament}/entrants/9", {"change": "drop"})
    card = await begin_round(organiser, tournament, 2)
    assert card["rounds"][1]["byes"] == []
    assert not any(9 in board["seats"] for board in card["rounds"][1]["boards"])

    # The server is killed in the middle of the round: one result is recorded, three are not.
    first = card["rounds"][1]["boards"][0]
    loser, winner = (guests[which(first["seats"]) - 1] for which in (max, min))
    await winner.join(first["table"])
    async with await loser.sit(first["table"]) as connection:
        await connection.play({"do": "resign"})
    await wait_until(organiser, tournament, lambda card: card["rounds"][1]["boards"][0]["places"])
    own_server.kill()
    own_server.start()
    card = await organiser.get(f"/api/evenings/{tournament}")
    assert [bool(board["places"]) for board in card["rounds"][1]["boards"]] == [True, False, False, False]
    await organiser.post(f"/api/evenings/{tournament}/rounds", {"round": 3}, 409)
    await play_round(guests, tournament)

    card = await begin_round(organiser, tournament, 3)
    again = await begin_round(organiser, tournament, 3)
    assert again["rounds"] == card["rounds"], "a round begins once, however often it is requested"
    card = await play_round(guests, tournament)

    tables = [board["seats"] for round in card["rounds"] for board in round["boards"]]
    met = [frozenset(pair) for seats in tables for pair in combinations(seats, 2)]
    assert len(met) == len(set(met)), "no two entrants meet twice"
    assert sum(line["points"] for line in card["standings"]) == 6 * (4 + 1 + 4 + 4)
    assert card["standings"][0]["points"] == 18
    assert (await organiser.post(f"/api/evenings/{tournament}/end", {}))["evenings"][0]["state"] == "over"
    await organiser.post(f"/api/evenings/{tournament}/rounds", {"round": 4}, 409)

    # Twelve games were played and rated, each once.
    ladder = await organiser.get("/api/ladders/stratego")
    assert sum(line["games"] for line in ladder["lines"]) == 24
    assert {line["name"] for line in ladder["lines"]} == {guest.name for guest in guests} - (
        {guests[card["rounds"][0]["byes"][0] - 1].name} if card["rounds"][0]["byes"][0] == 9 else set()
    )


async def test_round_robin_with_a_bot_pairs_every_entrant_with_every_other(server: Running) -> None:
    guests, tournament = await new_tournament(
        server, 3, format="round_robin", games=[{"game": "stratego", "options": {"army": "training"}}]
    )
    organiser = guests[0]
    await organiser.post(f"/api/evenings/{tournament}/bots", {"strength": "weak"})
    for number in (1, 2, 3):
        card = await begin_round(organiser, tournament, number)
        for guest in guests:
            await guest.join((await guest.get(f"/api/evenings/{tournament}"))["your_table"])
        for guest in guests:
            table = (await guest.get(f"/api/evenings/{tournament}"))["your_table"]
            boards = card["rounds"][-1]["boards"]
            seats = next(board["seats"] for board in boards if board["table"] == table)
            me = guests.index(guest) + 1
            if 4 in seats or me == max(seats):
                async with await guest.sit(table) as connection:
                    await connection.play({"do": "resign"})
        await wait_until(organiser, tournament, has_all_results)
    card = await organiser.get(f"/api/evenings/{tournament}")
    assert card["rounds_planned"] == 3
    first = card["standings"][0]
    assert (first["entrant"], first["points"], first["wins"]) == (4, 18, 3)
    assert [entrant["name"] for entrant in card["entrants"]] == ["Anne", "Bruno", "Chloé", "Ferrite"]


async def test_bots_alone_finish_a_match_of_two_games_after_a_kill(own_server: Running) -> None:
    games = [{"game": "koalition", "options": {"countries": 1}}, {"game": "president"}]
    guests, tournament = await new_tournament(own_server, 1, format="match", games=games)
    organiser = guests[0]
    for _ in range(3):
        await organiser.post(f"/api/evenings/{tournament}/bots", {"strength": "weak"})
    await organiser.post(f"/api/evenings/{tournament}/entrants/1", {"change": "drop"})
    card = await begin_round(organiser, tournament, 1)
    assert [round["game"] for round in card["rounds"]] == ["koalition"]
    own_server.kill()  # nobody is connected, and a bot is to move
    own_server.start()
    await wait_until(organiser, tournament, has_all_results, 60)
    await begin_round(organiser, tournament, 2)
    card = await wait_until(organiser, tournament, has_all_results, 60)
    assert [round["game"] for round in card["rounds"]] == ["koalition", "president"]
    assert [len(round["boards"]) for round in card["rounds"]] == [1, 1]
    assert round(sum(line["points"] for line in card["standings"]), 3) == 18
    assert card["rounds_planned"] == 2


async def test_organiser_enters_results_by_hand_and_replaces_absent_entrants(server: Running) -> None:
    guests, tournament = await new_tournament(server, 4, format="round_robin")
    organiser = guests[0]
    card = await begin_round(organiser, tournament, 1)
    boards = card["rounds"][0]["boards"]
    await organiser.post(f"/api/evenings/{tournament}/results", {"round": 1, "board": 0, "places": [1]}, 400)
    card = await organiser.post(f"/api/evenings/{tournament}/results", {"round": 1, "board": 0, "places": [2, 2]})
    assert card["rounds"][0]["boards"][0]["points"] == [3, 3]
    assert card["rounds"][0]["boards"][0]["places"] == [1, 1]
    # The result of the table itself no longer counts.
    seat, other = (guests[number - 1] for number in boards[0]["seats"])
    await other.join(boards[0]["table"])
    async with await seat.sit(boards[0]["table"]) as connection:
        await connection.play({"do": "resign"})
    # At the other table an entrant is absent: a bot plays for them until they return.
    absent, present = boards[1]["seats"]
    card = await organiser.post(f"/api/evenings/{tournament}/entrants/{absent}", {"change": "bot"})
    assert card["entrants"][absent - 1]["bot"] == "strong"
    async with await guests[present - 1].sit(boards[1]["table"]) as connection:
        assert connection.card["seats"][0]["proxy"] == "strong"
        await connection.play({"do": "resign"})
    card = await wait_until(organiser, tournament, has_all_results)
    assert card["rounds"][0]["boards"][0]["by_hand"]
    assert card["rounds"][0]["boards"][0]["points"] == [3, 3]
    assert card["rounds"][0]["boards"][1]["points"] == [6, 0]
    # In the next round the bot has the seat from the start, until they return.
    card = await begin_round(organiser, tournament, 2)
    board = next(board for board in card["rounds"][1]["boards"] if absent in board["seats"])
    table = await organiser.get(f"/api/tables/{board['table']}")
    assert table["seats"][board["seats"].index(absent)]["kind"] == "bot"
    back = await guests[absent - 1].post(f"/api/evenings/{tournament}/entrants/{absent}", {"change": "back"})
    assert back["entrants"][absent - 1]["bot"] is None


async def test_late_entrant_plays_from_the_next_round_on(server: Running) -> None:
    guests, tournament = await new_tournament(server, 3, format="round_robin")
    await begin_round(guests[0], tournament, 1)
    late = Guest(server, "Jeanne")
    card = await late.post(f"/api/evenings/{tournament}/join", {"name": "Jeanne", "listed": False})
    assert card["you"] == 4
    assert card["your_table"] is None
    await play_round(guests, tournament)
    guests.append(late)
    for number in (2, 3, 4):
        await begin_round(guests[0], tournament, number)
        card = await play_round(guests, tournament)
    met = {frozenset(board["seats"]) for round in card["rounds"] for board in round["boards"]}
    assert len(met) == 6
    assert [entrant["page"] is None for entrant in card["entrants"]] == [False, False, False, True]


async def test_only_organisers_run_a_tournament(server: Running) -> None:
    guests, tournament = await new_tournament(server, 2)
    other = guests[1]
    for path, body in (
        ("rounds", {"round": 1}),
        ("bots", {"strength": "weak"}),
        ("results", {"round": 1, "board": 0, "places": [1, 2]}),
        ("end", {}),
        ("entrants/1", {"change": "drop"}),
        ("entrants/2", {"change": "bot"}),
    ):
        error = await other.post(f"/api/evenings/{tournament}/{path}", body, 403)
        assert error["code"] == "not_organiser"
    stranger = Guest(server, "Zoé")
    assert (await stranger.post(f"/api/evenings/{tournament}/rounds", {"round": 1}, 403))["code"] == "stranger"


async def test_invalid_requests_are_refused_and_change_nothing(server: Running) -> None:
    guests, tournament = await new_tournament(server, 1)
    organiser = guests[0]
    card = await organiser.get(f"/api/evenings/{tournament}")
    club = card["club"]
    assert (await fail_to_begin_round(organiser, tournament, 1))["code"] == "bad_number"
    assert (await fail_to_begin_round(organiser, tournament, 2))["code"] == "no_such_round"
    plan = {"title": "x", "games": [{"game": "stratego"}], "format": "swiss"}
    for wrong, code, status in (
        ({"games": [{"game": "belote"}]}, "no_game", 404),
        ({"games": [{"game": "stratego", "options": {"army": "vast"}}]}, "bad_options", 400),
        ({"games": []}, "bad_request", 400),
        ({"format": "knockout"}, "bad_request", 400),
        ({"rounds": 0}, "bad_request", 400),
        ({"title": " \u0007 "}, "bad_request", 400),
    ):
        error = await organiser.post(f"/api/clubs/{club}/evenings", {**plan, **wrong}, status)
        assert error["code"] == code
    await organiser.post("/api/evenings/nowhere/join", {"name": "Anne"}, 404)
    await organiser.get("/api/evenings/nowhere", 404)
    await organiser.post(f"/api/evenings/{tournament}/entrants/7", {"change": "drop"}, 404)
    assert await organiser.get(f"/api/evenings/{tournament}") == card


async def fail_to_begin_round(organiser: Guest, tournament: str, number: int) -> dict[str, str]:
    return await organiser.post(f"/api/evenings/{tournament}/rounds", {"round": number}, 409)


async def test_club_is_joined_by_invitation_and_always_has_an_organiser(server: Running) -> None:
    anne, bruno, zoe = (Guest(server, name) for name in ("Anne", "Bruno", "Zoé"))
    club = await anne.post("/api/clubs", {"title": "  Les   Pions ", "name": "Anne", "blurb": "Chez Anne."}, 201)
    path = f"/api/clubs/{club['id']}"
    assert club["title"] == "Les Pions"
    assert club["you"] == "organiser"
    outside = await zoe.get(path)
    assert (outside["members"], outside["evenings"], outside["invitation"]) == ([], [], None)
    assert (await zoe.post(f"{path}/join", {"name": "Zoé", "code": "guess"}, 403))["code"] == "bad_club_link"
    joined = await bruno.post(f"{path}/join", {"name": "Bruno", "code": club["invitation"]})
    assert [member["name"] for member in joined["members"]] == ["Anne", "Bruno"]
    assert joined["you"] == "member"
    anne_id, bruno_id = (member["id"] for member in joined["members"])
    await bruno.post(f"{path}/members/{anne_id}", {"change": "remove"}, 403)
    await anne.post(f"{path}/members/{anne_id}", {"change": "remove"})
    inside = await bruno.get(path)
    assert [(member["name"], member["organiser"]) for member in inside["members"]] == [("Bruno", True)]
    assert (await bruno.get("/api/clubs"))["clubs"][0]["title"] == "Les Pions"
    assert (await anne.get("/api/clubs"))["clubs"] == []
    await bruno.post(f"{path}/members/{bruno_id}", {"change": "member"})
    assert (await bruno.get(path))["you"] == "organiser", "the only member stays organiser"


async def test_guests_who_enter_at_the_same_time_all_get_a_number(server: Running) -> None:
    [organiser], tournament = await new_tournament(server, 1)
    others = [Guest(server, name) for name in NAMES[1:]]
    path = f"/api/evenings/{tournament}/join"
    await asyncio.gather(*(guest.post(path, {"name": guest.name, "listed": False}) for guest in others))
    entrants = (await organiser.get(f"/api/evenings/{tournament}"))["entrants"]
    assert [entrant["number"] for entrant in entrants] == list(range(1, 11))
    assert sorted(entrant["name"] for entrant in entrants) == sorted(NAMES)


async def test_round_that_is_begun_twice_at_the_same_time_is_paired_once(server: Running) -> None:
    guests, tournament = await new_tournament(server, 4)
    cards = await asyncio.gather(*(begin_round(guests[0], tournament, 1) for _ in range(5)))
    assert all(card["rounds"] == cards[0]["rounds"] for card in cards)
    assert [len(round["boards"]) for round in cards[0]["rounds"]] == [2]


async def test_entrant_withdraws_before_the_first_round_and_returns_after_it(server: Running) -> None:
    guests, tournament = await new_tournament(server, 5)
    anne, bruno, chloe = guests[:3]
    path = f"/api/evenings/{tournament}"
    card = await bruno.post(f"{path}/entrants/2", {"change": "drop"})
    assert [entrant["number"] for entrant in card["entrants"]] == [1, 3, 4, 5], "nothing depends on the number yet"
    await begin_round(anne, tournament, 1)
    await chloe.post(f"{path}/entrants/3", {"change": "drop"})
    await chloe.post(f"{path}/join", {"name": "Chloé", "listed": True})
    card = await anne.get(path)
    assert next(entrant for entrant in card["entrants"] if entrant["number"] == 3)["name"] == "Chloé"
    assert (await chloe.post(f"{path}/entrants/4", {"change": "drop"}, 403))["code"] == "not_organiser"
