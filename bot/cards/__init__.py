"""What the public cards of a game show: texts, pictures and quick buttons."""
