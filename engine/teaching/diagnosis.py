"""Which wrong models fit what a learner has answered."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import TYPE_CHECKING, Final

from engine.explain import EndReason, explain_count
from engine.teaching.mind import covered_spinners
from engine.teaching.misconceptions import Mistake

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.teaching.items import Item
    from engine.teaching.questions import Answer, Question
    from engine.tiles import Tile

SLIP: Final = 0.08
"""How often somebody with a wrong model answers otherwise than it says."""
STRAY: Final = 0.15
"""How often somebody without one is wrong all the same."""
FADE: Final = 0.92
"""What an answer still weighs when the next one comes: what has been mended is forgotten."""
NAMED_AT: Final = 0.8
"""A wrong model is named from this probability on."""
_ANSWERS: Final = 20
_PRIOR: Final = {0: 0.6, 1: 0.35, 2: 0.05}

Evidence = "Mapping[frozenset[Mistake], float]"


def weighed(
    evidence: Mapping[frozenset[Mistake], float], item: Item, given: Answer
) -> dict[frozenset[Mistake], float]:
    """The evidence of a skill (log-likelihood of every hypothesis) after one more answer."""
    others = min(item.n_answers, _ANSWERS) - 1
    found = {}
    for held, said in item.believed.items():
        wrong = SLIP if held else STRAY
        likelihood = 1 - wrong if given == said else wrong / others
        found[held] = FADE * evidence.get(held, 0.0) + log(likelihood)
    top = max(found.values())
    return {held: weight - top for held, weight in found.items()}


def beliefs(
    evidence: Mapping[frozenset[Mistake], float],
) -> dict[frozenset[Mistake], float]:
    """How likely each hypothesis is; together they are 1, or there is no evidence."""
    kinds = {size: sum(len(held) == size for held in evidence) for size in _PRIOR}
    weights = {
        held: exp(weight) * _PRIOR[len(held)] / kinds[len(held)]
        for held, weight in evidence.items()
    }
    total = sum(weights.values())
    return {held: weight / total for held, weight in weights.items()}


def probabilities(
    evidence: Mapping[frozenset[Mistake], float],
) -> dict[Mistake, float]:
    """How likely it is that the learner holds each wrong model, alone or with another."""
    found: dict[Mistake, float] = {}
    for held, likely in beliefs(evidence).items():
        for mistake in held:
            found[mistake] = found.get(mistake, 0.0) + likely
    return found


def blamed(
    item: Item, given: Answer, evidence: Mapping[frozenset[Mistake], float]
) -> Mistake | None:
    """The wrong model that best explains a wrong answer; None if none gives that answer.

    `evidence` is that of the skill, the answer included.
    """
    if given == item.answer:
        return None
    fitting = [held for held, said in item.believed.items() if held and said == given]
    if not fitting:
        return None
    fewest = min(map(len, fitting))
    likely = probabilities(evidence)
    suspects = {mistake for held in fitting if len(held) == fewest for mistake in held}
    return max(
        (mistake for mistake in Mistake if mistake in suspects),
        key=lambda mistake: likely.get(mistake, 0.0),
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say about an answer.

    `mistake` explains a wrong one, where one does, and `tiles` are those it concerns. For sets,
    `missed` and `extra` are the tokens that lack and that do not belong.
    """

    right: bool
    truth: Answer
    given: Answer
    mistake: Mistake | None = None
    tiles: tuple[Tile, ...] = ()
    missed: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()


def verdict(item: Item, given: Answer, evidence: Mapping[frozenset[Mistake], float]) -> Verdict:
    """The judgement of one answer."""
    truth = item.answer
    missed = extra = frozenset[str]()
    if isinstance(truth, frozenset) and isinstance(given, frozenset):
        missed, extra = truth - given, given - truth
    mistake = blamed(item, given, evidence)
    tiles = concerned(item.question, mistake) if mistake else ()
    return Verdict(given == truth, truth, given, mistake, tiles, missed, extra)


def concerned(question: Question, mistake: Mistake) -> tuple[Tile, ...]:
    """The tiles on the table that a mistake in counting is about."""
    layout, rules = question.layout, question.rules
    if mistake is Mistake.SPINNER_STAYS:
        return covered_spinners(layout, rules)
    if mistake is Mistake.UNPLAYED_ARMS:
        return tuple(spun.stone.tile for spun in layout.spinners(rules))
    reasons = _REASONS.get(mistake)
    if reasons is None:
        return ()
    if question.tile is not None:
        layout = layout.placed(question.tile, question.arm, rules)
    ends = (*explain_count(question.layout, rules).ends, *explain_count(layout, rules).ends)
    return tuple(dict.fromkeys(counted.tile for counted in ends if counted.reason in reasons))


_REASONS: Final = {
    Mistake.DOUBLES_ONCE: (EndReason.DOUBLE_BOTH_HALVES,),
    Mistake.SPINNER_ONCE: (EndReason.SPINNER_BOTH_HALVES, EndReason.LONE_DOUBLE),
}


def suspected(evidence: Mapping[frozenset[Mistake], float]) -> tuple[tuple[Mistake, float], ...]:
    """The wrong models that are likely enough to be named, the likeliest first."""
    likely = probabilities(evidence) if evidence else {}
    found = [(mistake, p) for mistake, p in likely.items() if p >= NAMED_AT]
    return tuple(sorted(found, key=lambda pair: -pair[1]))
