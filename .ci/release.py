"""Prints what is new in a release: ``python .ci/release.py v1.2.3``; ends with 1 where sources disagree."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


def notes(tag: str, version: str, changelog: str) -> str:
    """The part of the changelog on a version; ValueError when the tag is of another, or it has no part."""
    if tag != f"v{version}":
        raise ValueError(f"the tag is {tag}, and pyproject.toml says {version}")
    part = re.search(
        rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if part is None or not part[1].strip():
        raise ValueError(f"CHANGELOG.md says nothing of {version}")
    return part[1].strip() + "\n"


def main() -> int:
    """1 and a sentence when there can be no release."""
    version = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    try:
        print(notes(sys.argv[1], version, (TOP / "CHANGELOG.md").read_text("utf-8")), end="")
    except ValueError as fault:
        print(f"no release: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
