"""The steps of a company's turn: track, tokens, routes, dividends, trains (7)."""
