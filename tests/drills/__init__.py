"""Drills: long trials that find what tests of one thing at a time do not.

    python -m tests.drills calls [--short] [--seed N]
    python -m tests.drills months [--short] [--seed N]
    python -m tests.drills forged [--short] [--seed N] [--count N]   10,000 forged interactions
    python -m tests.drills imports [--short] [--seed N]          5,000 files that lie
    python -m tests.drills faults [--short] [--seed N]           Discord fails where members are answered
    python -m tests.drills gateway [--short] [--seed N]          the gateway breaks, doubles, reorders

A drill is a module with ``main(argv) -> int``: it prints its figures; its exit code is 1 when anything was
broken. One that puts a real bot process on the loopback server through scenes yields a `Figures` for each
(`tests.drills.scenes`), one that plays small scenes at two servers says what went wrong in each
(`tests.drills.scenery`, at the `hall`). The test suite runs the short forms.
"""
