"""`python -m engine.study NAME`: the numbers of a study, as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from engine.errors import DominoError
from engine.spread import add_options, where
from engine.study import STUDIES

if TYPE_CHECKING:
    from collections.abc import Sequence


def _above_0(text: str) -> float:
    if not float(text) > 0:
        raise argparse.ArgumentTypeError(f"above 0, not {text}")
    return float(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one study; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine.study", description=__doc__)
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--scale", type=_above_0, default=1.0, help="times the published work")
    parser.add_argument("--seed", type=int, default=1)
    add_options(parser)
    options = parser.parse_args(argv)
    try:
        found = STUDIES[options.study](scale=options.scale, seed=options.seed, over=where(options))
    except DominoError as error:
        sys.stderr.write(f"{options.study}: {error}\n")
        return 2
    head = {"study": options.study, "scale": options.scale, "seed": options.seed}
    sys.stdout.write(json.dumps({**head, "numbers": list(map(asdict, found))}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
