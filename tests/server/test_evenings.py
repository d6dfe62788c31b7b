"""Evenings of a club on a real server: round after round, with a drop-out, a kill, and bots who help."""

from __future__ import annotations

from itertools import combinations

from tests.server.client import Guest
from tests.server.club_life import begin, complete, gathered, play_out, until
from tests.server.running import Running


async def test_a_swiss_of_nine_with_a_drop_out_and_a_kill_in_the_middle(own_server: Running) -> None:
    guests, evening = await gathered(own_server, 9, rounds=3)
    organiser = guests[0]
    card = await begin(organiser, evening, 1)
    assert card["state"] == "playing"
    assert len(card["rounds"][0]["boards"]) == 4
    assert len(card["rounds"][0]["byes"]) == 1
    card = await play_out(guests, evening)
    assert sorted(line["points"] for line in card["standings"]) == [0] * 4 + [6] * 5

    # Idriss goes home after the first round; the eight that are left need no bye.
    left = next(guest for guest in guests if guest.name == "Idriss")
    await left.post(f"/api/evenings/{evening}/entrants/9", {"change": "drop"})
    card = await begin(organiser, evening, 2)
    assert card["rounds"][1]["byes"] == []
    assert not any(9 in board["seats"] for board in card["rounds"][1]["boards"])

    # In the middle of the round the power fails: one result is in, three are not.
    first = card["rounds"][1]["boards"][0]
    loser, winner = (guests[which(first["seats"]) - 1] for which in (max, min))
    await winner.join(first["table"])
    async with await loser.sit(first["table"]) as line:
        await line.play({"do": "resign"})
    await until(organiser, evening, lambda card: card["rounds"][1]["boards"][0]["places"])
    own_server.kill()
    own_server.start()
    card = await organiser.get(f"/api/evenings/{evening}")
    assert [bool(board["places"]) for board in card["rounds"][1]["boards"]] == [True, False, False, False]
    await organiser.post(f"/api/evenings/{evening}/rounds", {"round": 3}, 409)
    await play_out(guests, evening)

    card = await begin(organiser, evening, 3)
    again = await begin(organiser, evening, 3)
    assert again["rounds"] == card["rounds"], "begun once, however often it is asked for"
    card = await play_out(guests, evening)

    tables = [board["seats"] for round in card["rounds"] for board in round["boards"]]
    met = [frozenset(pair) for seats in tables for pair in combinations(seats, 2)]
    assert len(met) == len(set(met)), "nobody meets twice"
    assert sum(line["points"] for line in card["standings"]) == 6 * (4 + 1 + 4 + 4)
    assert card["standings"][0]["points"] == 18
    assert (await organiser.post(f"/api/evenings/{evening}/end", {}))["evenings"][0]["state"] == "over"
    await organiser.post(f"/api/evenings/{evening}/rounds", {"round": 4}, 409)

    # Twelve games were played and rated, each once.
    ladder = await organiser.get("/api/ladders/stratego")
    assert sum(line["games"] for line in ladder["lines"]) == 24
    assert {line["name"] for line in ladder["lines"]} == {guest.name for guest in guests} - (
        {guests[card["rounds"][0]["byes"][0] - 1].name} if card["rounds"][0]["byes"][0] == 9 else set()
    )


async def test_everybody_meets_everybody_and_a_bot_makes_the_number_even(server: Running) -> None:
    guests, evening = await gathered(
        server, 3, format="round_robin", games=[{"game": "stratego", "options": {"army": "training"}}]
    )
    organiser = guests[0]
    await organiser.post(f"/api/evenings/{evening}/bots", {"strength": "weak"})
    for number in (1, 2, 3):
        card = await begin(organiser, evening, number)
        for guest in guests:
            await guest.join((await guest.get(f"/api/evenings/{evening}"))["your_table"])
        for guest in guests:
            table = (await guest.get(f"/api/evenings/{evening}"))["your_table"]
            boards = card["rounds"][-1]["boards"]
            seats = next(board["seats"] for board in boards if board["table"] == table)
            me = guests.index(guest) + 1
            if 4 in seats or me == max(seats):
                async with await guest.sit(table) as line:
                    await line.play({"do": "resign"})
        await until(organiser, evening, complete)
    card = await organiser.get(f"/api/evenings/{evening}")
    assert card["rounds_planned"] == 3
    first = card["standings"][0]
    assert (first["entrant"], first["points"], first["wins"]) == (4, 18, 3)
    assert [entrant["name"] for entrant in card["entrants"]] == ["Anne", "Bruno", "Chloé", ""]


async def test_bots_alone_play_a_match_of_several_games_to_its_ranking(own_server: Running) -> None:
    games = [{"game": "koalition", "options": {"countries": 1}}, {"game": "president"}]
    guests, evening = await gathered(own_server, 1, format="match", games=games)
    organiser = guests[0]
    for _ in range(3):
        await organiser.post(f"/api/evenings/{evening}/bots", {"strength": "weak"})
    await organiser.post(f"/api/evenings/{evening}/entrants/1", {"change": "drop"})
    card = await begin(organiser, evening, 1)
    assert [round["game"] for round in card["rounds"]] == ["koalition"]
    own_server.kill()  # nobody is at the table: whoever is asked to move is a bot
    own_server.start()
    await until(organiser, evening, complete, 60)
    await begin(organiser, evening, 2)
    card = await until(organiser, evening, complete, 60)
    assert [round["game"] for round in card["rounds"]] == ["koalition", "president"]
    assert [len(round["boards"]) for round in card["rounds"]] == [1, 1]
    assert round(sum(line["points"] for line in card["standings"]), 3) == 18
    assert card["rounds_planned"] == 2


