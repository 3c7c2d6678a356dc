"""The published test problems of the mini-apps: which there are, and the plan that runs them."""
