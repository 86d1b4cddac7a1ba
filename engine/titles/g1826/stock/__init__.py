"""The initial auction, stock rounds and bankruptcy."""
