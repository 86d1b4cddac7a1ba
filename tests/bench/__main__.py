"""``python -m tests.bench [NAME...]`` prints the figures of the benches named, or of all, as JSON."""

from __future__ import annotations

import argparse
import json
import pkgutil
import sys
from importlib import import_module

import tests.bench


def names() -> list[str]:
    """The benches there are: the modules of this package that have a ``run``."""
    found = (
        module.name for module in pkgutil.iter_modules(tests.bench.__path__) if module.name != "__main__"
    )
    return sorted(name for name in found if hasattr(import_module(f"tests.bench.{name}"), "run"))


def main(arguments: list[str]) -> int:
    """Run the benches that are named."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Measure parts of the program."
    )
    parser.add_argument("name", nargs="*", help=f"which of {', '.join(names())}; all when left out")
    chosen = parser.parse_args(arguments).name or names()
    if unknown := sorted(set(chosen) - set(names())):
        parser.error(f"there is no bench {', '.join(unknown)}; there are: {', '.join(names())}")
    print(json.dumps({name: import_module(f"tests.bench.{name}").run() for name in chosen}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
