"""Following recorded games: reading, replaying and comparing; each title's words are in its own package."""
