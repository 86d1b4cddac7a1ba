"""Drills: long trials that find what tests of one thing at a time do not.

    python -m tests.drills calls [--short] [--seed N]
    python -m tests.drills months [--short] [--seed N]
    python -m tests.drills whole [--title T] [--players N] [--seed N] [--until ROUND] [--save DIR]

A drill is a module with ``main(argv) -> int``: it prints its figures; its exit code is 1 when anything was
broken. One that puts a real bot process on the loopback server through scenes yields a `Figures` for each
(`tests.drills.scenes`). The test suite runs the short forms.
"""
