"""The guided first round: a deal that lets the learner lead, score at once and go out. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine import (
    Draw,
    IllegalMoveError,
    Move,
    NotationError,
    Pass,
    Play,
    RuleSet,
    apply,
    explain_award,
    explain_count,
    explain_refusal,
    legal_moves,
    parse_move,
)
from engine.play import ending, points_of
from engine.position import Position
from engine.settlement import Ending
from engine.teaching.lessons import LEARNER, best_now, first_round, guided_move
from ui.board import Action, Marks, Model, Options, Show, Spoken, board_model
from ui.texts import _, ngettext, number, pgettext
from ui.wording import n_points, terms, towards, why_refused
from ui.words import tile_name

OPPONENT: Final = "Piroska"
GUIDED: Final = 4
"""Turns of the learner in which the best play is pointed out."""
PAUSE_MS: Final = 1100
"""How long the opponent waits, so that the learner's own play is seen first."""


@dataclass(frozen=True, slots=True)
class First:
    """The round as far as it has gone."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    rev: int = 0
    refused: Spoken | None = None

    @property
    def position(self) -> Position:
        """How it stands."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether somebody went out, or nobody can move."""
        return ending(self.position) is not None

    @property
    def is_yours(self) -> bool:
        """Whether the learner is to move."""
        return not self.is_over and self.position.turn == LEARNER

    @property
    def scores(self) -> tuple[int, int]:
        """Points of the learner and of the opponent, the award included."""
        yours, theirs = self.position.scores[:2]
        worked = explain_award(self.position)
        if worked is not None:
            awards = worked.by_seat(self.position.rules.players)
            yours, theirs = yours + int(awards[0]), theirs + int(awards[1])
        return yours, theirs

    def moved(self, move: Move) -> First:
        """After a move of whoever is in turn."""
        after = apply(self.position, move)
        return First((*self.positions, after), (*self.moves, move), self.rev + 1)

    def back(self) -> First:
        """Before the learner's last move."""
        own = [n for n, before in enumerate(self.positions[:-1]) if before.turn == LEARNER]
        if not own:
            return self
        return First(self.positions[: own[-1] + 1], self.moves[: own[-1]], self.rev + 1)


def begin(rules: RuleSet, rev: int = 0) -> First:
    """The round, dealt."""
    return First((first_round(rules).start(),), rev=rev)


def replayed(rules: RuleSet, tokens: str, rev: int = 0) -> First:
    """The round after these moves of both, joined by dots, as a link has them.

    Raises:
        NotationError: One of them is no move.
        IllegalMoveError: One of them is not allowed where it stands.
    """
    first = begin(rules, rev)
    for token in filter(None, tokens.split(".")):
        first = first.moved(parse_move(token, rules))
    return first


def submit(first: First, token: str) -> First:
    """The learner's move; one that is not allowed is refused with its reason."""
    if not first.is_yours:
        return first
    try:
        move = parse_move(token, first.position.rules)
    except NotationError:
        return first
    try:
        return first.moved(move)
    except IllegalMoveError:
        facts = explain_refusal(first.position, move)
        said = why_refused(facts) if facts else ""
        last = first.refused.id if first.refused else first.rev * 100
        return replace(first, refused=Spoken(last + 1, said))


def reply(first: First) -> First:
    """The opponent's move."""
    return first if first.is_yours or first.is_over else first.moved(guided_move(first.position))


def shown_move(first: First) -> Move | None:
    """The move that is pointed out: in the first turns the best one."""
    own = sum(before.turn == LEARNER for before in first.positions[:-1])
    return best_now(first.position) if first.is_yours and own < GUIDED else None


def model(first: First, options: Options) -> Model:
    """The board."""
    move = shown_move(first)
    position = first.position
    show = Show(
        award=_award(first),
        say=[Spoken(first.rev + 1, lead(first))],
        refused=first.refused,
        order=tuple(made.tile for made in first.moves if isinstance(made, Play)),
        actions=_actions(first),
        marks=Marks((move.tile,), ()) if isinstance(move, Play) else Marks(),
        options=options,
    )
    return board_model(
        position,
        rev=first.rev,
        seat=LEARNER,
        live=first.is_yours,
        wait="" if first.is_over else _("{name} is thinking", name=OPPONENT),
        show=show,
    )


def _actions(first: First) -> tuple[Action, ...]:
    if not first.is_yours:
        return ()
    moves = legal_moves(first.position)
    found = []
    if any(isinstance(move, Draw) for move in moves):
        found.append(Action("+", pgettext("verb", "Draw"), primary=True))
    if any(isinstance(move, Pass) for move in moves):
        found.append(Action("-", pgettext("verb", "Pass"), primary=True))
    return tuple(found)


