"""Charts of the course of a game."""
