"""The laws every game obeys, checked on any game through the contract alone."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec

from ludotheque.engine.advice import ALTERNATIVES, Advice, Adviser, Reason
from ludotheque.engine.bargain_moves import BARGAIN_MOVES, OfferBargain
from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.game import Game
from ludotheque.engine.match import Match, NotOneChoice
from ludotheque.engine.rules import NATURE, Event, Move, Refusal, Refused, Rules, Seat
from ludotheque.engine.words import LANGUAGES, Catalogue, look_up, say

encode = msgspec.json.Encoder(order="deterministic", enc_hook=list).encode  # legal moves may be any sequence
_PLAIN = frozenset((bool, bytes, float, int, str, type(None)))


def tables(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """Every number of players with the default options, and every choice of every option once."""
    found: list[tuple[int, dict[str, Any]]] = [(players, {}) for players in game.rules.seats]
    for field in msgspec.structs.fields(game.rules.options_type):
        kind = field.type
        if get_origin(kind) is Literal:
            found += [(game.rules.seats[0], {field.name: choice}) for choice in get_args(kind)]
        elif kind is bool:
            found += [(game.rules.seats[-1], {field.name: choice}) for choice in (False, True)]
    return found


class Walk:
    """Random play from the opening to the end: at each step the state, who moves, and the move about to be made.

    Where a game has bargains, seats offer and answer them on the way, asked or not, unless ``bargains`` is false.
    """

    def __init__(self, game: Game, players: int, options: dict[str, Any], seed: int, bargains: bool = True) -> None:
        self.game = game
        self.rules = game.rules
        self.players = players
        self.rng = QuickChance(seed)
        self.state = game.rules.setup(game.options(options), players)
        self.bargains = bargains and type(game.rules).addressed is not Rules.addressed
        self.moves: list[tuple[Seat, Any]] = []
        #: Moves met so far, to be tried where they do not belong.
        self.pool: list[Any] = []

    def __iter__(self) -> Iterator[tuple[Any, Seat, Any]]:
        while asked := self.rules.asked(self.state):
            seat = pick(self.rng, asked)
            bargain = self._bargain()
            if bargain is not None:
                seat, move = bargain
                self.pool.append(move)
            elif seat == NATURE:
                move = self.rules.chance(self.state, self.rng)
            else:
                legal = self.rules.legal(self.state, seat)
                move = pick(self.rng, legal)
                if len(self.pool) < 400:
                    self.pool.append(move)
            self.moves.append((seat, move))
            yield self.state, seat, move
            self.rules.play(self.state, seat, move)

    def _bargain(self) -> tuple[Seat, Any] | None:
        """Sometimes a seat and a move of bargains, more often an answer than an offer."""
        if not self.bargains or self.rng.below(3):
            return None
        seat = pick(self.rng, self.rules.addressed(self.state) or range(self.players))
        moves = [move for move in self.rules.free(self.state, seat) if isinstance(move, BARGAIN_MOVES)]
        answers = [move for move in moves if not isinstance(move, OfferBargain)]
        return (seat, pick(self.rng, answers or moves)) if moves else None

    def stray_moves(self, count: int) -> list[Any]:
        """Moves from elsewhere, some with a number or a name in them changed."""
        if not self.pool:
            return []
        return [self._bend(pick(self.rng, self.pool)) for _ in range(count)]

    def _bend(self, move: Any) -> Any:
        fields = msgspec.structs.asdict(move)
        if not fields or self.rng.below(3) == 0:
            return move
        name = pick(self.rng, list(fields))
        donors = [m for m in self.pool if type(m) is type(move)]
        value = getattr(pick(self.rng, donors), name)
        if isinstance(value, int) and not isinstance(value, bool) and self.rng.below(2):
            value += self.rng.below(5) - 2
        return msgspec.structs.replace(move, **{name: value})


def observers(players: int) -> list[Seat | None]:
    """Every seat, and a spectator."""
    return [*range(players), None]


def questions_are_sound(game: Game, s: Any, players: int) -> None:
    """A seat is asked until the game is over; those that are asked have an answer, the others have none."""
    rules = game.rules
    asked = list(rules.asked(s))
    for seat in rules.addressed(s):
        assert rules.outcome(s) is None
        assert len(rules.replies(s, seat)) > 1
        assert set(rules.replies(s, seat)) <= set(rules.free(s, seat))
    assert bool(asked) == (rules.outcome(s) is None)
    assert len(set(asked)) == len(asked)
    assert asked == [NATURE] or NATURE not in asked
    for seat in range(players):
        legal = list(rules.legal(s, seat))
        assert bool(legal) == (seat in asked), f"seat {seat} is asked {seat in asked}, and may answer {legal[:3]}"
        if seat in asked:
            assert rules.default(s, seat) in legal
            question = rules.questions.get(s.stack.what)
            if question is not None:
                assert question.let_be is None or question.let_be in legal
                assert len(legal) == 1 or question.settled is None or not question.settled(s)


def legal_and_refusal_agree(game: Game, s: Any, players: int, strays: Sequence[Any]) -> None:
    """What is listed is allowed; what is not listed is refused, with a clause and words in both languages."""
    rules = game.rules
    spoken = [(game.rulebook(lang), game.words(lang)["refusal"]) for lang in ("fr", "en")]
    for seat in range(players):
        listed = [*rules.legal(s, seat), *rules.free(s, seat)]
        assert len(set(listed)) == len(listed), "a move is listed twice"
        for move in listed:
            assert rules.refusal(s, seat, move) is None, f"{move} is listed and refused"
        for move in strays:
            refusal = rules.refusal(s, seat, move)
            assert (refusal is None) == (move in listed), f"{move}: listed {move in listed}, refusal {refusal}"
            if refusal is not None:
                for rulebook, words in spoken:
                    rulebook.clause(refusal.clause)
                    assert words[refusal.reason]


def copies_share_nothing(game: Game, s: Any, seat: Seat, move: Any) -> None:
    """A copy is equal, has no changeable part in common with the original, and goes its own way."""
    twin = s.copy()
    before = dump(s)
    assert dump(twin) == before
    shared = set(_changeable(s)) & set(_changeable(twin))
    assert not shared, "a copy shares something that can change"
    game.rules.play(twin, seat, move)
    assert dump(s) == before, "playing on a copy changed the original"


def nothing_leaks(game: Game, s: Any, players: int, strays: Sequence[Any], rng: QuickChance) -> int:
    """For every observer, a world imagined from its sight is byte for byte the same to it. Returns how many."""
    rules = game.rules
    together = rules.sights(s, observers(players))
    if rules.own_fields is not None:
        same_to_all = [name for name in rules.sight_type.__struct_fields__ if name not in rules.own_fields]
        assert len({encode([getattr(seen, name) for name in same_to_all]) for seen in together.values()}) == 1
    for seat in observers(players):
        seen = rules.sight(s, seat)
        assert encode(together[seat]) == encode(seen)
        world = rules.imagine(seen, rng)
        alike = rules.sight(world, seat)
        assert encode(alike) == encode(seen)
        assert alike == seen, "what looks the same must compare so: the server sends what has changed"
        assert list(rules.asked(world)) == list(rules.asked(s))
        assert list(rules.addressed(world)) == list(rules.addressed(s))
        assert rules.question(world) == rules.question(s)
        assert rules.outcome(world) == rules.outcome(s)
        question = rules.questions.get(s.stack.what)
        if question is not None and question.settled is not None:
            assert question.settled(world) == question.settled(s), "it does not follow from public facts"
        if seat is not None:
            assert encode(rules.legal(world, seat)) == encode(rules.legal(s, seat))
            assert encode(rules.free(world, seat)) == encode(rules.free(s, seat))
            for move in strays:
                assert rules.refusal(world, seat, move) == rules.refusal(s, seat, move), "a refusal reveals a secret"
    return players + 1


def batches_tell_nothing(game: Game, s: Any, players: int, strays: Sequence[Any], rng: QuickChance) -> int:
    """Moves sent together are answered by what their seat knows: hidden things and draws to come change nothing.

    Each seat sends pairs of moves in this world, and in one imagined from its sight with other random numbers. Returns
    how many pairs were sent.
    """
    rules = game.rules
    sent = 0
    for seat in range(players):
        here = _taken_up(game, players, s, "00" * 32)
        there = _taken_up(game, players, rules.imagine(rules.sight(s, seat), rng), "01" * 32)
        moves = [*rules.legal(s, seat), *rules.free(s, seat)]
        firsts = [pick(rng, moves) for _ in range(3)] if moves else list(strays[:1])
        for first in firsts:
            for second in (first, *strays, *([pick(rng, moves)] if moves else ())):
                said, said_there = answered(here, seat, (first, second)), answered(there, seat, (first, second))
                assert said == said_there, f"{seat} sent {first}, {second}: {said}, {said_there}"
                sent += 1
        assert dump(here.state) == dump(s), "what was only tried is not played"
    return sent


def answered(match: Match, seat: Seat, moves: Sequence[Any]) -> Refusal | str:
    """What a seat learns from moves that it sends together."""
    try:
        match.attempt(seat, moves, 0)
    except Refused as refused:
        return refused.refusal
    except NotOneChoice:
        return "batch"
    return "played"


def _taken_up(game: Game, players: int, state: Any, secret: str) -> Match:
    """A match that goes on from a state, its random numbers fixed by a secret."""
    match = Match(game, [""] * players, secret=secret, opened=0)
    match.state = state.copy()
    return match


def events_match_sights(game: Game, s: Any, players: int, seat: Seat, move: Any, rng: QuickChance) -> int:
    """Seats that receive the same events see the same, and the other way round. Returns how many pairs were compared.

    Two pairs of worlds that looked the same to an observer are played on: this one and one imagined, with the same
    move; and this one twice, with two moves of the seat that is to move, nature included. So nothing comes into a sight
    that no event showed, and no event shows what the sight does not hold (so a sight holds what was last said, too).
    Only the end of a game may show more than its events: the hands laid open.
    """
    rules = game.rules
    compared = 0
    other = rules.chance(s, rng) if seat == NATURE else pick(rng, rules.legal(s, seat) or rules.free(s, seat))
    for observer in observers(players):
        pairs = [(s.copy(), other)]
        world = rules.imagine(rules.sight(s, observer), rng)
        if rules.refusal(world, seat, move) is None:
            pairs.append((world, move))
        for there, its_move in pairs:
            here = s.copy()
            heard = encode(views(rules.play(here, seat, move), observer))
            heard_too = encode(views(rules.play(there, seat, its_move), observer))
            if rules.outcome(here) is None and rules.outcome(there) is None:
                same_sight = encode(rules.sight(here, observer)) == encode(rules.sight(there, observer))
                assert (heard == heard_too) == same_sight, f"{observer} of {move}, {its_move}: {heard!r}, {heard_too!r}"
                compared += 1
    return compared


def choice_is_sound(game: Game, level: str, s: Any, seat: Seat, rng: QuickChance) -> None:
    """A bot chooses a legal move, from the sight alone, the same if it is made anew; and it does not give up the game.

    It is asked twice in this world and once in one imagined from the sight of ``seat``, which is asked now.
    """
    seed = rng.below(1 << 30)
    world = game.rules.imagine(game.rules.sight(s, seat), rng)
    chosen, again, elsewhere = (
        game.make_player(level, seat, QuickChance(seed)).choose(*_asked(game, here, seat)) for here in (s, s, world)
    )
    _, legal, free = _asked(game, s, seat)
    assert chosen in [*legal, *free], f"{chosen} is not legal"
    assert chosen in legal or msgspec.to_builtins(chosen)["do"] != "resign", "a bot gives up"
    assert encode(chosen) == encode(again), "a bot made anew chooses otherwise"
    assert encode(chosen) == encode(elsewhere), "a bot knows something hidden"


def advice_is_sound(game: Game, s: Any, seat: Seat, rng: QuickChance) -> Advice:
    """The coach advises the move that it would choose, legal, for reasons that can be said, from the sight alone.

    It is asked in this world and in one imagined from the sight of ``seat``, which is asked now. Returns the advice.
    """
    rules, seed = game.rules, rng.below(1 << 30)
    world = rules.imagine(rules.sight(s, seat), rng)
    advice, elsewhere = (_coach(game, seat, seed).advice(*_asked(game, here, seat)) for here in (s, world))
    assert encode(advice) == encode(elsewhere), "advice depends on something hidden"
    sight, legal, free = _asked(game, s, seat)
    assert advice.move == _coach(game, seat, seed).choose(sight, legal, free), "the coach would play something else"
    listed = [*legal, *free]
    moves = [advice.move, *(other.move for other in advice.alternatives)]
    assert all(move in listed for move in moves), f"{moves} are not all legal"
    assert len(set(moves)) == len(moves) <= 1 + ALTERNATIVES
    assert len(moves) > min(len(legal), ALTERNATIVES) - (advice.move in legal), "there were more alternatives"
    assert 1 <= len(advice.reasons) <= 2
    _is_one_choice(game, s, seat, (advice.move, *advice.rest))
    for lang in LANGUAGES:
        game.rulebook(lang).clause(advice.clause)
        for reason in (*advice.reasons, *(other.reason for other in advice.alternatives)):
            can_be_said(game.words(lang), reason)
    return advice


def _is_one_choice(game: Game, s: Any, seat: Seat, moves: Sequence[Any]) -> None:
    """Moves that are advised together are legal one after the other, and belong to one choice."""
    rules, state = game.rules, s.copy()
    choice = rules.choice(state, seat)
    for number, move in enumerate(moves):
        if number:
            assert choice is not None
            assert rules.choice(state, seat) == choice, f"{move} is not part of the choice"
            assert move in rules.legal(state, seat), f"{move} is not legal after the moves before it"
        rules.play(state, seat, move)


def _coach(game: Game, seat: Seat, seed: int) -> Adviser:
    assert game.coach is not None
    bot = game.levels[game.coach](seat, QuickChance(seed))
    assert isinstance(bot, Adviser), f"the best bot of {game.id} gives no advice"
    return bot


def _asked(game: Game, s: Any, seat: Seat) -> tuple[Any, Sequence[Any], Sequence[Any]]:
    return game.rules.sight(s, seat), game.rules.legal(s, seat), game.rules.free(s, seat)


def can_be_said(words: Catalogue, reason: Reason) -> None:
    """A reason has a sentence, and everything that fills its blanks."""
    assert reason.key.startswith("advice."), reason
    entry = look_up(words, reason.key)
    if isinstance(entry, dict):
        entry = entry.get(str(reason.args.get(entry.get("by", ""))))
    assert isinstance(entry, str), f"no sentence for {reason}"
    for name, table in re.findall(r"\{(\w+)(?::([\w.]+))?\}", entry):
        assert name in reason.args, f"{reason} lacks {name}"
        value = reason.args[name]
        for part in value if isinstance(value, list | tuple) else [value]:
            assert part is not None
            assert part != ""
            if table:
                assert isinstance(look_up(words, f"{table}.{part}"), str), f"{table}.{part} in {reason}"
            else:
                assert isinstance(part, int | str), f"{name} in {reason}"
    assert "{" not in say(words, reason.key, reason.args)


def views(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    """The events as an observer sees them."""
    return [seen for event in events if (seen := event.seen(seat)) is not None]


def dump(thing: Any) -> Any:
    """A state as nested plain values, to compare with another."""
    if type(thing) in _PLAIN:
        return thing
    if isinstance(thing, list | tuple):
        return [dump(part) for part in thing]
    if isinstance(thing, dict):
        return sorted((repr(key), dump(value)) for key, value in thing.items())
    if isinstance(thing, set | frozenset):
        return sorted(repr(part) for part in thing)
    if isinstance(thing, bytearray):
        return bytes(thing)
    names = _parts(thing)
    return [(name, dump(getattr(thing, name))) for name in names] if names else thing


def _parts(thing: Any) -> Sequence[str]:
    if isinstance(thing, msgspec.Struct):
        return thing.__struct_fields__
    return [*_slots(type(thing)), *getattr(thing, "__dict__", ())]  # type: ignore[arg-type]


@functools.cache
def _slots(kind: type) -> list[str]:
    return list(itertools.chain.from_iterable(getattr(base, "__slots__", ()) for base in kind.__mro__))


def _changeable(thing: Any) -> Iterator[int]:
    """The identities of every part of a state that can change."""
    if type(thing) in _PLAIN or isinstance(thing, Move | str | bytes | int | float | None):
        return
    if isinstance(thing, list | set | dict | bytearray):
        yield id(thing)
    if isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, list | tuple | set | frozenset):
        for part in thing:
            yield from _changeable(part)
        return
    names = _parts(thing)
    if names and not (isinstance(thing, msgspec.Struct) and thing.__struct_config__.frozen):
        yield id(thing)
    for name in names:
        yield from _changeable(getattr(thing, name))
