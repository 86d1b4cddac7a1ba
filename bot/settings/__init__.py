"""Settings of servers and members, and the language and colours that follow from them."""
