"""Playing a round: which moves are legal, what they lead to, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import IllegalMoveError, PositionError, RoundOverError, WrongTurnError
from engine.layout import Layout, places
from engine.moves import MOVER, NOBODY, Draw, Move, Pass, Play, Reason
from engine.options import Claim, TargetCheck
from engine.position import Event, Hand, Position, Problem, View, forced_tile, hidden_from
from engine.scoring import score_play
from engine.settlement import AwardReason, Ending, Settlement, settle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.layout import Arm, Place
    from engine.rules import RuleSet
    from engine.tiles import Pip, Seat, Team, Tile


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended: who won it (None after a tie) and what each seat is awarded.

    Awards exclude the points of plays; a side's stand at the seat that went out, after a block at
    its lighter hand. `ending` TARGET pays none.
    """

    ending: Ending
    winner: Seat | None
    awards: tuple[int, ...]


def legal_moves(position: Position) -> tuple[Move, ...]:
    """The moves of the seat in turn; none when the round is over.

    In order: tiles by index, highest first, then L R U D (by spinner, highest first), draw, pass.
    Plays are listed as taken by the mover. Raises `PositionError(HIDDEN)` for a hidden hand.
    """
    if ending(position) is not None:
        return ()
    hand = position.hand
    if hand.hidden:
        raise PositionError(Problem.HIDDEN, "the hand in turn must be seen to know its moves")
    moves: list[Move] = list(_plays(position))
    if not position.lead_forced and _may_draw(position, can_play=bool(moves)):
        moves.append(Draw())
    if _may_pass(position, can_play=bool(moves)):
        moves.append(Pass())
    return tuple(moves)


def _plays(position: Position) -> Iterable[Play]:
    hand = position.hand.tiles
    if not position.layout.line:
        forced = forced_tile(hand, position.rules) if position.lead_forced else None
        return [Play(tile) for tile in hand if forced in (None, tile)]
    where = places(position.layout, position.rules)
    return [
        Play(tile, place.arm)
        for tile in hand
        for place in where
        if tile.high in place.pips or tile.low in place.pips
    ]


def _may_draw(position: Position, *, can_play: bool) -> bool:
    return (not can_play or position.rules.voluntary_draw) and _can_draw(position)


def _can_draw(position: Position) -> bool:
    rules = position.rules
    limit = rules.max_draws
    return position.n_boneyard > rules.reserve and (limit is None or position.drew < limit)


def _may_pass(position: Position, *, can_play: bool) -> bool:
    """`can_play` here includes drawing: a pass is legal when nothing else is, or at a price."""
    return not can_play or bool(position.rules.pass_penalty)


def open_pips(layout: Layout, rules: RuleSet) -> frozenset[Pip]:
    """Every pip that some place takes; empty on a bare table."""
    return frozenset().union(*(place.pips for place in places(layout, rules)))


def can_play(position: Position, where: tuple[Place, ...] | None = None) -> bool:
    """Whether the seat in turn is seen to hold a tile that plays."""
    tiles = position.hand.tiles
    if not position.layout.line:
        return bool(tiles)
    where = places(position.layout, position.rules) if where is None else where
    return any(place.takes(tile) for tile in tiles for place in where)


def why_illegal(position: Position, move: Move) -> Reason | None:
    """The first rule that `move` breaks, or None if it is legal.

    Of a hidden hand only what is seen can speak against a move. Raises `RoundOverError` after the
    end of the round.
    """
    if ending(position) is not None:
        raise RoundOverError(position, move, "the round is over")
    match move:
        case Play():
            return _why_not_play(position, move)
        case Draw():
            return _why_not_draw(position, move)
        case Pass():
            return _why_not_pass(position)


def _why_not_play(position: Position, move: Play) -> Reason | None:
    hand = position.hand
    if move.tile not in hand.tiles and not (hand.hidden and move.tile in position.unseen):
        return Reason.NOT_IN_HAND
    reason = why_not_placed(position.layout, position.rules, move.tile, move.arm)
    if reason is not None:
        return reason
    if position.lead_forced and not hand.hidden:
        forced = forced_tile(hand.tiles, position.rules)
        if forced not in (None, move.tile):
            return Reason.LEAD_FORCED
    return None if _may_take(position, move) else Reason.NO_CLAIM


def why_not_placed(layout: Layout, rules: RuleSet, tile: Tile, arm: Arm | None) -> Reason | None:
    """Why `tile` may not go on `arm` whoever plays it, or None: of the table alone."""
    is_lead = not layout.line
    if is_lead or arm is None:
        return None if is_lead and arm is None else Reason.NO_SUCH_ARM
    for place in places(layout, rules):
        if place.arm == arm:
            return None if place.takes(tile) else Reason.NO_MATCH
    exists = any(arm in (spun.up_arm, spun.down_arm) for spun in layout.spinners(rules))
    return Reason.ARM_CLOSED if exists else Reason.NO_SUCH_ARM


