"""What all tests need of the process that runs them."""

from __future__ import annotations

import signal

# A shell without job control starts what it puts into the background with SIGINT ignored, and every
# program started from there would ignore it too: tests that interrupt a run could not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
