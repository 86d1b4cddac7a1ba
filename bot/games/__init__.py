"""Running games: loading, locking, applying actions and storing them."""
