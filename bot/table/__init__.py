"""Tables: creating, joining, starting, moving and handing over games, and the tools of the game master."""
