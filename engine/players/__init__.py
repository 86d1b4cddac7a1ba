"""Computer players for every title: they see what a seat sees, and know of a title what it says as data."""
