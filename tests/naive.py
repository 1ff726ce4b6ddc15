"""A slow referee of its own: the rules once more, sharing no code with `engine`.

Moves are written as in the position notation: `63L`, `64` for the lead, `+` to draw, `-` to pass.
Where the rules page leaves two readings, a `READING:` comment says which one is taken here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from tests.naive_table import Options, Refused, Table, Tile, pips, points, text, tile


def heaviest(tiles: Iterable[Tile]) -> Tile:
    return max(tiles, key=lambda t: (sum(t), t[0]))


def sides(o: Options, players: int) -> list[tuple[int, ...]]:
    return [(0, 2), (1, 3)] if o["partnership"] else [(seat,) for seat in range(players)]


def nearest5(n: int) -> int:
    return (n + 2) // 5 * 5


class Settlement:
    """What the hands left over are worth at the end of a round."""

    def __init__(
        self, o: Options, hands: Sequence[Sequence[Tile]], out: int | None, last: int | None
    ) -> None:
        self.o = o
        self.hands = hands
        self.out = out
        self.last = last  # who played the last tile
        self.sides = sides(o, len(hands))

    def result(self) -> tuple[int | None, list[int]]:
        """The winning seat, if there is one, and the awards by seat."""
        awards = [0] * len(self.hands)
        winner, split = (self.out, []) if self.out is not None else self._blocked()
        if self.o["settle"] == "own_deducted":
            for side in self.sides:
                awards[self._speaker(side)] = -self._scaled(self._rounded(side, ()))
        elif winner is not None:
            awards[winner] = self._award(winner, ())
        for i, seat in enumerate(split):
            if self.o["settle"] != "own_deducted":
                other = split[1 - i]
                whole = self._award(seat, (other,))
                awards[seat] = whole // 2 + (whole % 2 if i == 0 else 0)
        return winner, awards

    def _side(self, seat: int) -> tuple[int, ...]:
        return next(side for side in self.sides if seat in side)

    def _speaker(self, side: tuple[int, ...]) -> int:
        """Where a side's award stands: who went out, else its lighter hand, else the lower seat."""
        if self.out in side:
            assert self.out is not None
            return self.out
        return min(side, key=lambda seat: (pips(self.hands[seat]), seat))

    def _scaled(self, award: int) -> int:
        return award // 5 if str(self.o["point_scale"]) == "5" else award

    def _rounded(self, plus: Iterable[int], minus: Iterable[int]) -> int:
        """Pips of some seats less the pips of others, rounded as the options say."""
        gains = [pips(self.hands[s]) for s in plus]
        losses = [pips(self.hands[s]) for s in minus]
        match self.o["round"]:
            case "each_nearest5":
                return sum(map(nearest5, gains)) - sum(map(nearest5, losses))
            case "sum_nearest5":
                return nearest5(sum(gains) - sum(losses))
            case "down5":
                return (sum(gains) - sum(losses)) // 5 * 5
            case _:
                return sum(gains) - sum(losses)

    def _award(self, winner: int, not_paying: tuple[int, ...]) -> int:
        """What a winning seat gets; `not_paying`: the other hand of a split."""
        own = self._side(winner)
        silent: set[int | None] = {winner, *not_paying}
        if self.out is None and self.o["blocker_rule"] == "hand_left_out":
            # READING: out of what is paid; what is deducted from the winner stays deducted
            silent.add(self.last)
        paying = [s for s in range(len(self.hands)) if s not in silent]
        others = [s for s in paying if s not in own]
        match self.o["settle"]:
            case "one_point":
                # READING: it is a point already, so point_scale=5 leaves it one
                return int(self.out is not None)
            case "five_per_tile":
                mine = sum(len(self.hands[s]) for s in own)
                return self._scaled(5 * (sum(len(self.hands[s]) for s in others) - mine))
            case "all_other_hands":
                others = paying  # the partner's included
            case _:  # opponents
                pass
        minus: set[int] = set()
        if self.o["partner_hand"] == "deducted":
            minus |= set(own) - {winner}
        if self.out is None and self.o["subtract_own_when_blocked"]:
            minus |= set(own)
        return self._scaled(self._rounded(others, minus))

    def _blocked(self) -> tuple[int | None, list[int]]:
        """The winning seat, or the seats that split."""
        compare = self.o["blocked_compare"]
        units = [(s,) for s in range(len(self.hands))] if compare == "individual" else self.sides

        def weight(unit: tuple[int, ...]) -> int:
            # READING: "after rounding" is after the rounding in force
            if compare == "after_rounding":
                return self._rounded(unit, ())
            return sum(pips(self.hands[s]) for s in unit)

        lightest = min(map(weight, units))
        tied = [unit for unit in units if weight(unit) == lightest]
        if self._one_side(tied) is None:
            rule = self.o["tie"]
            if rule == "none_split3":
                rule = "split3" if len(self.hands) == 3 else "none"
            match rule:
                case "split3":
                    # READING: with four seats two may tie as well; the other two hands pay
                    if len(tied) == 2 < len(self.hands):
                        return None, sorted(s for unit in tied for s in unit)
                case "lightest_tile":
                    single = [min(sum(t) for s in unit for t in self.hands[s]) for unit in tied]
                    tied = [u for u, p in zip(tied, single, strict=True) if p == min(single)]
                case "blocker_loses":
                    tied = [unit for unit in tied if self.last not in unit]
                case _:  # none
                    pass
        side = self._one_side(tied)
        return (None if side is None else self._speaker(side)), []

    def _one_side(self, units: list[tuple[int, ...]]) -> tuple[int, ...] | None:
        owners = {self._side(unit[0]) for unit in units}
        return owners.pop() if len(owners) == 1 else None


