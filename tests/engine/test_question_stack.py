"""The open questions: who is asked, and when a question is settled."""

from __future__ import annotations

from ludotheque.engine.question_stack import ABSTAIN, NO, YES, Negotiation, Reaction, Sealed, Stack, Turn, Vote


def test_a_turn_asks_one_seat() -> None:
    assert list(Turn(3).asked()) == [3]


def test_a_sealed_choice_asks_all_until_each_has_chosen() -> None:
    frame = Sealed((0, 1, 2))
    assert list(frame.asked()) == [0, 1, 2]
    assert not frame.record_choice(1)
    assert list(frame.asked()) == [0, 2]
    assert not frame.record_choice(0)
    assert frame.record_choice(2)
    assert list(frame.asked()) == []


def test_window_asks_all_seats_at_once_and_closes_when_all_pass() -> None:
    frame = Reaction((1, 2, 3))
    assert list(frame.asked()) == [1, 2, 3]
    assert not frame.record_pass(2)
    assert list(frame.asked()) == [1, 3]
    assert not frame.record_pass(3)
    assert frame.record_pass(1)


def test_a_reaction_asks_the_others_again_beginning_with_the_next() -> None:
    frame = Reaction((1, 2, 3))
    frame.record_pass(1)
    frame.record_reaction(2)
    assert list(frame.asked()) == [3, 1, 2]


def test_a_round_asks_one_after_the_other_until_all_pass_in_a_row() -> None:
    frame = Reaction((0, 1, 2), round=True)
    assert list(frame.asked()) == [0]
    frame.record_pass(0)
    assert list(frame.asked()) == [1]
    frame.record_reaction(1)
    assert list(frame.asked()) == [2]
    assert not frame.record_pass(2)
    assert not frame.record_pass(0)
    assert frame.record_pass(1)


def test_votes_are_weighted_and_abstentions_not_counted() -> None:
    vote = Vote({0: 40, 1: 60, 2: 10})
    assert not vote.cast(0, YES)
    assert not vote.cast(1, ABSTAIN)
    assert list(vote.asked()) == [2]
    assert vote.cast(2, NO)
    tally = vote.tally()
    assert (tally.yes, tally.no, tally.abstained, tally.carried) == (40, 10, 60, True)


def test_half_is_not_a_majority_and_no_vote_carries_nothing() -> None:
    tie = Vote({0: 5, 1: 5})
    tie.cast(0, YES)
    tie.cast(1, NO)
    assert not tie.tally().carried
    empty = Vote({0: 5})
    empty.cast(0, ABSTAIN)
    assert not empty.tally().carried


def test_first_complete_proposal_is_the_agreement() -> None:
    talk = Negotiation((0, 1, 2))
    first = talk.propose(0, "roses and leaves", {0, 1})
    second = talk.propose(2, "roses and lemons", {0, 2})
    assert not first.complete
    assert talk.agree(0, second.number).complete
    assert not talk.proposals[first.number].complete


def test_seat_that_has_spoken_waits_until_an_answer_is_due() -> None:
    talk = Negotiation((0, 1, 2))
    first = talk.propose(0, "the two of us", {0, 1})
    assert list(talk.asked()) == [1, 2]
    talk.propose(1, "rather without you", {1, 2})
    assert list(talk.asked()) == [1, 2], "one's own proposal does not answer another's"
    talk.decline(1, first.number)
    assert list(talk.asked()) == [0, 2], "a seat that is turned down may try another"


def test_closing_leaves_proposals_open() -> None:
    talk = Negotiation((0, 1, 2))
    talk.propose(0, "all of us", {0, 1, 2})
    talk.agree(1, 1)
    assert list(talk.asked()) == [2]
    talk.close(2)
    assert talk.awaiting_proposals(2) == [1]
    assert list(talk.asked()) == [0, 1], "those who wait for an answer are asked whether they go on"
    talk.close(0)
    assert not talk.over
    assert talk.agree(2, 1).complete, "an open hand can be shaken until the negotiation ends"


