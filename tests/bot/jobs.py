"""Work for the pool's tests."""

import sys


def add(a, b):
    return a + b


def echo(blob):
    return blob


def fail(text):
    raise ValueError(text)


def chatter():
    print("this is no answer")
    sys.stdout.flush()
    return "done"


def knows(module: str) -> bool:
    """Whether this process has imported a module."""
    return module in sys.modules
