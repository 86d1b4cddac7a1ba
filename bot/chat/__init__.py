"""Discord: interactions and answers, buttons, menus, pages, typed options, autocompletion, permissions."""
