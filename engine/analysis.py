"""What every legal move is worth to a seat that sees only its own hand."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from engine.beliefs import BONEYARD, Beliefs
from engine.errors import PositionError
from engine.evals import Analysis, Limit, Margin, MoveEval
from engine.moves import Draw
from engine.notation import format_move
from engine.play import apply_legal, legal_moves, open_pips, outcome
from engine.position import Event, Hand, Problem, View
from engine.reasons import PlayReason, reasons
from engine.scanner import SEATS
from engine.search import Root, solve, warm
from engine.search.sampled import WIN_UNIT, Enumerated, estimates
from engine.search.winning import match_odds

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping
    from random import Random

    from engine.moves import Move
    from engine.position import Position
    from engine.record import Record
    from engine.search.sampled import Estimate, Source
    from engine.tiles import Seat

SOLVER_NODES: Final = 1_000_000
"""Where only samples are limited: what an exact search may take before deals are sampled."""
FEW_WORLDS: Final = 300
"""With so few worlds each is looked at in its share of the deals, rather than by chance."""


def evaluations(
    view: View, *, rng: Random, limit: Limit, explain: bool = True
) -> Generator[Analysis, None, None]:
    """Ever better answers to what each legal move is worth; the first comes at once.

    After the end of the round there is one answer, without moves.

    The value is the expected margin from here to the end of the round (see `Analysis`), over deals
    that agree with the view, each played out by greedy players. It is exact, and marked so, where
    nothing is hidden: every tile is shown, or two players are left without a boneyard. Near the
    target the moves are ranked by the chance to win the match, which is then given beside it.

    The search ends at the limit, or once the best two moves are known to 0.25 points, or to 0.5
    and the best leads by 2.33 joint standard errors. With a limit of nodes or samples the answer
    depends on `rng` alone. Work is done only while the next answer is waited for.

    Args:
        view: What the seat in turn knows.
        rng: The only source of chance.
        limit: `samples` are deals; `nodes` rounds played out, or the solver's nodes.
        explain: Whether each move is given its reasons.

    Raises:
        PositionError: The view is another seat's than the one in turn, its own hand is hidden, or
            an event contradicts the rest (`EVENT_IMPOSSIBLE`).
    """
    position = view.position
    if view.seat != position.turn:
        turn = SEATS[position.turn]
        raise PositionError(Problem.WRONG_TURN, f"{turn} is in turn, not {SEATS[view.seat]}")
    beliefs = Beliefs(view)
    moves = legal_moves(position)
    why = _Reasons(beliefs) if explain else None
    known = deduced(position)
    if known is not None:
        answer = solve(known, solver_limit(limit))
        if answer.exact:
            answer = _with_wins(known, answer)
            yield answer if why is None else why.added(answer)
            return
    if not moves:
        yield Analysis((), exact=True)
        return
    seed = rng.getrandbits(31)
    for estimate in estimates_of(beliefs, moves, seed, limit):
        yield _analysis(estimate, seed, why)


def evaluate(view: View, *, rng: Random, limit: Limit, explain: bool = True) -> Analysis:
    """The last of `evaluations`."""
    *_, last = evaluations(view, rng=rng, limit=limit, explain=explain)
    return last


def solver_limit(limit: Limit) -> Limit:
    """How far the solver goes: half the time, so that some is left if it comes to nothing."""
    if limit.seconds is not None:
        return Limit(seconds=limit.seconds / 2, nodes=limit.nodes)
    return Limit(nodes=limit.nodes or SOLVER_NODES)


def deduced(position: Position) -> Position | None:
    """The position with every tile shown, if that is what all who play on know; else None.

    Without a boneyard two players know each other's hands.
    """
    if position.is_open:
        return position
    hidden = [seat for seat, hand in enumerate(position.hands) if hand.hidden]
    if position.rules.players != 2 or position.n_boneyard or len(hidden) != 1:  # noqa: PLR2004 - a number of seats
        return None
    (seat,) = hidden
    hand = position.hands[seat]
    if hand.hidden != len(position.unseen):  # some tiles are out of play
        return None
    hands = list(position.hands)
    hands[seat] = Hand(hand.tiles | position.unseen)
    return replace(position, hands=tuple(hands))


class _Reasons:
    """The reasons of each move, found when first asked for."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._known: dict[Move, tuple[PlayReason, ...]] = {}

    def of(self, move: Move) -> tuple[PlayReason, ...]:
        if move not in self._known:
            self._known[move] = reasons(self._beliefs, move)
        return self._known[move]

    def added(self, analysis: Analysis) -> Analysis:
        evals = tuple(replace(each, reasons=self.of(each.move)) for each in analysis.evals)
        return replace(analysis, evals=evals)


def estimates_of(
    beliefs: Beliefs, moves: tuple[Move, ...], seed: int, limit: Limit
) -> Iterator[Estimate]:
    """Ever better estimates of the moves of the seat in turn."""
    warm()
    position = beliefs.view.position
    root = Root.of(position, moves)
    chance = None
    if match_odds(position.rules).is_near(position.scores):
        chance = partial(_chance_after, position, root.team)
    return estimates(root, deals_of(beliefs), seed=seed, limit=limit, chance=chance)


