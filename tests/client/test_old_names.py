"""Names of version 0.1 still work, with a warning that names the new one."""

from __future__ import annotations

from importlib import import_module

import pytest

from ludotheque import client
from ludotheque.client.client import Address


@pytest.mark.parametrize(("old", "new"), client.RENAMED.items())
def test_old_name_is_the_new_class_and_warns(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{old} is now called {new}"):
        assert getattr(import_module("ludotheque.client"), old) is getattr(client, new)


def test_address_still_has_its_old_field() -> None:
    with pytest.warns(DeprecationWarning, match="Address.server"):
        assert Address.read("https://games.example.org/t/abc234").house == "https://games.example.org"


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Hall'"):
        _ = import_module("ludotheque.client").Hall
