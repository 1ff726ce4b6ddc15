"""`python -m scripts.static_site --out site` makes the folder."""

import argparse
from pathlib import Path

from scripts.static_site.build import build, total_bytes


def main() -> None:
    """Make the folder and tell what it holds."""
    parser = argparse.ArgumentParser(prog="python -m scripts.static_site", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("site"), help="the folder (site)")
    out: Path = parser.parse_args().out
    n_files = build(out)
    print(f"{out}: {n_files} files, {total_bytes(out) / 1e6:.1f} MB; any file server will do")


if __name__ == "__main__":
    main()
