"""Windows: questions that several seats are asked at the same time, and what one seat's answer does to the others.

All of it follows from the stack of questions, which does not depend on the cards that a seat holds: a server that lets
bots wait for people reveals nothing by it.
"""

from __future__ import annotations

from collections.abc import Collection

from ludotheque.engine.question_stack import Negotiation, Reaction, Sealed, Stack, Vote
from ludotheque.engine.seats import Seat


def is_sealed(stack: Stack) -> bool:
    """Whether the answers to the present question stay secret until all are given."""
    return bool(stack.frames) and type(stack.frames[-1]) in (Sealed, Vote)


def find_prompts(stack: Stack, seat: Seat) -> frozenset[int]:
    """What an asked seat has to answer: the question, and each proposal that awaits its agreement.

    Questions are numbered from 0 and proposals from 1; a question counts as its number below zero.
    """
    top = stack.top
    question = ~stack.number
    return frozenset((question, *(top.awaiting_proposals(seat) if type(top) is Negotiation else ())))


def seats_cut_off(stack: Stack, seat: Seat) -> Collection[Seat]:
    """The other asked seats whose question an answer of ``seat`` may end before they have answered it.

    Sealed choices and votes wait for all seats. A reaction ends its window, and an agreement its negotiation.
    """
    if not stack.frames:
        return ()
    top = stack.frames[-1]
    if type(top) is Negotiation or (type(top) is Reaction and not top.round):
        return [other for other in top.asked() if other != seat]
    return ()
