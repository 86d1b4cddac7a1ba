"""What people wish: settings of servers and members, spectators, what is stored of a member."""
