"""What may never be so in a game of 1826."""
