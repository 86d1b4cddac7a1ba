"""`python -m tests.drills NAME [...]`: run one drill."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main(argv: list[str]) -> int:
    """Run the drill of that name with the other arguments."""
    names = sorted(p.stem for p in Path(__file__).parent.glob("[a-z]*.py"))
    if not argv or argv[0] not in names:
        print(f"Which drill? {', '.join(names)}", file=sys.stderr)
        return 2
    return int(import_module(f"tests.drills.{argv[0]}").main(argv[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
