"""`/me` and `/server`: preferences of members and servers, statistics, the data stored about a member."""
