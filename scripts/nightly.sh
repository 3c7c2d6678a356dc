#!/usr/bin/env bash
# Measure, hold against a baseline, keep history: what a CI service does in a night or on a change.
#
# Usage: scripts/nightly.sh STORE [--no-save] [--keep N] [--numbers FILE] [OPTIONS OF run_all.py run]
# STORE is the folder that the service keeps between nights, in a cache or on a branch:
#   baselines/main  what runs are held against, with its programs, which take turns with those of
#                   a night where that seems slower; the first night makes it, remove it to renew it
#   history/        a small file per night
#   runs/           launches and report of the newest nights, 14 or --keep N, 2 GB at most
#   comment.md      the answer in at most 15 lines, for a pull request
#   history.md      what changed, and since which night
#   junit.xml, failures.sarif  the night's tests, and its failures with file and line
#   site/           the dashboard over all nights, for a pages host
# --numbers: a file of numbers of your own, or a program that prints them, given the run's folder.
# --no-save leaves baseline, history and runs as they are, as for a change that is only proposed.
# Exit codes are those of `run_all.py gate`; without a baseline those of `run_all.py run`.
set -u
here=$(dirname "$0")
store=${1:-} save=1 numbers='' keep=14
case $store in '' | -*) sed -n '2,17s/^# \{0,1\}//p' "$0" >&2; exit 2 ;; esac
shift
while :; do
  case ${1:-} in
    --no-save) save=0; shift ;;
    --keep) keep=$((10#${2:?--keep needs a number})) || exit 2; shift 2 ;;
    --numbers) numbers=${2:?--numbers needs a file}; shift 2 ;;
    *) break ;;
  esac
done
. "$here/../harness/league/batch/night.sh" || exit 2
begin
league run --out "$runs" "$@"
code=$?
case $code in 2 | 5 | 130) exit $code ;; esac

# the newest run is the night's; those that confirm something come after it
night=$(newest)
[ "$night" != "$before" ] || exit $code
if [ -n "$numbers" ]; then add_numbers "$numbers" || exit; fi
# the list of tests and the failures with their files and lines, for the service to show
league export junit "$night" --out "$runs" -o "$store/junit.xml" || exit
league export sarif "$night" --out "$runs" -o "$store/failures.sarif" || exit

second_look "$@"
if [ -d "$store/baselines/main" ]; then
  league gate "$night" --baseline main --baselines "$store/baselines" --out "$runs" \
    --history "$store/history" --markdown "$store/comment.md" "${again[@]}"
  code=$?
elif [ $save = 1 ]; then
  # what failed is not what others are held against; where nothing was right there is no baseline
  league baseline save main "$night" --baselines "$store/baselines" --out "$runs" "${root[@]}" ||
    [ $code != 0 ] || exit 2
fi
if [ $save = 1 ]; then
  league history save "$night" --history "$store/history" --out "$runs" || exit
  unfinished=
  league report "$night" --out "$runs" || exit
  trim
fi
if [ -d "$store/history" ]; then
  league history --history "$store/history" --out "$store/none" --markdown "$store/history.md" || exit
  league dashboard --history "$store/history" --out "$store/none" -o "$store/site" || exit
fi
exit $code