def _may_take(position: Position, move: Play) -> bool:
    """Whether the points may go where `move.taker` says."""
    if move.taker is MOVER:
        return True
    rules = position.rules
    scores = _points(position, replace(move, taker=MOVER)) > 0
    if rules.claim is Claim.AUTOMATIC or not scores:
        return False
    if move.taker is NOBODY:
        return True
    return (
        rules.claim is Claim.OPPONENT_MAY_TAKE
        and 0 <= move.taker < rules.players
        and rules.team(move.taker) != rules.team(position.turn)
    )


def _why_not_draw(position: Position, move: Draw) -> Reason | None:
    if position.lead_forced:
        return Reason.LEAD_FORCED
    if not position.rules.voluntary_draw and can_play(position):
        return Reason.MUST_PLAY
    if not _can_draw(position):
        return Reason.MAY_NOT_DRAW
    if move.tile is not None and not _can_be_drawn(position, move.tile):
        return Reason.MAY_NOT_DRAW
    return None


def _can_be_drawn(position: Position, tile: Tile) -> bool:
    if isinstance(position.boneyard, int):
        return tile in position.unseen
    return tile == position.boneyard[0]


def _why_not_pass(position: Position) -> Reason | None:
    if position.rules.pass_penalty:
        return None
    if position.lead_forced:
        return Reason.LEAD_FORCED
    if can_play(position) or _can_draw(position):
        return Reason.MUST_PLAY
    return None


def apply(position: Position, move: Move, *, seat: Seat | None = None) -> Position:
    """The position after `move`, with the points of a play added; no chance in it.

    Awards at the end of a round are added by `Match`; the turn moves on after the last play too.

    Args:
        position: Where it is made.
        move: What is done.
        seat: Who makes it, where the caller wants that checked.

    Raises:
        WrongTurnError: `seat` is not in turn.
        IllegalMoveError: The move is against the rules.
        RoundOverError: The round has ended.
    """
    if seat is not None and seat != position.turn:
        names = "ABCDEFGH"
        msg = f"it is {names[position.turn]}'s turn, not {names[seat]}'s"
        raise WrongTurnError(position, move, msg)
    reason = why_illegal(position, move)
    if reason is not None:
        raise IllegalMoveError(position, move, reason)
    return apply_legal(position, move)


def apply_legal(position: Position, move: Move) -> Position:
    """`apply` for a move that is known to be legal; nothing is checked."""
    match move:
        case Play():
            return _apply_play(position, move)
        case Draw():
            return _apply_draw(position, move)
        case Pass():
            return _apply_pass(position)


def _apply_play(position: Position, move: Play) -> Position:
    rules = position.rules
    layout = position.layout.placed(move.tile, move.arm, rules)
    hand = position.hand
    if move.tile in hand.tiles:
        hand = Hand(hand.tiles.without(move.tile), hand.hidden)
    else:
        hand = Hand(hand.tiles, hand.hidden - 1)
    scores = position.scores
    team = taking_team(position, move)
    points = _void(score_play(layout, rules), rules, position.scores, team)
    if points and team is not None:
        scores = _added(scores, team, points)
    return Position(
        rules,
        layout,
        _with_hand(position, hand),
        position.boneyard,
        (position.turn + 1) % rules.players,
        scores=scores,
        last=position.turn,
    )


def _apply_draw(position: Position, move: Draw) -> Position:
    hand = position.hand
    boneyard = position.boneyard
    tile, rest = (
        (move.tile, boneyard - 1) if isinstance(boneyard, int) else (boneyard[0], boneyard[1:])
    )
    if tile is None:
        hand = Hand(hand.tiles, hand.hidden + 1)
    else:
        hand = Hand(hand.tiles.with_tile(tile), hand.hidden)
    return Position(
        position.rules,
        position.layout,
        _with_hand(position, hand),
        rest,
        position.turn,
        drew=position.drew + 1,
        scores=position.scores,
        last=position.last,
    )


def _apply_pass(position: Position) -> Position:
    rules = position.rules
    scores = position.scores
    if rules.pass_penalty and can_play(position):
        scores = _added(scores, rules.team(position.turn), -rules.pass_penalty)
    return Position(
        rules,
        position.layout,
        position.hands,
        position.boneyard,
        (position.turn + 1) % rules.players,
        passes=position.passes + 1,
        scores=scores,
        last=position.last,
    )


def _with_hand(position: Position, hand: Hand) -> tuple[Hand, ...]:
    hands = position.hands
    return (*hands[: position.turn], hand, *hands[position.turn + 1 :])


