"""The share price chart."""
