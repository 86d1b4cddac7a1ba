"""The rest of a game played out on the board by quick rules, and what is chosen by it."""
