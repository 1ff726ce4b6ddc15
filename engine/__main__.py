"""`python -m engine COMMAND …`: the engine on the command line.

One JSON object a line on standard output. Bad input is one line on standard error and exit 2,
with nothing on standard output.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, NoReturn

from engine.errors import DominoError, PositionError
from engine.layout import Layout, places
from engine.match import parse_match
from engine.moves import Play, Reason
from engine.notation import format_move, format_position, parse_hands, parse_move, parse_position
from engine.perft import divide, perft
from engine.play import apply, legal_moves, why_not_placed
from engine.position import Deal, Position, Problem, problems
from engine.record import format_record, parse_record
from engine.rules import parse_value, preset
from engine.scanner import SEATS
from engine.scoring import count, open_ends, score_play
from engine.settlement import settle
from engine.spread import add_options, where
from engine.tiles import TileSet

SOLVE_NODES: Final = 20_000_000
SMALL_NODES: Final = 20_000
EVALUATE_SECONDS: Final = 2.0
REVIEW_SECONDS: Final = 60.0

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.rules import RuleSet

    Rows = Iterator[dict[str, object]]
    Add = Callable[[str, Callable[[argparse.Namespace], Rows], str], "_Parser"]


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


def _solve(args: argparse.Namespace) -> Rows:
    from engine.evals import Limit  # noqa: PLC0415 - the search is loaded by who asks for it
    from engine.search import solve, warm  # noqa: PLC0415 - loaded by who asks for it

    position = read_position(args.dpn)
    nodes = SOLVE_NODES if args.nodes is None and args.seconds is None else args.nodes
    limit = Limit(nodes=nodes, seconds=args.seconds)
    begun = perf_counter()
    found = solve(position, Limit(nodes=min(nodes or SMALL_NODES, SMALL_NODES)))
    if not found.exact and (nodes is None or nodes > SMALL_NODES):
        warm(wait=True)  # it is worth compiling for
        found = solve(position, limit)
    yield {
        "exact": found.exact,
        "nodes": found.nodes,
        "seconds": round(perf_counter() - begun, 6),
        "evals": [
            {
                "move": format_move(each.move),
                "margin": _plain(each.margin.points),
                "line": [format_move(move) for move in each.line],
                "equals": [format_move(move) for move in each.equals],
            }
            for each in found.evals
        ],
    }


def _plain(value: float) -> float:
    """A whole number as one."""
    return int(value) if value == int(value) else round(value, 6)


def _evaluate(args: argparse.Namespace) -> Rows:
    from engine.analysis import (  # noqa: PLC0415 - loaded by who asks for it
        analysis_json,
        beliefs_json,
        evaluate,
        view_from,
    )
    from engine.evals import Limit  # noqa: PLC0415 - loaded by who asks for it

    position = read_position(args.dpn)
    seat = position.turn if args.seat is None else _seat(args.seat, position)
    record = parse_record(_text(args.record)) if args.record else None
    seen = view_from(position, seat, record)
    seconds = args.seconds
    if seconds is None and args.samples is None:
        seconds = EVALUATE_SECONDS
    limit = Limit(samples=args.samples, seconds=seconds)
    found = evaluate(seen, rng=Random(args.seed), limit=limit)
    yield {**analysis_json(found), "beliefs": beliefs_json(seen)}


def _seat(text: str, position: Position) -> int:
    seats = SEATS[: position.rules.players]
    if len(text) != 1 or text not in seats:
        msg = f"--seat {text}: expected a seat, A to {seats[-1]}"
        raise DominoError(msg)
    return seats.index(text)


def _text(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path}: cannot be read ({error})"
        raise DominoError(msg) from error


def _play_bots(args: argparse.Namespace) -> Rows:
    from engine.tournament import play, rules_for  # noqa: PLC0415 - loaded by who asks for it

    names = args.bots.split(",")
    rules = rules_for(args.rules, len(names))
    told, records = play(
        names,
        rules,
        rounds=args.rounds,
        seed=args.seed,
        duplicate=args.duplicate,
        over=where(args),
    )
    if args.records is not None:
        _write(args.records, "\n".join(map(format_record, records)))
    yield told


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        msg = f"{path}: cannot be written ({error})"
        raise DominoError(msg) from error


def _review(args: argparse.Namespace) -> Rows:
    from engine.evals import Limit  # noqa: PLC0415 - loaded by who asks for it
    from engine.review import review_json, reviews  # noqa: PLC0415 - loaded by who asks for it
    from engine.search import warm  # noqa: PLC0415 - loaded by who asks for it

    match = parse_match(_text(args.file))
    limit = Limit(seconds=args.seconds)
    warm(wait=True)  # so many moves are worth compiling for
    for found in reviews(match, rng=Random(args.seed), limit=limit):
        yield review_json(found)


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

    _add_rules(add)
    _add_search(add)
    return parser


def _add_options(command: _Parser) -> None:
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="override one option",
    )


def _add_rules(add: Add) -> None:
    command = add("count", _count, "The open ends of a position, their sum and the places.")
    command.add_argument("dpn")
    command = add("replay", _replay, "Put tiles on a bare table, one after the other.")
    command.add_argument("preset")
    command.add_argument("plays")
    _add_options(command)
    command = add("settle", _settle, "What the tiles left in the hands pay.")
    command.add_argument("--rules", required=True, metavar="PRESET")
    command.add_argument("--hands", required=True)
    command.add_argument("--out", metavar="SEAT", help="the seat that went out")
    _add_options(command)
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
    _add_options(command)


def _add_search(add: Add) -> None:
    command = add("solve", _solve, "The value of every move when every tile is known.")
    command.add_argument("dpn")
    command.add_argument("--nodes", type=_at_least(1))
    command.add_argument("--seconds", type=float)
    command = add("evaluate", _evaluate, "The expected value of every move to a seat.")
    command.add_argument("dpn")
    command.add_argument("--seat", help="the seat in turn")
    command.add_argument("--record", metavar="FILE", help="the moves so far: draws and passes")
    command.add_argument("--seconds", type=float)
    command.add_argument("--samples", type=_at_least(1))
    command.add_argument("--seed", type=int, default=0)
    command = add("play", _play_bots, "Bots against bots.")
    command.add_argument("--bots", required=True, metavar="A,B[,C,D]")
    command.add_argument("--rules", required=True, metavar="PRESET")
    command.add_argument("--rounds", type=_at_least(1), required=True)
    command.add_argument("--seed", type=int, required=True)
    command.add_argument("--duplicate", action="store_true", help="each deal from every seat")
    command.add_argument("--records", metavar="FILE")
    add_options(command)
    command = add("review", _review, "Every move of a match, and what it cost.")
    command.add_argument("file")
    command.add_argument("--seconds", type=float, default=REVIEW_SECONDS)
    command.add_argument("--seed", type=int, default=0)


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
