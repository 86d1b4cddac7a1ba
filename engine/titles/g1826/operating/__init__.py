"""A corporation's turn: track, tokens, routes, dividends, trains, borrowing, own shares and growth."""
