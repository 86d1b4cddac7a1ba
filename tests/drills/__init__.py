"""Drills: long trials that find what tests of one thing at a time do not.

    python -m tests.drills calls [--short] [--seed N]       Discord fails in every way
    python -m tests.drills months [--short] [--seed N]      random months of reminders
    python -m tests.drills kill [--short] [--seed N]        SIGKILL while it writes
    python -m tests.drills database [--short] [--seed N]    damaged databases
    python -m tests.drills restore [--short] [--seed N]     copies, kill -9 and restores
    python -m tests.drills disk [--short] [--seed N]        a full disk
    python -m tests.drills forged [--short] [--seed N] [--count N]   10,000 forged interactions
    python -m tests.drills imports [--short] [--seed N]     5,000 files that lie
    python -m tests.drills faults [--short] [--seed N]      Discord fails where members are answered
    python -m tests.drills gateway [--short] [--seed N]     the gateway breaks, doubles, reorders
    python -m tests.drills load [--short] [--seed N]        many tables at once, memory, cold games
    python -m tests.drills two-processes [...]              two processes on one PostgreSQL
    python -m tests.drills whole [--title T] [--players N] [--seed N] [--until ROUND] [--save DIR]

A drill is a module with ``main(argv) -> int``: it prints its figures; its exit code is 1 when anything was
broken. One that puts a real bot process on the loopback server through scenes yields a `Figures` for each
(`tests.drills.scenes`), one that plays small scenes at two servers says what went wrong in each
(`tests.drills.scenery`, at the `hall`). The test suite runs the short forms.
"""
