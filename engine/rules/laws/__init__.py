"""The laws that every position of a game must obey, and how a title states its exceptions."""
