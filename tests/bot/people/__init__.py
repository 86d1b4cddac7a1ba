"""What people wish, at a table of the simulated Discord."""
