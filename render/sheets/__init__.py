"""Sheets of the trains and phases, of tiles, of the order of play, of the private companies."""
