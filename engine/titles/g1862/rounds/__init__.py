"""Stock rounds and operating rounds."""
