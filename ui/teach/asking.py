"""A question put to a learner, from the first look to the verdict. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine import Arm, Play
from engine.notation import parse_move
from engine.play import legal_moves
from engine.rules import RuleSet
from engine.teaching.answers import answer, same_play, table_arms
from engine.teaching.diagnosis import Verdict, concerned
from engine.teaching.hints import hints
from engine.teaching.lessons import Shown
from engine.teaching.misconceptions import Mistake, named
from engine.teaching.questions import CONSULTS, Answer, Ask, Form, Question
from engine.teaching.schedule import Step
from engine.teaching.skills import Skill
from engine.tiles import Tile
from ui.board import Action, Marks, Options, Pick, Show, TrayTile, board_model, layout_model
from ui.board.model import Model
from ui.texts import _
from ui.words_teaching import arm_of

CHECK: Final = "check"
N_HINTS: Final = 2
_HANDS: Final = frozenset({Ask.NEXT, Ask.LEGAL, Ask.UNSEEN, Ask.CHANCE, Ask.LAST})
"""The hand of the seat in turn is shown with these, and no tile of it is tapped."""
_BOARDLESS: Final = frozenset({Ask.MISSING, Ask.HOLDING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question on its way.

    Attributes:
        question: What is asked.
        rules: The game that is being learned.
        skill: What it exercises; None in a teacher's lesson that names none.
        step: The item and why it comes; None for a worked or written question.
        shown: How much of the answer is worked out from the start.
        say: What its author says of it.
        rev: Rises with every change of the board.
        chosen: Tokens tapped so far, where a set is asked.
        n_hints: Hints taken.
        verdict: The judgement, once it is answered.
    """

    question: Question
    rules: RuleSet
    rev: int
    skill: Skill | None = None
    step: Step | None = None
    shown: Shown = Shown.NONE
    say: str = ""
    chosen: frozenset[str] = frozenset()
    n_hints: int = 0
    verdict: Verdict | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to answer."""
        return self.verdict is not None or self.shown is Shown.ALL

    @property
    def is_hinted(self) -> bool:
        """Whether the answer counts for nothing."""
        return self.n_hints > 0

    @property
    def on_board(self) -> bool:
        """Whether the answer is given on the board alone, unless plain controls are wished for."""
        return self.question.form in (Form.TILES, Form.PLAY) or self.question.ask is Ask.LEAD

    @property
    def takes_taps(self) -> bool:
        """Whether a tap on the board answers; for places there are buttons as well."""
        return not self.is_over and (self.on_board or self.question.form is Form.PLACES)

    @property
    def hints_shown(self) -> int:
        """Hints on the page: a question half worked out shows its first without asking."""
        return max(self.n_hints, 1) if self.shown is Shown.SOME else self.n_hints

    def toggled(self, token: str) -> Asked:
        """With a token taken up or put back."""
        return replace(self, chosen=self.chosen ^ {token}, rev=self.rev + 1)

    def hinted(self) -> Asked:
        """With one hint more."""
        return replace(self, n_hints=min(N_HINTS, self.hints_shown + 1), rev=self.rev + 1)

    def answered(self, verdict: Verdict) -> Asked:
        """With its verdict."""
        return replace(self, verdict=verdict, rev=self.rev + 1)


def tapped(asked: Asked, token: str) -> Asked | Answer:
    """What a tap on the board makes: the question changed, or an answer to it."""
    question = asked.question
    if not asked.takes_taps:
        return asked
    if token == CHECK:
        return asked.chosen
    if question.form is Form.PLAY:
        return same_play(question, token) or asked
    if question.ask is Ask.LEAD:
        return token
    return asked.toggled(token)


def judged(asked: Asked, given: Answer) -> Verdict:
    """The verdict on an answer to a question that is no item of the engine's bank."""
    question = asked.question
    truth = answer(question)
    missed = extra = frozenset[str]()
    if isinstance(truth, frozenset) and isinstance(given, frozenset):
        missed, extra = truth - given, given - truth
    mistake = None if given == truth else _fitting(asked, given)
    tiles = concerned(question, mistake) if mistake else ()
    return Verdict(given == truth, truth, given, mistake, tiles, missed, extra)


