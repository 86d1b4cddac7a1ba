"""A corporation's turn: track, tokens, routes, dividends, trains, funding and growth."""
