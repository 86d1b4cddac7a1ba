"""Pictures and texts of a game for people: a position in, PNG bytes or plain words out."""
