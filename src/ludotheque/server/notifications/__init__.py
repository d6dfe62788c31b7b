"""Notifications: web push, e-mail and webhooks, gathered into digests."""
