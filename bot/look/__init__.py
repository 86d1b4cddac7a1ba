"""Views of a game for everybody (`/show`), its log, history and rules, `/help`, news for followers."""
