"""Position lines (DPN): text in, values out, and back.

The grammar and its four laws are those of design.md 4. Reading is strict: there is one spelling
for one thing, and whatever else is given raises `NotationError` with the place and what was
expected there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import RulesError
from engine.layout import DOWN, LEFT, RIGHT, UP, Arm, Layout, Side, Stone
from engine.moves import Draw, Move, Pass, Play
from engine.options import Spinner
from engine.position import Hand, Position
from engine.rules import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    PRESETS,
    RuleSet,
    format_value,
    parse_value,
    preset,
)
from engine.scanner import SEATS, Scanner
from engine.tiles import PIP_DIGITS, Tile, TileSet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.layout import Chain
    from engine.tiles import Seat

MAX_PASSES: Final = 8
_MAX_DEPTH: Final = 40
_PLAIN_ARMS: Final = {"L": LEFT, "R": RIGHT, "U": UP, "D": DOWN}


def parse_rules(text: str, players: int = MIN_PLAYERS) -> RuleSet:
    """The rule set that `text` names, for `players` seats: `straight+arms_open=after_line`."""
    scanner = Scanner(text)
    name, options = _rules(scanner)
    scanner.end()
    return _rule_set(scanner, name, options, players)


def format_rules(rules: RuleSet) -> str:
    """The name of a rule set: its preset and what differs from it, options by name."""
    overrides = (f"+{name}={format_value(value)}" for name, value in rules.differences().items())
    return rules.name + "".join(overrides)


def _rules(scanner: Scanner) -> tuple[str, dict[str, object]]:
    start = scanner.at
    name = scanner.word("abcdefghijklmnopqrstuvwxyz_")
    if name not in PRESETS:
        raise scanner.fail(f"a preset: {', '.join(PRESETS)}", start)
    options: dict[str, object] = {}
    last = ""
    while scanner.take("+"):
        last = _option(scanner, name, last, options)
    return name, options


def _option(scanner: Scanner, name: str, last: str, options: dict[str, object]) -> str:
    start = scanner.at
    option = scanner.word("abcdefghijklmnopqrstuvwxyz_0123456789")
    if option <= last:
        raise scanner.fail(f"an option that comes after {last!r} in the alphabet", start)
    scanner.expect("=", "= and the value of the option")
    value_at = scanner.at
    spelled = scanner.word("abcdefghijklmnopqrstuvwxyz_0123456789,")
    try:
        value = parse_value(option, spelled)
    except RulesError as error:
        raise scanner.fail(str(error), start) from error
    if value == getattr(preset(name), option):
        raise scanner.fail(f"a value unlike that of {name} itself", value_at)
    options[option] = value
    return option


def _rule_set(scanner: Scanner, name: str, options: Mapping[str, object], players: int) -> RuleSet:
    try:
        return preset(name).with_options(players=players, **options)
    except RulesError as error:
        raise scanner.fail(f"options that can hold together ({error})", 0) from error


def parse_layout(text: str) -> Layout:
    """The table that `text` draws: `35.55*(56.66|51).52`, or `-`."""
    scanner = Scanner(text)
    layout = _layout(scanner)
    scanner.end()
    return layout


def format_layout(layout: Layout) -> str:
    """The line from left to right, side chains outward in `(up|down)` after their spinner."""
    return _format_chain(layout.line) or "-"


def _layout(scanner: Scanner) -> Layout:
    return Layout() if scanner.take("-") else Layout(_chain(scanner, 0))


def _chain(scanner: Scanner, depth: int) -> Chain:
    stones = [_stone(scanner, depth)]
    while scanner.take("."):
        stones.append(_stone(scanner, depth))
    return tuple(stones)


def _stone(scanner: Scanner, depth: int) -> Stone:
    near, far = scanner.pip(), scanner.pip()
    if not scanner.take("*"):
        return Stone(near, far)
    if not scanner.take("("):
        return Stone(near, far, is_spinner=True)
    if depth == _MAX_DEPTH:
        raise scanner.fail(f"at most {_MAX_DEPTH} chains inside one another")
    up = () if scanner.peek() == "|" else _chain(scanner, depth + 1)
    scanner.expect("|", "| between the chain up and the chain down")
    if not up and scanner.peek() == ")":
        raise scanner.fail("a tile: a spinner with two bare sides is written without brackets")
    down = () if scanner.peek() == ")" else _chain(scanner, depth + 1)
    scanner.expect(")", ") after the chain down")
    return Stone(near, far, is_spinner=True, up=up, down=down)


def _format_chain(chain: Chain) -> str:
    return ".".join(map(_format_stone, chain))


def _format_stone(stone: Stone) -> str:
    text = PIP_DIGITS[stone.near] + PIP_DIGITS[stone.far] + "*" * stone.is_spinner
    if stone.up or stone.down:
        text += f"({_format_chain(stone.up)}|{_format_chain(stone.down)})"
    return text


def parse_position(text: str) -> Position:
    """The position of a line; opcodes behind it are read and left out (`parse_case` keeps them).

    Whether the position can be is `problems`'s to say: a tile may stand twice here.
    """
    return parse_case(text)[0]


def parse_case(text: str) -> tuple[Position, tuple[tuple[str, tuple[str, ...]], ...]]:
    """A position line with its opcodes, in the order written: `("count", ("18",))`."""
    scanner = Scanner(text)
    position = _position(scanner)
    ops = []
    while not scanner.at_end:
        scanner.space()
        ops.append(_op(scanner))
    return position, tuple(ops)


OPCODES: Final = ("id", "src", "places", "count", "points", "legal", "perft", "best")


def _op(scanner: Scanner) -> tuple[str, tuple[str, ...]]:
    start = scanner.at
    opcode = scanner.word("abcdefghijklmnopqrstuvwxyz")
    if opcode not in OPCODES:
        raise scanner.fail(f"an opcode: {', '.join(OPCODES)}", start)
    arguments = []
    while not scanner.take(";"):
        scanner.expect(" ", "a space or ;")
        arguments.append(scanner.quoted() if scanner.peek() == '"' else _plain_word(scanner))
    return opcode, tuple(arguments)


def _plain_word(scanner: Scanner) -> str:
    start = scanner.at
    while not scanner.at_end and scanner.peek() > " " and scanner.peek() not in '";':
        scanner.at += 1
    if scanner.at == start:
        raise scanner.fail("a word or a text in double quotes")
    return scanner.text[start : scanner.at]


def _position(scanner: Scanner) -> Position:
    name, options = _rules(scanner)
    scanner.space()
    layout = _layout(scanner)
    scanner.space()
    hands_at = scanner.at
    hands = _hands(scanner)
    if len(hands) > MAX_PLAYERS:
        raise scanner.fail(f"{MIN_PLAYERS} to {MAX_PLAYERS} hands", hands_at)
    rules = _rule_set(scanner, name, options, len(hands))
    scanner.space()
    boneyard = _boneyard(scanner)
    scanner.space()
    turn, drew, lead_forced = _turn(scanner, len(hands))
    scanner.space()
    passes = scanner.number(f"passes in a row, 0 to {MAX_PASSES}")
    if passes > MAX_PASSES:
        raise scanner.fail(f"passes in a row, 0 to {MAX_PASSES}", scanner.at - len(str(passes)))
    scanner.space()
    return Position(
        rules, layout, hands, boneyard, turn, drew, lead_forced, passes, _scores(scanner)
    )


def _hands(scanner: Scanner) -> tuple[Hand, ...]:
    hands = [_hand(scanner)]
    scanner.expect("/", "/ and the next hand")
    hands.append(_hand(scanner))
    while scanner.take("/"):
        hands.append(_hand(scanner))
    return tuple(hands)


def parse_hands(text: str) -> tuple[Hand, ...]:
    """Hands as in a position line: `64625452/?5`, `-/66/43`."""
    scanner = Scanner(text)
    hands = _hands(scanner)
    scanner.end()
    return hands


def _hand(scanner: Scanner) -> Hand:
    if scanner.take("-"):
        return Hand()
    tiles: list[Tile] = []
    while scanner.starts_tile():
        start = scanner.at
        tile = scanner.tile()
        if tiles and tile.index >= tiles[-1].index:
            raise scanner.fail("the tiles of a hand from the highest to the lowest", start)
        tiles.append(tile)
    hidden = _hidden(scanner)
    if not tiles and not hidden:
        raise scanner.fail("a hand: tiles, ? and a number of hidden ones, or -")
    return Hand(TileSet.of(tiles), hidden)


def _hidden(scanner: Scanner) -> int:
    return scanner.number("a number of hidden tiles, from 1", 1) if scanner.take("?") else 0


def _boneyard(scanner: Scanner) -> tuple[Tile, ...] | int:
    if scanner.take("-"):
        return ()
    hidden = _hidden(scanner)
    if hidden:
        return hidden
    tiles = []
    while scanner.starts_tile():
        tiles.append(scanner.tile())
    if not tiles:
        raise scanner.fail("the boneyard: tiles in draw order, ? and a number, or -")
    return tuple(tiles)


def _turn(scanner: Scanner, players: int) -> tuple[Seat, int, bool]:
    seat = scanner.seat(players)
    if scanner.take("!"):
        return seat, 0, True
    if not scanner.take("+"):
        return seat, 0, False
    if scanner.peek() in ("", " "):
        return seat, 1, False
    return seat, scanner.number("tiles drawn this turn, from 2 (1 is not written)", 2), False


def _scores(scanner: Scanner) -> tuple[int, ...]:
    scores = [_score(scanner)]
    while scanner.take("/"):
        scores.append(_score(scanner))
    return tuple(scores)


def _score(scanner: Scanner) -> int:
    if scanner.take("-"):
        return -scanner.number("a score below 0", 1)
    return scanner.number("a score")


def format_position(position: Position) -> str:
    """The canonical line of a position."""
    turn = SEATS[position.turn]
    if position.lead_forced:
        turn += "!"
    elif position.drew:
        turn += "+" + (str(position.drew) if position.drew > 1 else "")
    fields = (
        format_rules(position.rules),
        format_layout(position.layout),
        "/".join(map(format_hand, position.hands)),
        _format_boneyard(position.boneyard),
        turn,
        str(position.passes),
        "/".join(map(str, position.scores)),
    )
    return " ".join(fields)


def format_hand(hand: Hand) -> str:
    """Tiles by index, highest first, then `?n` for hidden ones; `-` for none."""
    return (str(hand.tiles) + (f"?{hand.hidden}" if hand.hidden else "")) or "-"


def _format_boneyard(boneyard: tuple[Tile, ...] | int) -> str:
    if isinstance(boneyard, int):
        return f"?{boneyard}"
    return "".join(map(str, boneyard)) or "-"


def quoted(text: str) -> str:
    """`text` in double quotes; characters that a line cannot hold become spaces."""
    kept = "".join(max(char, " ") for char in text)
    return '"' + kept.replace("\\", "\\\\").replace('"', '\\"') + '"'


def parse_move(text: str, rules: RuleSet) -> Move:
    """A move: `63`, `63L`, `63U55` (which spinner, iff the rules allow several), `+`, `-`."""
    scanner = Scanner(text)
    move: Move
    if scanner.take("+"):
        move = Draw()
    elif scanner.take("-"):
        move = Pass()
    else:
        move = scan_play(scanner, rules)
    scanner.end()
    return move


def scan_play(scanner: Scanner, rules: RuleSet) -> Play:
    """Read a tile and the arm it goes to."""
    if not scanner.starts_tile():
        raise scanner.fail("a move: a tile and an arm (L, R, U, D), + or -")
    tile = scanner.tile()
    side = scanner.peek()
    if not side or side not in "LRUD":
        return Play(tile)
    scanner.at += 1
    if side in "LR" or rules.spinner is not Spinner.EVERY_DOUBLE:
        return Play(tile, _PLAIN_ARMS[side])
    if not scanner.starts_tile():
        raise scanner.fail("the tile of the spinner, since there may be several: U55")
    return Play(tile, Arm(Side(side), scanner.tile()))


def format_move(move: Move) -> str:
    """A move as `parse_move` reads it; what was drawn is left out."""
    return "+" if isinstance(move, Draw) else str(move)
