"""The rest of a game in outline: companies and seats as figures, without the board."""
