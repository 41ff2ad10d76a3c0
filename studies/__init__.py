"""The experiments of the documents that bakeoff follows, run again on real data."""
