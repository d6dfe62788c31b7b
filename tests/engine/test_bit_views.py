"""Sequences kept as sets of bits behave as the lists that they stand for."""

import pytest

from ludotheque.engine.bit_views import BitView

ITEMS = tuple({1 << bit: f"{name}{bit}" for bit in range(100)} for name in "ab")


@pytest.mark.parametrize("sets", [(0, 0), (1, 0), (0, 1 << 99), (0b1011 << 30, 1 << 61 | 1), ((1 << 100) - 1, 0b110)])
@pytest.mark.parametrize("more", [(), ["x", "y"]])
def test_view_is_the_list_of_its_items(sets: tuple[int, int], more: list[str]) -> None:
    listed = [items[1 << bit] for bits, items in zip(sets, ITEMS, strict=True) for bit in range(100) if bits >> bit & 1]
    listed += more
    view = BitView(sets, ITEMS, more)
    assert len(view) == len(listed)
    assert [view[at] for at in range(len(view))] == listed == list(view)
    assert [view[at - len(view)] for at in range(len(view))] == listed
    assert (view[1:], view[::-1]) == (listed[1:], listed[::-1])
    assert view == listed
    assert view != [*listed, "z"]
    assert bool(view) == bool(listed)
    assert all(item in view for item in listed)
    with pytest.raises(IndexError):
        view[len(view)]
