"""One module per verb: ``ARGUMENTS`` in, if it has any of its own, a call, an exit code out.

``main`` takes the namespace that argparse returns, and before it the options, if the verb is among
those of their table (`league.run.options.VERBS`).
"""
