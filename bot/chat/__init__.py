"""Discord: interactions, responses, buttons, menus, pages, typed options, autocompletion, permissions."""
