"""`python -m tests.drills NAME [...]`: run one drill."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from tests.drills import (
    calls,
    chat,
    computers,
    damage,
    disk,
    faults,
    forged,
    gateway,
    imports,
    kill,
    load,
    months,
    processes,
    restored,
    scenery,
    scenes,
    telling,
    transcript,
    whole,
)

DRILLS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "calls": lambda argv: scenes.main("calls", calls.drill, argv),
    "chat": lambda argv: chat.main(list(argv)),
    "computers": computers.main,
    "database": damage.main,
    "disk": disk.main,
    "faults": lambda argv: scenery.main("faults", faults.SCENES, argv, 10),
    "forged": lambda argv: forged.main(list(argv)),
    "gateway": lambda argv: scenery.main("gateway", gateway.SCENES, argv, 12),
    "imports": lambda argv: imports.main(list(argv)),
    "kill": kill.main,
    "load": load.main,
    "months": lambda argv: months.main(list(argv)),
    "restore": restored.main,
    "telling": telling.main,
    "transcript": transcript.main,
    "two-processes": processes.main,
    "whole": whole.main,
}


def main(argv: Sequence[str]) -> int:
    """Run the drill of that name with the other arguments."""
    if not argv or argv[0] not in DRILLS:
        print(f"Which drill? {', '.join(DRILLS)}", file=sys.stderr)
        return 2
    return DRILLS[argv[0]](argv[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
