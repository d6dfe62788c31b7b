"""The lab, for those who study games: simulations, recorded games as data, batches for learning, measurements."""

from ludotheque.lab.batches import many
from ludotheque.lab.decisions import CorruptRecord, Decision, RecordedGame, recorded_games, records

__all__ = ["CorruptRecord", "Decision", "RecordedGame", "many", "recorded_games", "records"]
