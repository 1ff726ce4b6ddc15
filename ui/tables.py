"""Results as pandas frames with plain column names, to show and to download."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

import pandas as pd

from engine import Analysis, Seat
from engine.beliefs import Beliefs
from engine.tournament import Result
from ui.analyse.telling import holder_name, move_name, percent
from ui.explain.building import Scoring
from ui.lab.running import Lead
from ui.review.looking import Looked
from ui.review.model import MARKED, Story, scores_taken, told
from ui.review.telling import mark_name
from ui.texts import _
from ui.wording import sentence, terms
from ui.words import arm_name, tile_name


def scoring_table(found: Sequence[Scoring]) -> pd.DataFrame:
    """Tiles that score, with place, sum and points."""
    tile, place, total, points = _("Tile"), _("Place"), _("Sum"), _("Points")
    rows = [
        {
            tile: tile_name(one.play.tile),
            place: arm_name(one.play.arm) if one.play.arm else _("lead"),
            total: terms(one.facts),
            points: one.facts.points,
        }
        for one in found
    ]
    return pd.DataFrame(rows, columns=[tile, place, total, points])


def ranking(analysis: Analysis) -> pd.DataFrame:
    """The moves of an analysis, best first: expected points, their error, chance to win."""
    play, expected, error = _("Play"), _("Expected points"), _("Standard error")
    chance = _("Chance to win the match")
    has_chance = any(each.win is not None for each in analysis.evals)
    rows = []
    for each in analysis.evals:
        row: dict[str, object] = {
            play: move_name(each.move),
            expected: round(each.margin.points, 2),
            error: round(each.stderr, 2),
        }
        if has_chance:
            row[chance] = "" if each.win is None else percent(each.win)
        rows.append(row)
    return pd.DataFrame(rows)


def beliefs_table(beliefs: Beliefs, you: Seat) -> pd.DataFrame:
    """Every tile that is not seen, and how probable it is that each holder has it."""
    table = beliefs.table()
    rows = [
        {_("Tile"): tile_name(tile)}
        | {sentence(holder_name(holder, you)): round(row[tile], 4) for holder, row in table.items()}
        for tile in sorted(beliefs.unseen, reverse=True)
    ]
    return pd.DataFrame(rows)


def review_table(story: Story, looked: Sequence[Looked]) -> pd.DataFrame:
    """Every move looked at, in the order made."""
    rows = [
        {
            _("Round"): moment.round,
            _("Move"): moment.ply,
            _("Seat"): story.name(moment.seat),
            _("Played"): move_name(moment.move),
            _("Best"): move_name(each.review.best),
            _("Points lost"): round(each.review.loss, 2),
            _("Standard error"): round(each.review.stderr, 2),
            _("Lost with open hands"): each.review.open_loss,
            _("Luck"): round(each.review.luck, 2),
            _("Mark"): mark_name(each.review.mark),
        }
        for moment, each in zip(story.moments, looked, strict=False)
    ]
    return pd.DataFrame(rows)


def players_table(story: Story, looked: Sequence[Looked]) -> pd.DataFrame:
    """How everybody played, as far as it was looked at."""
    rows = []
    for seat in story.seats:
        found, scores = told(looked, seat), scores_taken(story, len(looked), seat)
        row: dict[str, object] = {
            _("Seat"): story.name(seat),
            _("Choices"): found.decisions,
            _("Points lost per choice"): round(found.lost, 2) if found.decisions else None,
            _("Standard error"): None if isinf(found.stderr) else round(found.stderr, 2),
            _("With open hands"): None if found.open_lost is None else round(found.open_lost, 2),
            _("Luck of the draws"): round(found.luck, 1),
            _("Scores taken"): f"{scores.taken} / {scores.offered}",
        }
        row |= {sentence(mark_name(mark)): found.marks[mark] for mark in reversed(MARKED)}
        rows.append(row)
    return pd.DataFrame(rows)


def standings_table(result: Result, names: Sequence[str]) -> pd.DataFrame:
    """How the bots stand, in the order they were entered; `names` as the reader knows them."""
    return pd.DataFrame(
        [
            {
                _("Bot"): name,
                _("Points a round"): round(standing.margin, 2),
                _("Standard error"): None if standing.stderr is None else round(standing.stderr, 2),
                _("Rounds won"): standing.wins,
                _("Milliseconds a move"): round(1000 * standing.seconds_per_move, 2),
            }
            for name, standing in zip(names, result.standings, strict=True)
        ]
    )


def deals_table(result: Result, names: Sequence[str]) -> pd.DataFrame:
    """The margin of each bot deal by deal, the mean over the seatings."""
    columns = list(names)
    if len(set(columns)) < len(columns):  # a bot may meet itself
        columns = [f"{name} {number}" for number, name in enumerate(columns, start=1)]
    frame = pd.DataFrame(list(result.margins.values()), columns=columns)
    frame.insert(0, _("Deal"), [number + 1 for number in result.margins])
    return frame


def leads_table(found: Sequence[Lead]) -> pd.DataFrame:
    """Opening leads, best first."""
    return pd.DataFrame(
        [
            {
                _("Tile"): tile_name(lead.tile),
                _("Scores"): lead.points,
                _("Expected points"): round(lead.margin, 2),
                _("Standard error"): round(lead.stderr, 2),
                _("Deals"): lead.n_deals,
            }
            for lead in found
        ]
    )
