"""What servers and members have chosen, and the language and colours that follow."""
