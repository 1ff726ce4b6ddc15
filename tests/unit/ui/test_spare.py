"""Time for what nobody waits for: saved up, spent, and none left for a class."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ui.spare import Spare


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def spend(spare: Spare, worked: Clock, seconds: float, *, fails: bool = False) -> None:
    with spare.spent():
        worked.now += seconds
        if fails:
            raise KeyError


def test_a_share_of_the_time_is_there_to_be_spent() -> None:
    clock, worked = Clock(), Clock()
    spare = Spare(0.1, clock, worked)
    assert spare.is_left
    spend(spare, worked, 1.5)
    assert not spare.is_left
    clock.now += 4.9
    assert not spare.is_left
    clock.now += 0.2
    assert spare.is_left


def test_no_more_is_saved_up_than_a_second() -> None:
    clock, worked = Clock(), Clock()
    spare = Spare(0.1, clock, worked)
    clock.now += 1000
    assert spare.is_left
    spend(spare, worked, 1.0)
    assert not spare.is_left


def test_what_fails_has_been_spent_too() -> None:
    clock, worked = Clock(), Clock()
    spare = Spare(0.1, clock, worked)
    with pytest.raises(KeyError):
        spend(spare, worked, 2.0, fails=True)
    assert not spare.is_left
