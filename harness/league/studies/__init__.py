"""The published studies: which cells, which figure."""
