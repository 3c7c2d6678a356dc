"""Figures, drawn with matplotlib."""

import os
import sys

if "ipykernel" not in sys.modules:  # which shows what somebody draws with it
    os.environ.pop("MPLBACKEND", None)