def _added(scores: tuple[int, ...], team: Team, points: int) -> tuple[int, ...]:
    return (*scores[:team], scores[team] + points, *scores[team + 1 :])


def taking_team(position: Position, move: Play) -> Team | None:
    """The side that takes the points of a play; None if nobody does."""
    if move.taker is NOBODY:
        return None
    return position.rules.team(position.turn if move.taker is MOVER else move.taker)


def _points(position: Position, move: Play) -> int:
    layout = position.layout.placed(move.tile, move.arm, position.rules)
    team = taking_team(position, move)
    return _void(score_play(layout, position.rules), position.rules, position.scores, team)


def points_of(position: Position, move: Move) -> int:
    """Points the move earns whoever takes them.

    0 for a draw or pass, and where the score so far makes them void (`min_first_score`, `exact`).
    """
    return _points(position, move) if isinstance(move, Play) else 0


def _void(points: int, rules: RuleSet, scores: tuple[int, ...], team: Team | None) -> int:
    """`points`, or 0 where the score of the side that takes them makes them void."""
    if not points or team is None:
        return points
    if points < rules.min_first_score and scores[team] == 0:
        return 0
    return _exact(points, rules, scores, team)


def _exact(points: int, rules: RuleSet, scores: tuple[int, ...], team: Team) -> int:
    """`points`, or 0 where they would pass a target that must be hit exactly."""
    return 0 if rules.exact and scores[team] + points > rules.target_points else points


def ending(position: Position) -> Ending | None:
    """How the round has ended, or None if it goes on; hidden hands are only counted."""
    if _target_reached(position):
        return Ending.TARGET
    if any(not hand.hidden and not hand.tiles.mask for hand in position.hands):
        return Ending.DOMINO
    if position.passes >= position.rules.players:
        return Ending.BLOCKED
    return None


def _target_reached(position: Position) -> bool:
    """Whether the last play took its side to the target (`target_check=immediate`)."""
    rules = position.rules
    if rules.target_check is not TargetCheck.IMMEDIATE:
        return False
    best = max(position.scores)
    if best < rules.target_points or position.scores.count(best) > 1:
        return False
    # A side may start a round at the target (equal with another): only a scoring play wins then.
    return (
        not position.passes
        and not position.drew
        and bool(position.layout.line)
        and score_play(position.layout, rules) > 0
    )


def settlement(position: Position) -> Settlement | None:
    """The end of the round worked out, or None while it goes on.

    Awards that would pass an `exact` target are void: 0 points. Raises `PositionError(HIDDEN)` if
    tiles that are paid for are hidden.
    """
    how = ending(position)
    if how is None:
        return None
    rules = position.rules
    last = (position.turn - 1) % rules.players
    if how is Ending.TARGET:
        team = position.scores.index(max(position.scores))
        winner = last if rules.team(last) == team else rules.seats(team)[0]
        return Settlement(how, AwardReason.TARGET_REACHED, winner, ())
    if any(hand.hidden for hand in position.hands):
        raise PositionError(Problem.HIDDEN, "every hand must be seen to settle the round")
    out = None
    if how is Ending.DOMINO:
        order = [last, *range(rules.players)]
        out = next(seat for seat in order if not position.hands[seat].tiles.mask)
    played_last = position.last
    if played_last is None and position.layout.line:
        # A position line does not tell: take the closing passes to have begun after that seat.
        played_last = last
    worked = settle([hand.tiles for hand in position.hands], rules, out=out, last=played_last)
    return _voided(worked, position) if rules.exact else worked


def _voided(worked: Settlement, position: Position) -> Settlement:
    rules = position.rules
    awards = tuple(
        replace(award, points=_exact(award.points, rules, position.scores, rules.team(award.seat)))
        for award in worked.awards
    )
    return replace(worked, awards=awards)


def outcome(position: Position) -> Outcome | None:
    """How the round ended, who won it and the awards by seat; None while it goes on."""
    worked = settlement(position)
    if worked is None:
        return None
    return Outcome(worked.ending, worked.winner, worked.by_seat(position.rules.players))


def view(start: Position, moves: Iterable[Move], seat: Seat) -> View:
    """What `seat` knows after `moves` from `start`: its own tiles, the table and every move."""
    position = start
    events = []
    for move in moves:
        pips = open_pips(position.layout, position.rules)
        shown = _drawn(position, move, seat) if isinstance(move, Draw) else move
        events.append(Event(position.turn, shown, pips))
        position = apply(position, move)
    return View(seat, hidden_from(position, seat), tuple(events), start.lead_forced)


def _drawn(position: Position, draw: Draw, seat: Seat) -> Draw:
    """A draw as `seat` sees it: of its own it sees the tile."""
    if position.turn != seat:
        return Draw()
    if isinstance(position.boneyard, int) or not position.boneyard:
        return draw
    return Draw(position.boneyard[0])
