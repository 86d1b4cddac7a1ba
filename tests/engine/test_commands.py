"""Commands of the engine as somebody types them at a shell."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["written at the end", "written at once"])
def test_output_that_nobody_reads_to_its_end_is_no_fault(unbuffered):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "titles"],
            cwd=TOP,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "")
