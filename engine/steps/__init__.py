"""Moves and steps that more than one title uses."""
