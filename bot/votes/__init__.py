"""Votes of a table: opened, cast, and closed by a majority or by time."""
