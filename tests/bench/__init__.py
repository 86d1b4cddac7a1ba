"""Measurements by hand: ``python -m tests.bench NAME``. Each module has ``run()``, a dict of figures."""
