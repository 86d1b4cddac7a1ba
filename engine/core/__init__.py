"""One position and its log: state, events, view, play, moves and steps, choices, story, invariants.

It knows no rule.
"""
