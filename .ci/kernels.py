"""Makes the machine code of the searches, if it is not kept on disk yet: some 20 s of a processor."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def main() -> None:
    """Import what each title names for its searches."""
    from engine import TITLES  # noqa: PLC0415  # found by the path above

    for title in TITLES.values():
        if title.compiled_module:
            import_module(title.compiled_module)


if __name__ == "__main__":
    main()
