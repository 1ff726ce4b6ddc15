"""`python -m engine COMMAND …`: the engine on the command line.

One JSON object a line on standard output. Bad input is one line on standard error and exit 2,
with nothing on standard output.
"""

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from typing import TYPE_CHECKING, NoReturn

from engine.errors import DominoError, PositionError
from engine.layout import Layout, places
from engine.moves import Play, Reason
from engine.notation import (
    SEATS,
    format_move,
    format_position,
    parse_hands,
    parse_move,
    parse_position,
)
from engine.perft import divide, perft
from engine.play import apply, legal_moves, why_not_placed
from engine.position import Deal, Position, Problem, problems
from engine.rules import parse_value, preset
from engine.scoring import count, open_ends, score_play
from engine.settlement import settle
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.rules import RuleSet

    Rows = Iterator[dict[str, object]]


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def _rules(name: str, options: list[str], players: int = 2) -> RuleSet:
    changed: dict[str, object] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            msg = f"--option {option!r}: expected name=value"
            raise DominoError(msg)
        changed[key] = parse_value(key, value)
    return preset(name).with_options(players=players, **changed)


def read_position(text: str) -> Position:
    """The position of a line that can be; `PositionError` names every fault of one that cannot."""
    position = parse_position(text)
    found = problems(position)
    if found:
        raise PositionError(found, "the position cannot be")
    return position


def _places(layout: Layout, rules: RuleSet) -> list[dict[str, object]]:
    return [{"arm": str(place.arm), "pips": sorted(place.pips)} for place in places(layout, rules)]


def _count(args: argparse.Namespace) -> Rows:
    position = read_position(args.dpn)
    layout, rules = position.layout, position.rules
    ends = open_ends(layout, rules)
    yield {
        "count": count(layout, rules),
        "points": score_play(layout, rules),
        "ends": [{"arm": str(end.arm), "pip": end.pip, "counts": end.counts} for end in ends],
        "places": _places(layout, rules),
    }


def _replay(args: argparse.Namespace) -> Rows:
    rules = _rules(args.preset, args.option)
    plays = [_play(token, rules) for token in args.plays.split()]
    layout = Layout()
    for ply, move in enumerate(plays, start=1):
        reason = why_not_placed(layout, rules, move.tile, move.arm)
        if reason is None and move.tile in layout.tiles:
            reason = Reason.TILE_PLAYED
        row = {"ply": ply, "move": format_move(move), "legal": reason is None}
        if reason is None:
            layout = layout.placed(move.tile, move.arm, rules)
            row |= {
                "count": count(layout, rules),
                "points": score_play(layout, rules),
                "places": _places(layout, rules),
            }
        else:
            row["reason"] = reason
        yield row


def _play(token: str, rules: RuleSet) -> Play:
    move = parse_move(token, rules)
    if not isinstance(move, Play):
        msg = f"{token!r}: a replay without hands has plays only, no draws or passes"
        raise DominoError(msg)
    if move.tile not in TileSet.full(rules.max_pip):
        msg = f"{token!r}: the double-{rules.max_pip} set has no such tile"
        raise DominoError(msg)
    return move


def _settle(args: argparse.Namespace) -> Rows:
    hands = parse_hands(args.hands)
    rules = _rules(args.rules, args.option, len(hands))
    if any(hand.hidden for hand in hands):
        raise PositionError(Problem.HIDDEN, "every hand must be seen to settle the round")
    out = [seat for seat, hand in enumerate(hands) if not hand.tiles]
    if args.out is not None:
        seat = SEATS.find(args.out)
        if len(args.out) != 1 or seat not in out:
            msg = f"--out {args.out}: expected the seat of an empty hand"
            raise DominoError(msg)
        out = [seat]
    if len(out) > 1:
        msg = "several hands are empty: --out says who went out"
        raise DominoError(msg)
    worked = settle([hand.tiles for hand in hands], rules, out=out[0] if out else None)
    yield {"award": list(worked.by_seat(rules.players)), "reason": worked.reason}


def _moves(args: argparse.Namespace) -> Rows:
    yield {"moves": [format_move(move) for move in legal_moves(read_position(args.dpn))]}


def _apply(args: argparse.Namespace) -> Rows:
    position = read_position(args.dpn)
    yield {"dpn": format_position(apply(position, parse_move(args.move, position.rules)))}


def _perft(args: argparse.Namespace) -> Rows:
    position = read_position(args.dpn)
    if args.divide:
        counts = divide(position, args.depth)
        yield {"divide": {format_move(move): number for move, number in counts.items()}}
    else:
        yield {"perft": perft(position, args.depth)}


def _deal(args: argparse.Namespace) -> Rows:
    rules = _rules(args.preset, args.option, args.players)
    yield {"dpn": format_position(Deal.shuffled(rules, Random(args.seed)).start())}


def _at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            msg = f"at least {least}, not {value}"
            raise argparse.ArgumentTypeError(msg)
        return value

    number.__name__ = "whole number"
    return number


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Scoring dominoes on the command line.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)

    def add(name: str, run: Callable[[argparse.Namespace], Rows], about: str) -> _Parser:
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        return command

    def options(command: _Parser) -> None:
        command.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="override one option",
        )

    command = add("count", _count, "The open ends of a position, their sum and the places.")
    command.add_argument("dpn")
    command = add("replay", _replay, "Put tiles on a bare table, one after the other.")
    command.add_argument("preset")
    command.add_argument("plays")
    options(command)
    command = add("settle", _settle, "What the tiles left in the hands pay.")
    command.add_argument("--rules", required=True, metavar="PRESET")
    command.add_argument("--hands", required=True)
    command.add_argument("--out", metavar="SEAT", help="the seat that went out")
    options(command)
    command = add("moves", _moves, "The legal moves of a position.")
    command.add_argument("dpn")
    command = add("apply", _apply, "The position after a move.")
    command.add_argument("dpn")
    command.add_argument("move")
    command = add("perft", _perft, "How many move sequences of a length there are.")
    command.add_argument("dpn")
    command.add_argument("depth", type=_at_least(0))
    command.add_argument("--divide", action="store_true", help="by first move")
    command = add("deal", _deal, "A random deal.")
    command.add_argument("preset")
    command.add_argument("--players", type=int, default=2)
    command.add_argument("--seed", type=int, required=True)
    options(command)
    return parser


def _joined(argv: Sequence[str]) -> list[str]:
    """`argv` with `--hands=` before its value: the dash of an empty hand looks like an option."""
    joined: list[str] = []
    for word in argv:
        if joined and joined[-1] == "--hands":
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    args = _parser().parse_args(_joined(sys.argv[1:] if argv is None else argv))
    try:
        for row in args.run(args):
            sys.stdout.write(json.dumps(row) + "\n")
    except DominoError as error:
        sys.stderr.write(f"{args.command}: {' '.join(str(error).split())}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
