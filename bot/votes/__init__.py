"""Votes of the players, with their cards and ballots; undo and redo of moves."""
