"""Trains: the purchase, rust, the limit, the last round (11.6, 13)."""
