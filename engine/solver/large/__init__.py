"""The search for routes on large networks: a bound from a linear program, and local search."""

from engine.solver.large.rough import may_be_large, rough_set

__all__ = ["may_be_large", "rough_set"]
