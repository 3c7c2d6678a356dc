"""One module per verb: ``ARGUMENTS`` in, a call, an exit code out.

``main`` takes the namespace that argparse returns, and before it the options, if the verb is among
those of their table (`league.run.options.VERBS`).
"""
