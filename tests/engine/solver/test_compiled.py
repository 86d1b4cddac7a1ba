"""Machine code that is kept on disk goes by its source."""

import subprocess
import sys

import pytest

pytest.importorskip("numba")

MODULE = """
from engine.solver.compiled import compiled

@compiled
def answer(x):
    return x + {number}

print(answer(0))
"""


def run(path, number):
    """What a module prints in a process of its own."""
    path.write_text(MODULE.format(number=number))
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_a_changed_module_is_compiled_anew(tmp_path, monkeypatch, root):
    monkeypatch.setenv("PYTHONPATH", str(root))
    path = tmp_path / "kernel.py"
    assert run(path, 1) == 1
    assert list((tmp_path / "__pycache__").glob("*.nbc"))
    assert run(path, 2) == 2
