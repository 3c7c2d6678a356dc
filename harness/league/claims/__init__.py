"""Conformance claims: reading, building, running and judging the programs below validation/."""
