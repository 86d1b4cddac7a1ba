"""Parliament and share dealing (4, 6)."""
