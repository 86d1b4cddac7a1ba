"""What companies and seats are worth to a computer player: expected runs, dividends, prices and trains."""
