"""Plans carried out by the batch queue of a cluster."""
