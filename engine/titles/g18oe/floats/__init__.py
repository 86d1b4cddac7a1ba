"""How railroads enter the game (8.1, 8.2, 9), railroad phases (5), the certificate limit (4.1)."""
