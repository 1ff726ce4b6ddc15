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


def spend(spare: Spare, clock: Clock, seconds: float, *, fails: bool = False) -> None:
    with spare.spent():
        clock.now += seconds
        if fails:
            raise KeyError


def test_a_share_of_the_time_is_there_to_be_spent() -> None:
    clock = Clock()
    spare = Spare(0.1, clock)
    assert spare.is_left
    spend(spare, clock, 1.5)
    assert not spare.is_left
    clock.now += 3.0
    assert not spare.is_left
    clock.now += 1.0
    assert spare.is_left


def test_no_more_is_saved_up_than_a_second() -> None:
    clock = Clock()
    spare = Spare(0.1, clock)
    clock.now += 1000
    assert spare.is_left
    spend(spare, clock, 1.2)
    assert not spare.is_left


def test_what_fails_has_been_spent_too() -> None:
    clock = Clock()
    spare = Spare(0.1, clock)
    with pytest.raises(KeyError):
        spend(spare, clock, 2.0, fails=True)
    assert not spare.is_left
