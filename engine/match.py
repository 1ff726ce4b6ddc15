"""Matches: rounds to the target, replayable from their records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import RecordError, RulesError
from engine.moves import Play
from engine.options import FirstLead, LaterLead
from engine.play import apply
from engine.position import Deal
from engine.record import Record, format_record, scan_record
from engine.scanner import SEATS, Scanner
from engine.settlement import Ending
from engine.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from engine.moves import Move
    from engine.position import Position
    from engine.rules import RuleSet
    from engine.tiles import Seat, Team


@dataclass(frozen=True, slots=True)
class Match:
    """Rounds of one rule set, the last perhaps unfinished.

    A value: `begin` and `play` return a longer match.
    """

    rules: RuleSet
    rounds: tuple[Record, ...] = ()

    @property
    def position(self) -> Position | None:
        """The last position of the last round; None before the first deal."""
        return self.rounds[-1].final if self.rounds else None

    @property
    def is_between_rounds(self) -> bool:
        """Whether a new deal is due: none yet, or the last round is over."""
        return not self.rounds or self.rounds[-1].outcome is not None

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by team with partners, else by seat; awards of finished rounds included."""
        if not self.rounds:
            return (0,) * self.rules.n_teams
        final = self.rounds[-1].final
        scores = list(final.scores)
        over = self.rounds[-1].outcome
        for seat, points in enumerate(over.awards if over else ()):
            scores[self.rules.team(seat)] += points
        return tuple(scores)

    @property
    def winner(self) -> Team | None:
        """The side that won the match; None while it goes on.

        Looked at when a round is over: the highest score at the target wins; equal ones play on.
        """
        if not self.rounds or self.is_between_rounds is False:
            return None
        scores = self.scores
        best = max(scores)
        if best < self.rules.target_points or scores.count(best) > 1:
            return None
        return scores.index(best)

    @property
    def next_leader(self) -> Seat | None:
        """Who leads the next round; None where the deal or the lot decides."""
        rule = self._lead_rule()
        if rule is LaterLead.ROTATE:
            return (self.rounds[-1].deal.leader + 1) % self.rules.players
        over = self.rounds[-1].outcome if self.rounds else None
        return over.winner if rule is LaterLead.WINNER and over is not None else None

    @property
    def leader_is_chosen(self) -> bool:
        """Whether the players choose who leads the round that is due (`first_lead=choice`)."""
        by_first_rule = self._lead_rule() is LaterLead.AS_FIRST
        return by_first_rule and self.rules.first_lead is FirstLead.CHOICE

    def _lead_rule(self) -> LaterLead:
        over = self.rounds[-1].outcome if self.rounds else None
        if over is None:
            return LaterLead.AS_FIRST
        blocked = over.ending is Ending.BLOCKED
        return self.rules.after_block_lead if blocked else self.rules.later_lead

    def deal(self, rng: Random, *, leader: Seat | None = None) -> Deal:
        """A random deal for the next round, led by whom the rules say.

        Args:
            rng: The only source of chance.
            leader: Who leads the first round, where the players choose (`first_lead=choice`).
        """
        rule = self._lead_rule()
        if rule is LaterLead.AS_FIRST:
            return Deal.shuffled(self.rules, rng, leader)
        if rule is LaterLead.NEXT_DOUBLE:
            return Deal.shuffled(self.rules, rng, double=self._next_double())
        seat = self.next_leader
        by_lot = rng.randrange(self.rules.players)
        return Deal.shuffled(self.rules, rng, by_lot if seat is None else seat)

    def _next_double(self) -> Tile:
        """The double below the one last led; the highest after 0-0 or where none was led."""
        top = self.rules.max_pip
        for record in reversed(self.rounds):
            # A leader may have passed first (`pass_penalty`).
            led = next((ply for ply in record.plies if isinstance(ply, Play)), None)
            if led is not None and led.tile.is_double:
                below = led.tile.high - 1
                return Tile.of(below, below) if below >= 0 else Tile.of(top, top)
        return Tile.of(top, top)

    def begin(self, deal: Deal, tags: Mapping[str, str] | None = None) -> Match:
        """This match with a new round; `RulesError` if none is due or the deal has other rules."""
        if not self.is_between_rounds or self.winner is not None:
            msg = "a new round begins when the last one is over and nobody has won the match"
            raise RulesError(msg)
        if deal.rules != self.rules:
            msg = f"the deal is for other rules than the match: {deal.rules.name}"
            raise RulesError(msg)
        return replace(self, rounds=(*self.rounds, Record(tags or {}, deal, scores=self.scores)))

    def play(self, move: Move, *, seat: Seat | None = None) -> Match:
        """This match with `move` made in its last round; errors as for `engine.play.apply`."""
        if not self.rounds:
            msg = "no round has been dealt yet"
            raise RulesError(msg)
        record = self.rounds[-1]
        apply(record.final, move, seat=seat)
        longer = replace(record, plies=(*record.plies, move))
        return replace(self, rounds=(*self.rounds[:-1], longer))


def format_match(match: Match) -> str:
    """One record a round, a blank line between them."""
    return "\n".join(map(format_record, match.rounds))


def parse_match(text: str) -> Match:
    """The match that `text` tells; errors as for `parse_record`, and for rounds that do not follow.

    Each round starts from the scores of the one before and is led by whom the rules say.
    """
    scanner = Scanner(text)
    start = 0
    match = Match(scan_record(scanner).deal.rules)
    scanner.at = 0
    while True:
        record = scan_record(scanner)
        _check_follows(scanner, match, record, start)
        match = replace(match, rounds=(*match.rounds, record))
        if scanner.at_end:
            return match
        scanner.expect("\n", "a blank line and the next round, or the end of the text")
        start = scanner.at


def _check_follows(scanner: Scanner, match: Match, record: Record, start: int) -> None:
    def wrong(expected: str) -> RecordError:
        return RecordError(scanner.text, start, expected, 0)

    if record.deal.rules != match.rules:
        raise wrong("the rules of the first round")
    if not match.is_between_rounds or match.winner is not None:
        raise wrong("the end of the text: the match is over or its last round unfinished")
    if match.rounds and record.scores != match.scores:
        raise wrong(f"a deal that starts from the scores {'/'.join(map(str, match.scores))}")
    leader = match.next_leader
    if leader is not None and record.deal.leader != leader:
        raise wrong(f"a deal that {SEATS[leader]} leads")
