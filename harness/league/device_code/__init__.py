"""Machine code for NVIDIA GPUs inside executables: what can be said of it without running it."""
