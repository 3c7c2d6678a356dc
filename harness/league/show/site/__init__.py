"""The dashboard: a static site over many runs, which works from a disk and without scripts."""
