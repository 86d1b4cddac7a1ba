"""A table: made, joined, set up, started, moved, handed over, and what its owner may do."""
