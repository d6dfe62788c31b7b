"""The lab, for those who study games: simulations, recorded games as data, measurements."""

from ludotheque.lab.decisions import CorruptRecord, Decision, RecordedGame, recorded_games, records

__all__ = ["CorruptRecord", "Decision", "RecordedGame", "recorded_games", "records"]
