"""Following recorded games of this title."""