class Game:
    """One round, move by move."""

    def __init__(
        self,
        o: Options,
        hands: Sequence[Sequence[str]],
        boneyard: Sequence[str],
        leader: int = 0,
        *,
        lead_forced: bool = False,
        scores: Sequence[int] | None = None,
    ) -> None:
        self.o = o
        self.hands = [[tile(t) for t in hand] for hand in hands]
        self.boneyard = [tile(t) for t in boneyard]
        self.turn = leader
        self.lead_forced = lead_forced
        self.sides = sides(o, len(hands))
        self.scores = list(scores or [0] * len(self.sides))
        self.target = o["target"][len(hands) - 2]
        self.table = Table(o)
        self.drew = 0
        self.passes = 0
        self.last: int | None = None
        self.at_target: int | None = None  # the seat whose play reached the target

    def count(self) -> int:
        return self.table.count()

    def places(self) -> list[tuple[str, list[int]]]:
        return self.table.places()

    def ends(self) -> list[tuple[str, int]]:
        return self.table.ends()

    def moves(self) -> list[str]:
        """Legal moves as tokens: tiles by index, then L R U D, then draw, then pass."""
        if self.outcome() is not None:
            return []
        plays = self._plays()
        moves = list(plays)
        may_draw = not plays or self.o["voluntary_draw"]
        # READING: a forced lead must be made, so nothing is drawn before it
        if may_draw and not self.lead_forced and self._can_draw():
            moves.append("+")
        if not moves or self.o["pass_penalty"]:
            moves.append("-")
        return moves

    def _plays(self) -> list[str]:
        hand = sorted(self.hands[self.turn], reverse=True)  # (high, low) order is index order
        if not self.table.stones:
            return [text(t) for t in ([forced_tile(self.o, hand)] if self.lead_forced else hand)]
        open_sockets = self.table.open_sockets()
        return [text(t) + s.arm for t in hand for s in open_sockets if s.accepts & set(t)]

    def _can_draw(self) -> bool:
        limit = {"none": 0, "until_playable": 99}.get(str(self.o["draw"]))
        limit = int(self.o["draw"]) if limit is None else limit
        return self.drew < limit and len(self.boneyard) > self.o["reserve"]

    def side(self, seat: int) -> int:
        return next(i for i, side in enumerate(self.sides) if seat in side)

    def play(self, move: str, taker: int | None = -1) -> int:
        """Make a move and return the points that it adds (below 0: a penalty).

        `taker` is who gets them: -1 the mover, None nobody, else a seat.

        Raises:
            Refused: if the move is not legal.
        """
        if move not in self.moves():
            raise Refused(move, self.moves())
        seat, hand = self.turn, self.hands[self.turn]
        if move == "+":
            hand.append(self.boneyard.pop(0))
            self.drew += 1
            self.passes = 0
            return 0
        gain = 0
        if move == "-":
            gain = -self.o["pass_penalty"] if self._plays() else 0
            self.scores[self.side(seat)] += gain
            self.passes += 1
        else:
            t, arm = tile(move[:2]), move[2:]
            self.table.place(t, arm or None)
            hand.remove(t)
            self.passes, self.last = 0, seat
            taker = seat if taker == -1 else taker
            if taker is not None:
                gain = self._worth(points(self.o, self.count()), self.side(taker))
                self.scores[self.side(taker)] += gain
                reached = self.scores[self.side(taker)] >= self.target
                if gain and reached and self.o["target_check"] == "immediate":
                    # READING: points taken by partners are their side's, at its lower seat
                    self.at_target = taker if taker == seat else self.sides[self.side(taker)][0]
        self.turn = (seat + 1) % len(self.hands)
        self.drew = 0
        self.lead_forced = False  # it bound the leader only
        return gain

    def _worth(self, made: int, side: int) -> int:
        """Points of a play after the rules that void them."""
        if self.scores[side] == 0 and made < self.o["min_first_score"]:
            return 0
        return made if fits_target(self.o, self.scores[side], made, self.target) else 0

    def outcome(self) -> tuple[str, int | None, list[int]] | None:
        """(domino | blocked | target, winning seat, awards by seat), None while it goes on."""
        if self.at_target is not None:
            return "target", self.at_target, [0] * len(self.hands)
        out = next((seat for seat, hand in enumerate(self.hands) if not hand), None)
        if out is None and self.passes < len(self.hands):
            return None
        winner, awards = Settlement(self.o, self.hands, out, self.last).result()
        for seat, award in enumerate(awards):
            if not fits_target(self.o, self.scores[self.side(seat)], award, self.target):
                awards[seat] = 0
        return ("blocked" if out is None else "domino"), winner, awards

    def final_scores(self) -> list[int]:
        """Scores with the awards of a finished round added."""
        result = self.outcome()
        assert result is not None
        return [
            score + sum(result[2][seat] for seat in side)
            for score, side in zip(self.scores, self.sides, strict=True)
        ]