def _fitting(asked: Asked, given: Answer) -> Mistake | None:
    """The first wrong model that gives this answer, those of the skill before others."""
    own = named(asked.skill, asked.rules) if asked.skill else ()
    consulted = CONSULTS[asked.question.ask]
    order = [*own, *(mistake for mistake in Mistake if mistake not in own)]
    fitting = (
        m for m in order if m in consulted and answer(asked.question, frozenset({m})) == given
    )
    return next(fitting, None)


def model(asked: Asked, options: Options) -> Model | None:
    """The board of a question; None where there is no table to show."""
    question = asked.question
    if not has_board(question):
        return None
    show = Show(
        sums=question.sums or asked.is_over,
        marks=marks(asked),
        actions=_actions(asked),
        picks=tuple(_picks(asked)),
        options=options,
    )
    position = question.position
    if question.form is Form.PLAY or question.ask in _HANDS:
        is_live = question.form is Form.PLAY and not asked.is_over
        found = board_model(position, rev=asked.rev, seat=position.turn, live=is_live, show=show)
    else:
        found = layout_model(
            question.layout,
            question.rules,
            rev=asked.rev,
            tray=tuple(_tray(asked)),
            with_places=question.form is Form.PLACES,
            show=show,
        )
    if not show.sums and not asked.n_hints and asked.shown is not Shown.SOME:
        found["chips"] = []  # which ends count is just what is asked
    return found


def has_board(question: Question) -> bool:
    """Whether there is a table to show."""
    return question.ask not in _BOARDLESS


def has_hand(asked: Asked) -> bool:
    """Whether tiles stand below the table."""
    return asked.on_board or asked.question.ask in _HANDS


def _actions(asked: Asked) -> tuple[Action, ...]:
    if asked.is_over or asked.question.form is not Form.TILES:
        return ()
    return (Action(CHECK, _("Check"), primary=True),)


def _picks(asked: Asked) -> Iterator[Pick]:
    """The places that may be tapped."""
    question = asked.question
    if question.form is Form.PLACES and not asked.is_over:
        for arm in table_arms(question.layout, question.rules):
            yield Pick(arm, pressed=str(arm) in asked.chosen)


def _tray(asked: Asked) -> list[TrayTile]:
    """The tiles that may be tapped; when all is said, they only show what was right."""
    if not asked.on_board:
        return []
    question = asked.question
    offered = question.tray or question.position.hand.tiles
    chosen = asked.chosen
    if asked.is_over and asked.verdict and isinstance(asked.verdict.given, frozenset):
        chosen = asked.verdict.given
    return [TrayTile(tile, token=str(tile), pressed=str(tile) in chosen) for tile in offered]


def marks(asked: Asked) -> Marks:
    """What the board points at: the end in question, a hint, the truth, what a mistake is about."""
    question = asked.question
    tiles: list[Tile] = []
    arms = [question.arm] if question.arm else []
    if asked.is_over:
        truth = answer(question)
        said = asked.verdict
        if said and said.tiles:
            tiles += said.tiles
        elif question.form is Form.PLACES and isinstance(truth, frozenset):
            arms += [arm for token in truth if (arm := arm_of(token, question.rules))]
        elif asked.on_board:
            tiles += _tiles_of(question, truth)
            arms += _arms_of(question, truth)
    elif question.ask is Ask.LEGAL:
        tiles += [move.tile for move in legal_moves(question.position) if isinstance(move, Play)]
    elif asked.hints_shown:
        hint = hints(question)[asked.hints_shown - 1]
        tiles += hint.tiles
        arms += hint.arms
    return Marks(tuple(dict.fromkeys(tiles)), tuple(dict.fromkeys(arms)))


def _tiles_of(question: Question, truth: Answer) -> list[Tile]:
    tokens = truth if isinstance(truth, frozenset) else {str(truth)}
    moves = [parse_move(token, question.rules) for token in tokens if token[:1].isdigit()]
    return [move.tile for move in moves if isinstance(move, Play)]


def _arms_of(question: Question, truth: Answer) -> list[Arm]:
    if question.form is not Form.PLAY:
        return []
    move = parse_move(str(truth), question.rules)
    return [move.arm] if isinstance(move, Play) and move.arm else []
