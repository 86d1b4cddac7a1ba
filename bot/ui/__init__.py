"""What is shown on Discord: cards, pages, and the buttons and selects that outlive a restart."""
