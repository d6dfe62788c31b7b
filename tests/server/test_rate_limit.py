"""The rate limiter accepts, then refuses, then closes, and begins anew after its time."""

from __future__ import annotations

from ludotheque.server.rate_limit import RateLimiter, Verdict

ACCEPT, REFUSE, CLOSE = Verdict


def test_messages_over_the_limit_are_refused_and_over_twice_the_limit_close() -> None:
    limiter = RateLimiter(2)
    assert [limiter.count(10.0) for _ in range(6)] == [ACCEPT, ACCEPT, REFUSE, REFUSE, CLOSE, CLOSE]


def test_messages_are_accepted_again_after_the_time_of_the_limit() -> None:
    limiter = RateLimiter(1, 60.0)
    assert [limiter.count(now) for now in (100.0, 159.9, 160.0)] == [ACCEPT, REFUSE, ACCEPT]
