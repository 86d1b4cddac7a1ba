"""Votes of a table: opened, answered, closed by a majority or by time."""
