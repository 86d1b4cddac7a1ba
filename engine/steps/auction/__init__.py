"""The initial auction: its round, the bids that are legal, and the texts of its menus."""
