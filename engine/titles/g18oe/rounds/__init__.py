"""The initial auction, stock rounds and operating rounds."""