async def test_an_organiser_writes_results_and_replaces_the_absent(server: Running) -> None:
    guests, evening = await gathered(server, 4, format="round_robin")
    organiser = guests[0]
    card = await begin(organiser, evening, 1)
    boards = card["rounds"][0]["boards"]
    await organiser.post(f"/api/evenings/{evening}/results", {"round": 1, "board": 0, "places": [1]}, 400)
    card = await organiser.post(f"/api/evenings/{evening}/results", {"round": 1, "board": 0, "places": [2, 2]})
    assert card["rounds"][0]["boards"][0]["points"] == [3, 3]
    assert card["rounds"][0]["boards"][0]["places"] == [1, 1]
    # What the table says afterwards no longer counts.
    seat, other = (guests[number - 1] for number in boards[0]["seats"])
    await other.join(boards[0]["table"])
    async with await seat.sit(boards[0]["table"]) as line:
        await line.play({"do": "resign"})
    # At the other table somebody does not come: a bot plays for them, and they may come back.
    absent, present = boards[1]["seats"]
    card = await organiser.post(f"/api/evenings/{evening}/entrants/{absent}", {"change": "bot"})
    assert card["entrants"][absent - 1]["bot"] == "strong"
    async with await guests[present - 1].sit(boards[1]["table"]) as line:
        assert line.card["seats"][0]["proxy"] == "strategist"
        await line.play({"do": "resign"})
    card = await until(organiser, evening, complete)
    assert card["rounds"][0]["boards"][0]["by_hand"]
    assert card["rounds"][0]["boards"][0]["points"] == [3, 3]
    assert card["rounds"][0]["boards"][1]["points"] == [6, 0]
    # In the next round the bot sits there from the start, until they are back.
    card = await begin(organiser, evening, 2)
    board = next(board for board in card["rounds"][1]["boards"] if absent in board["seats"])
    table = await organiser.get(f"/api/tables/{board['table']}")
    assert table["seats"][board["seats"].index(absent)]["kind"] == "bot"
    back = await guests[absent - 1].post(f"/api/evenings/{evening}/entrants/{absent}", {"change": "back"})
    assert back["entrants"][absent - 1]["bot"] is None


async def test_who_comes_late_plays_from_the_next_round_on(server: Running) -> None:
    guests, evening = await gathered(server, 3, format="round_robin")
    await begin(guests[0], evening, 1)
    late = Guest(server, "Jeanne")
    card = await late.post(f"/api/evenings/{evening}/join", {"name": "Jeanne", "listed": False})
    assert card["you"] == 4
    assert card["your_table"] is None
    await play_out(guests, evening)
    guests.append(late)
    for number in (2, 3, 4):
        await begin(guests[0], evening, number)
        card = await play_out(guests, evening)
    met = {frozenset(board["seats"]) for round in card["rounds"] for board in round["boards"]}
    assert len(met) == 6
    assert [entrant["page"] is None for entrant in card["entrants"]] == [False, False, False, True]


async def test_nobody_but_organisers_runs_an_evening(server: Running) -> None:
    guests, evening = await gathered(server, 2)
    other = guests[1]
    for path, body in (
        ("rounds", {"round": 1}),
        ("bots", {"strength": "weak"}),
        ("results", {"round": 1, "board": 0, "places": [1, 2]}),
        ("end", {}),
        ("entrants/1", {"change": "drop"}),
        ("entrants/2", {"change": "bot"}),
    ):
        trouble = await other.post(f"/api/evenings/{evening}/{path}", body, 403)
        assert trouble["code"] == "not_organiser"
    stranger = Guest(server, "Zoé")
    assert (await stranger.post(f"/api/evenings/{evening}/rounds", {"round": 1}, 403))["code"] == "stranger"


async def test_what_cannot_be_is_refused_and_changes_nothing(server: Running) -> None:
    guests, evening = await gathered(server, 1)
    organiser = guests[0]
    card = await organiser.get(f"/api/evenings/{evening}")
    club = card["club"]
    assert (await begin_fails(organiser, evening, 1))["code"] == "bad_number"
    assert (await begin_fails(organiser, evening, 2))["code"] == "no_such_round"
    plan = {"title": "x", "games": [{"game": "stratego"}], "format": "swiss"}
    for wrong, code, status in (
        ({"games": [{"game": "belote"}]}, "no_game", 404),
        ({"games": [{"game": "stratego", "options": {"army": "vast"}}]}, "bad_options", 400),
        ({"games": []}, "bad_request", 400),
        ({"format": "knockout"}, "bad_request", 400),
        ({"rounds": 0}, "bad_request", 400),
        ({"title": " \u0007 "}, "bad_request", 400),
    ):
        trouble = await organiser.post(f"/api/clubs/{club}/evenings", {**plan, **wrong}, status)
        assert trouble["code"] == code
    await organiser.post("/api/evenings/nowhere/join", {"name": "Anne"}, 404)
    await organiser.get("/api/evenings/nowhere", 404)
    await organiser.post(f"/api/evenings/{evening}/entrants/7", {"change": "drop"}, 404)
    assert await organiser.get(f"/api/evenings/{evening}") == card


async def begin_fails(organiser: Guest, evening: str, number: int) -> dict[str, str]:
    return await organiser.post(f"/api/evenings/{evening}/rounds", {"round": number}, 409)


async def test_clubs_are_joined_by_invitation_and_never_without_an_organiser(server: Running) -> None:
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
    assert (await bruno.get(path))["you"] == "organiser", "somebody has to be"
