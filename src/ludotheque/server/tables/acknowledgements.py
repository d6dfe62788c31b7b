"""Acknowledgements: the same message is never played twice, and is answered alike each time it comes."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludotheque.server.tables.events import Sender


@dataclass(slots=True)
class Acknowledgements:
    """The answer to each message that a table has accepted, by its sender and their id for it.

    An answer is the length of the sender's story then.
    """

    _answers: dict[tuple[Sender, str], int] = field(default_factory=dict)

    def keep(self, sender: Sender, client: str, answer: int) -> None:
        """Keep the answer to a message for the case that it comes again."""
        self._answers[sender, client] = answer

    def find(self, sender: Sender, client: str) -> int | None:
        """The answer to a message; None if it has not come before."""
        return self._answers.get((sender, client))

    def copy(self) -> Acknowledgements:
        """An independent copy."""
        return Acknowledgements(dict(self._answers))
