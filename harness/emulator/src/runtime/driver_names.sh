#!/bin/sh
# Writes a function of each name of the driver's interface that a library has: what linkers look for.
# usage: driver_names.sh NM LIBRARY OUTPUT
set -eu
"$1" -D --defined-only "$2" |
  awk 'BEGIN { print "// Names alone: the loader takes what they mean from the runtime'"'"'s library." }
       $3 ~ /^cu[A-Z]/ { sub(/@.*/, "", $3); print "extern \"C\" __attribute__((visibility(\"default\"))) void " $3 "() {}" }' > "$3"
