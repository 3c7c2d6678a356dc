"""Profiles: what the runtime does for a launch, operation by operation; never a timed launch."""
