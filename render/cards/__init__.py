"""Cards: a company, a player, what is at stake; as values, and the page that shows them."""
