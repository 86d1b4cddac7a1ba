"""The board and what is built on it: tile points, fees, rights, homes, tokens (11.1, 11.2)."""
