"""What proves the tests: faults that they have to notice, and searches for what chance hides.

``scripts/prove.py`` starts each; a proof is a module with `options` and `run`.  It may import
everything of `league`, and nothing imports it.
"""
