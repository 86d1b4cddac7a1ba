"""A railroad's turn: its steps, dividends, transfers, own shares (11)."""
