"""Drills: a real bot process on the loopback server is put through what goes wrong, and figures are told.

    python -m tests.drills calls [--short] [--seed N]
    python -m tests.drills months [--short] [--seed N]     # no process: the plan of pings on a moved clock

A module has ``async def drill(short, seed)``, which yields one `Figures` a scene; the test suite runs
the short form.
"""
