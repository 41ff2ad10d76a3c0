"""The currency everybody trades in: `Scores`, `Predictions`, and how they are read."""
