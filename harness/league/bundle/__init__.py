"""Prebuilt executables for machines without compilers."""
