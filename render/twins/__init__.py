"""The board and the market in words."""
