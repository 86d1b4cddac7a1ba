"""Share dealing: the stock round, buying, starting, selling, and a company that deals in its own shares."""
