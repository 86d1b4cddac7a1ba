"""Commands of the engine in a process of their own, as somebody types them at a shell."""

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]


def engine(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run ``python -m engine`` with these arguments and wait for it.

    Importing limits the memory of its whole process. In the process of the tests it could fail because of the
    memory that earlier tests have used.
    """
    command = [sys.executable, "-m", "engine", *map(str, arguments)]
    return subprocess.run(command, cwd=TOP, capture_output=True, encoding="utf-8", check=False)
