"""Settings of servers and members, statistics, and the data stored about a member."""
