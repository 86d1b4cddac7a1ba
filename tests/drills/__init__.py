"""Long trials that find what tests of one thing at a time do not: `python -m tests.drills NAME`."""