def test_negotiation_ends_when_every_seat_has_closed() -> None:
    talk = Negotiation((0, 1, 2))
    talk.propose(0, "the two of us", {0, 1})
    for seat in (1, 2):
        talk.close(seat)
        assert not talk.over
    talk.close(0)
    assert talk.over


def test_a_new_proposal_asks_those_it_needs_again() -> None:
    talk = Negotiation((0, 1, 2))
    talk.close(0)
    talk.close(1)
    talk.propose(2, "the two of us", {1, 2})
    assert list(talk.asked()) == [1]


def test_agreement_can_be_withdrawn_and_given_again() -> None:
    talk = Negotiation((0, 1, 2))
    talk.propose(0, "all of us", {0, 1, 2})
    talk.agree(1, 1)
    talk.withdraw(1, 1)
    assert talk.proposals[1].agreed == {0}
    assert not talk.agree(2, 1).complete
    assert talk.renewed == {}
    assert talk.agree(1, 1).complete
    assert talk.renewed == {1: 1}


def test_seats_that_had_agreed_are_asked_again_after_a_withdrawal() -> None:
    talk = Negotiation((0, 1, 2))
    talk.propose(0, "all of us", {0, 1, 2})
    talk.agree(1, 1)
    talk.close(2)
    talk.close(1)
    talk.withdraw(0, 1)
    assert list(talk.asked()) == [0, 1]
    assert talk.agreed_proposals(1) == [1]


def test_proposal_without_any_agreement_is_removed() -> None:
    talk = Negotiation((0, 1))
    talk.propose(0, "the two of us", {0, 1})
    talk.withdraw(0, 1)
    assert talk.proposals == {}
    assert list(talk.asked()) == [0, 1]


def test_repeated_proposals_are_counted() -> None:
    talk = Negotiation((0, 1))
    talk.propose(0, "the two of us", {0, 1})
    talk.decline(1, 1)
    talk.propose(1, "the two of us", {0, 1})
    assert talk.renewed == {1: 1}
    assert talk.made == 2


def test_proposal_that_needs_one_seat_is_complete_at_once() -> None:
    assert Negotiation((0, 1)).propose(0, "the majority is mine", {0}).complete


def test_a_question_opened_on_top_gives_way_to_the_one_below() -> None:
    stack = Stack([Turn(0)])
    numbers = {stack.number}
    stack.open(Reaction((1, 2)))
    numbers.add(stack.number)
    assert list(stack.asked()) == [1, 2]
    stack.renew()
    numbers.add(stack.number)
    stack.close()
    numbers.add(stack.number)
    assert list(stack.asked()) == [0]
    stack.replace(Turn(1))
    numbers.add(stack.number)
    stack.clear()
    numbers.add(stack.number)
    assert list(stack.asked()) == []
    assert len(numbers) == 6, "each question has a number of its own"


def test_copies_are_independent() -> None:
    stack = Stack([Sealed((0, 1)), Reaction((0, 1)), Vote({0: 1, 1: 1}), Negotiation((0, 1))])
    twin = stack.copy()
    sealed, reaction, vote, talk = twin.frames
    assert isinstance(sealed, Sealed)
    assert isinstance(reaction, Reaction)
    assert isinstance(vote, Vote)
    assert isinstance(talk, Negotiation)
    sealed.record_choice(0)
    reaction.record_pass(1)
    vote.cast(0, YES)
    talk.propose(0, "x", {0, 1})
    talk.decline(1, 1)
    talk.propose(0, "x", {0, 1})
    talk.close(1)
    assert [list(frame.asked()) for frame in stack.frames] == [[0, 1]] * 4
    assert stack.frames[3] == Negotiation((0, 1))


def test_copy_of_a_closed_window_is_closed() -> None:
    frame = Reaction((0,))
    frame.record_pass(0)
    assert list(frame.copy().asked()) == []
