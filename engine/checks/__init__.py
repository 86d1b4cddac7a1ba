"""Whole games looked at from outside: random play, self-checks, judging a stored game again."""
