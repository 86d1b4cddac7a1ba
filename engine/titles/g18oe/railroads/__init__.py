"""Railroads and privates: kinds, shares, solvency, tokens on the map, the end of the game."""
