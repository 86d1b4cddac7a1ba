"""The nationals Etat and SNCF: how they form and what becomes of shares and tokens."""
