"""Two-sided offers: the card of one that waits, and the pages to make and settle them."""