def _award(first: First) -> str:
    if not first.moves:
        return ""
    before, move = first.positions[-2], first.moves[-1]
    points = points_of(before, move)
    if not points:
        return ""
    if before.turn == LEARNER:
        return _("You score {points}", points=points)
    return _("{name} scores {points}", name=OPPONENT, points=points)


def told(first: First) -> str:
    """What has just happened."""
    if not first.moves:
        return ""
    before, move = first.positions[-2], first.moves[-1]
    yours = before.turn == LEARNER
    match move:
        case Draw():
            return _("You draw a tile.") if yours else _("{name} draws a tile.", name=OPPONENT)
        case Pass():
            return _("You pass.") if yours else _("{name} passes.", name=OPPONENT)
        case _:
            return _told_play(before, move, yours=yours)


def _told_play(before: Position, move: Play, *, yours: bool) -> str:
    layout = before.layout.placed(move.tile, move.arm, before.rules)
    facts = explain_count(layout, before.rules)
    tile = tile_name(move.tile)
    if not facts.points:
        if yours:
            return _("You play {tile}: the count is {n}.", tile=tile, n=facts.count)
        return _("{name} plays {tile}: the count is {n}.", name=OPPONENT, tile=tile, n=facts.count)
    worth = n_points(facts.points)
    if yours:
        return _("You play {tile}: {sum}, {points} for you.", tile=tile, sum=terms(facts),
                 points=worth)  # fmt: skip
    return _("{name} plays {tile}: {sum}, {points} for {name}.", name=OPPONENT, tile=tile,
             sum=terms(facts), points=worth)  # fmt: skip


def lead(first: First) -> str:
    """What has happened, and what to do now."""
    return f"{told(first)} {guidance(first)}".strip()


def guidance(first: First) -> str:
    """What to do now, and why."""
    if first.is_over:
        return settled(first)
    if not first.is_yours:
        return _("{name} is thinking …", name=OPPONENT)
    position = first.position
    move = shown_move(first)
    if not any(isinstance(found, Play) for found in legal_moves(position)):
        if any(isinstance(found, Draw) for found in legal_moves(position)):
            return _("No tile of yours fits: draw one.")
        return _("No tile of yours fits and the boneyard is empty: pass.")
    if move is None:
        return _("Your turn: look for a count that divides by five.")
    return _advice(position, move)


def _advice(position: Position, move: Move) -> str:
    if not isinstance(move, Play):
        return _("No tile of yours fits: draw one.")
    layout = position.layout.placed(move.tile, move.arm, position.rules)
    facts = explain_count(layout, position.rules)
    tile = tile_name(move.tile)
    if move.arm is None:
        return _(
            "You begin. Tap {tile}: its halves make {sum}. A count that divides by five scores.",
            tile=tile, sum=terms(facts),
        )  # fmt: skip
    if facts.points:
        return _(
            "{tile} {where} makes {sum}: {points}. "
            "Tap the tile, and the place if it asks for one.",
            tile=tile, where=towards(move.arm), sum=terms(facts), points=n_points(facts.points),
        )  # fmt: skip
    return _("Nothing scores now. Play any tile that fits, such as {tile}.", tile=tile)


def settled(first: First) -> str:
    """How the round ended and who is paid what."""
    worked = explain_award(first.position)
    if worked is None:
        return ""
    if worked.ending is Ending.BLOCKED:
        how = _("Nobody can play: the round is blocked.")
    elif worked.winner == LEARNER:
        how = _("You are out of tiles: the round is over.")
    else:
        how = _("{name} is out of tiles: the round is over.", name=OPPONENT)
    if not worked.awards:
        return how
    award = worked.awards[0]
    total, points = number(award.total), number(award.points)
    if award.seat == LEARNER:
        paid = _("You are paid for the {total} pips left, to the nearest five: {n}.",
                 total=total, n=points)  # fmt: skip
    else:
        paid = _(
            "{name} is paid for the {total} pips left, to the nearest five: {n}.",
            name=OPPONENT, total=total, n=points,
        )  # fmt: skip
    return f"{how} {paid}"


def score_line(first: First) -> str:
    """The score."""
    yours, theirs = first.scores
    return _("You {yours} : {theirs} {name}", yours=yours, theirs=theirs, name=OPPONENT)


def left_line(first: First) -> str:
    """What the opponent and the boneyard hold."""
    held = len(first.position.hands[1])
    return ", ".join(
        [
            ngettext("{name} holds {n} tile", "{name} holds {n} tiles", held, name=OPPONENT),
            _("boneyard {n}", n=first.position.n_boneyard),
        ]
    )
