"""Why a seat's moves are not allowed now. Nothing is played, and nothing changes.

The answer is the refusal that playing the move would get, and a refusal tells only what its seat may know. So asking
reveals no more than trying does; an allowed move, which trying would play, is only called allowed.
"""

from __future__ import annotations

from collections import Counter

from ludotheque.protocol import messages
from ludotheque.server.tables.commands import decode_moves, match_in_play
from ludotheque.server.tables.errors import CommandRefused
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table


def explain(table: Table, seat: Viewer, message: messages.WhyNot) -> messages.Allowed:
    """Whether one of the moves is allowed; otherwise the refusal is raised that most of them share.

    Each move is judged by itself in the present state: a batch would show what follows from its first moves.
    """
    match, seat = match_in_play(table, seat)
    if seat in table.seats.proxies:
        raise CommandRefused("proxied")
    moves = decode_moves(match, message.moves)
    if message.question != match.rules.question(match.state):
        raise CommandRefused("stale")
    refusals = [match.rules.refusal(match.state, seat, move) for move in moves]
    found = [refusal for refusal in refusals if refusal is not None]
    if len(found) < len(refusals):
        return messages.Allowed(message.id)
    reasons = Counter((refusal.clause, refusal.reason) for refusal in found)
    (clause, reason), _ = reasons.most_common(1)[0]
    raise CommandRefused("rule", next(one for one in found if (one.clause, one.reason) == (clause, reason)))
