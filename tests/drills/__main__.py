"""`python -m tests.drills NAME [...]`: run one drill."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from tests.drills import calls, faults, forged, gateway, imports, months, scenery, scenes

DRILLS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "calls": lambda argv: scenes.main("calls", calls.drill, argv),
    "faults": lambda argv: scenery.main("faults", faults.SCENES, argv, 10),
    "forged": lambda argv: forged.main(list(argv)),
    "gateway": lambda argv: scenery.main("gateway", gateway.SCENES, argv, 12),
    "imports": lambda argv: imports.main(list(argv)),
    "months": lambda argv: months.main(list(argv)),
}


def main(argv: Sequence[str]) -> int:
    """Run the drill of that name with the other arguments."""
    if not argv or argv[0] not in DRILLS:
        print(f"Which drill? {', '.join(DRILLS)}", file=sys.stderr)
        return 2
    return DRILLS[argv[0]](argv[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
