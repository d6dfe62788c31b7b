"""Printed boxes over HTTP: typeset in a process of their own, and cached."""
