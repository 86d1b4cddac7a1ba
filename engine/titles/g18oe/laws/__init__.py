"""What may never be so in a game of 18OE."""