def _with_wins(position: Position, solved: Analysis) -> Analysis:
    """A solved position with the chance to win the match at the end of each line, near the target.

    The order stays that of the margins, which is what was proven.
    """
    team = position.rules.team(position.turn)
    odds = match_odds(position.rules)
    if not odds.is_near(position.scores):
        return solved
    evals = tuple(
        replace(each, win=odds.chance(_scores_after(position, each.line), team))
        for each in solved.evals
    )
    return replace(solved, evals=evals)


def _scores_after(position: Position, line: tuple[Move, ...]) -> tuple[int, ...]:
    for move in line:
        position = apply_legal(position, move)
    scores = list(position.scores)
    over = outcome(position)
    for seat, points in enumerate(over.awards if over else ()):
        scores[position.rules.team(seat)] += points
    return tuple(scores)


def deals_of(beliefs: Beliefs) -> Source:
    """Where deals that agree with `beliefs` come from: a list if they are few, else chance."""
    knows_order = not isinstance(beliefs.view.position.boneyard, int)
    worlds = None if knows_order else beliefs.worlds(FEW_WORLDS)
    return beliefs.sampler if worlds is None else Enumerated(worlds)


def _chance_after(position: Position, team: int, gained: tuple[int, ...]) -> int:
    scores = tuple(a + b for a, b in zip(position.scores, gained, strict=True))
    return round(match_odds(position.rules).chance(scores, team) * WIN_UNIT)


def _analysis(estimate: Estimate, seed: int, why: _Reasons | None) -> Analysis:
    root, sums, wins = estimate.root, estimate.sums, estimate.wins
    evals = tuple(
        MoveEval(
            root.moves[k],
            Margin(sums.mean(k), root.team),
            sums.stderr(k),
            win=wins.mean(k) if wins else None,
            equals=root.equals[k],
            reasons=why.of(root.moves[k]) if why else (),
        )
        for k in estimate.order
    )
    nodes = sums.n * len(root.moves)
    return Analysis(evals, exact=False, nodes=nodes, samples=sums.n, seed=seed)


def view_from(position: Position, seat: Seat, record: Record | None = None) -> View:
    """What `seat` knows at `position`, with the moves of `record` that led there.

    The record may show less than the position does (hands as `?7`), and may go on after it.

    Raises `PositionError` (`EVENT_IMPOSSIBLE`) if the record never comes to the position.
    """
    if record is None:
        return View(seat, position)
    events: list[Event] = []
    found: tuple[Event, ...] | None = None
    whole = record.positions()
    before = next(whole)
    for move in (*record.plies, None):
        if _is_same(before, position):
            found = tuple(events)
        if move is None:
            break
        pips = open_pips(before.layout, before.rules)
        events.append(Event(before.turn, _as_seen(before, move, seat), pips))
        before = next(whole)
    if found is None:
        why = "the record never comes to this position"
        raise PositionError(Problem.EVENT_IMPOSSIBLE, why)
    return View(seat, position, found, record.deal.lead_forced)


def _as_seen(position: Position, move: Move, seat: Seat) -> Move:
    """A move as `seat` sees it: of a draw only it knows the tile."""
    if not isinstance(move, Draw):
        return move
    if position.turn != seat:
        return Draw()
    return move if isinstance(position.boneyard, int) else Draw(position.boneyard[0])


def _is_same(one: Position, other: Position) -> bool:
    """Whether everybody at the table sees the same in both."""

    def seen(position: Position) -> tuple[object, ...]:
        sizes = tuple(map(len, position.hands))
        turn = (position.turn, position.drew, position.passes)
        return (position.rules, position.layout, sizes, position.n_boneyard, turn)

    return seen(one) == seen(other)


def analysis_json(analysis: Analysis) -> dict[str, Any]:
    """An analysis as the command line prints it."""
    return {
        "exact": analysis.exact,
        "samples": analysis.samples,
        "nodes": analysis.nodes,
        "seed": analysis.seed,
        "evals": [_eval_json(each) for each in analysis.evals],
    }


def _eval_json(each: MoveEval) -> dict[str, Any]:
    found: dict[str, Any] = {
        "move": format_move(each.move),
        "margin": round(each.margin.points, 3),
        "stderr": finite(each.stderr),
    }
    if each.win is not None:
        found["win"] = round(each.win, 4)
    if each.line:
        found["line"] = [format_move(move) for move in each.line]
    if each.equals:
        found["equals"] = [format_move(move) for move in each.equals]
    told = [reason.as_json() for reason in each.reasons if isinstance(reason, PlayReason)]
    return {**found, "reasons": told}


def finite(stderr: float) -> float | None:
    """A standard error as JSON can tell it: null where one deal shows no spread."""
    return round(stderr, 3) if isfinite(stderr) else None


def beliefs_json(view: View) -> Mapping[str, Mapping[str, float]]:
    """Where each unseen tile may be, by holder: `{"B": {"66": 0.21, …}, "boneyard": {…}}`."""
    table = Beliefs(view).table()
    return {
        "boneyard" if holder == BONEYARD else SEATS[holder]: {
            str(tile): round(chance, 4) for tile, chance in row.items() if chance
        }
        for holder, row in table.items()
    }
