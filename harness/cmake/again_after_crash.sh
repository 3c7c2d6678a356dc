#!/bin/sh
# again_after_crash.sh PROGRAM [ARGUMENT...]: starts a program that a signal ended again, twice.
#
# For what crashes now and then by a known defect of a runtime and has to be right otherwise.
# Exit code: that of the program; 128 and the signal if it crashed three times.
for launch in 1 2 3; do
  "$@"
  code=$?
  [ "$code" -le 128 ] && exit "$code"
  echo "launch $launch ended by signal $((code - 128))" >&2
done
exit "$code"
