"""Moderation: reports, sanctions, and who the moderators are."""