def fits_target(o: Options, score: int, gain: int, target: int) -> bool:
    return not (o["exact"] and gain > 0 and score + gain > target)


def match_winner(o: Options, scores: Sequence[int], players: int) -> int | None:
    """The side that has won after a settlement: the highest score at the target, alone there."""
    best = max(scores)
    if best < o["target"][players - 2] or list(scores).count(best) > 1:
        return None
    return list(scores).index(best)


def forced_tile(o: Options, hand: Iterable[Tile]) -> Tile:
    """The tile that a forced lead must be: the double, or without one the heaviest tile."""
    doubles = [t for t in hand if t[0] == t[1]]
    if not doubles:
        return heaviest(hand)
    # READING: "that double" is the one that made its holder the leader
    return min(doubles) if o["first_lead"] == "lowest_double" else max(doubles)


def first_leader(o: Options, hands: Sequence[Sequence[Tile]]) -> int | None:
    """Who leads by the rule of the first round; None: by lot, or as a player chooses."""
    dealt = [t for hand in hands for t in hand]
    doubles = [t for t in dealt if t[0] == t[1]]
    match o["first_lead"]:
        case "random" | "choice":
            return None
        case "highest_double" if doubles:
            key = max(doubles)
        case "lowest_double" if doubles:
            key = min(doubles)
        case _:
            key = heaviest(dealt)
    return holder(hands, key)


def is_forced(o: Options, hand: Sequence[Tile], how: str, chosen: Tile | None = None) -> bool:
    """Whether a leader found by `how` (first_lead or a later rule) must lead a certain tile.

    `chosen` is the tile that made a leader of the seat by `next_double`.
    """
    if how not in {"first_lead", "as_first", "next_double"} or o["forced_lead"] == "no":
        return False
    if o["forced_lead"] != "double_or_heaviest" and not any(t[0] == t[1] for t in hand):
        return False
    # READING: a position says only that the lead is forced, not what it is, so a next double that
    # is not the hand's highest binds nobody
    return chosen is None or chosen == forced_tile(o, hand)


def later_rule(o: Options, ending: str) -> str:
    rule: str = o["after_block_lead"] if ending == "blocked" else o["later_lead"]
    return rule


def later_leader(o: Options, ending: str, winner: int | None, led: int, players: int) -> int | None:
    """Who leads the next round, where that does not hang on its deal or on the lot (None)."""
    match later_rule(o, ending):
        case "winner":
            return winner
        case "rotate":
            return (led + 1) % players
        case _:
            return None


def next_double(hands: Sequence[Sequence[Tile]], last: int | None, top: int = 6) -> Tile:
    """The tile whose holder leads: the double below `last`, after 0-0 the highest."""
    dealt = [t for hand in hands for t in hand]
    start = top if not last else last - 1
    # READING: a double that nobody was dealt is skipped; without any, the heaviest tile leads
    order = [(start - k) % (top + 1) for k in range(top + 1)]
    return next(((d, d) for d in order if (d, d) in dealt), heaviest(dealt))


def holder(hands: Sequence[Sequence[Tile]], t: Tile) -> int:
    return next(seat for seat, hand in enumerate(hands) if t in hand)


def random_round(o: Options, players: int, rng: random.Random) -> Game:
    """A fresh random deal, a random leader; play it with `moves` and `play`."""
    tiles = [text((a, b)) for a in range(7) for b in range(a + 1)]
    rng.shuffle(tiles)
    size = o["hand"][players - 2]
    hands = [tiles[size * seat : size * (seat + 1)] for seat in range(players)]
    return Game(o, hands, tiles[size * players :], rng.randrange(players))
