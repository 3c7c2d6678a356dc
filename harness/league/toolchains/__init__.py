"""Compilers and their runtimes: described in files, found, probed, set up."""
