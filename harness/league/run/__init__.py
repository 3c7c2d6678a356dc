"""From cells to records: plan, build, launch, judge, one session."""
