"""Accounts: passkeys, signatures and tokens, merging, erasing and exporting personal data."""
