"""What every picture is drawn with: colours and patterns, letters, the geometry of a hex, the pen, PNG."""
