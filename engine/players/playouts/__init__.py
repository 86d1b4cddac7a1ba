"""The rest of a game played out by quick rules, on the board or in a ledger, and what is chosen by it."""
