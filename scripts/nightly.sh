#!/usr/bin/env bash
# Measure, hold against a baseline, keep history: what a CI service does in a night or on a change.
#
# Usage: scripts/nightly.sh STORE [--no-save] [--numbers FILE] [OPTIONS OF run_all.py run]
# STORE is the folder that the service keeps between nights, in a cache or on a branch:
#   baselines/main  what runs are held against, with its programs, which take turns with those of
#                   a night where that seems slower; the first night makes it, remove it to renew it
#   history/        a small file per night
#   comment.md      the answer in at most 15 lines, for a pull request
#   history.md      what changed, and since which night
#   junit.xml, failures.sarif  the night's tests, and its failures with file and line
#   site/           the dashboard over all nights, for a pages host
# --numbers: a file of numbers of your own, or a program that prints them, given the run's folder.
# --no-save leaves baseline and history as they are, as for a change that is only proposed.
# Exit codes are those of `run_all.py gate`; without a baseline those of `run_all.py run`.
set -u
here=$(dirname "$0")
[ $# -ge 1 ] || { sed -n '2,16s/^# \{0,1\}//p' "$0" >&2; exit 2; }
store=$1 save=1 numbers=
shift
while :; do
  case ${1:-} in
    --no-save) save=0; shift ;;
    --numbers) numbers=${2:?--numbers needs a file}; shift 2 ;;
    *) break ;;
  esac
done
league() { "$here/run_all.py" "$@"; }

# what an earlier night said is no answer to this one
rm -f "$store/comment.md" "$store/junit.xml" "$store/failures.sarif"
runs=$(mktemp -d) || exit 2
trap 'rm -rf "$runs"' EXIT
league run --out "$runs" "$@"
code=$?
case $code in 2 | 5 | 130) exit $code ;; esac

# the oldest run is the night's; those that confirm something come after it
night=$(ls "$runs" | sort | head -n 1)
if [ -x "$numbers" ]; then
  "$numbers" "$runs/$night" | league history add "$night" - --out "$runs" || exit
elif [ -n "$numbers" ]; then
  league history add "$night" "$numbers" --out "$runs" || exit
fi

again=() root=()  # what a second look at something slower needs to know as well
for ((n = 1; n <= $#; n++)); do
  case ${!n} in
    --build-root) root=("${@:n:2}") ;;&
    --build-root=*) root=("${!n}") ;;&
    --compiler | --build-root | --extra-dir) again+=("${@:n:2}") ;;
    --compiler=* | --build-root=* | --extra-dir=*) again+=("${!n}") ;;
  esac
done

# the list of tests and the failures with their files and lines, for the service to show
league export junit "$night" --out "$runs" -o "$store/junit.xml" || exit
league export sarif "$night" --out "$runs" -o "$store/failures.sarif" || exit

if [ -d "$store/baselines/main" ]; then
  league gate --baseline main --baselines "$store/baselines" --out "$runs" \
    --history "$store/history" --markdown "$store/comment.md" "${again[@]}"
  code=$?
elif [ $save = 1 ] && [ $code = 0 ]; then
  # nothing that failed is what others are held against
  league baseline save main --baselines "$store/baselines" --out "$runs" "${root[@]}" || exit
fi
if [ $save = 1 ]; then
  league history save "$night" --history "$store/history" --out "$runs" || exit
fi
if [ -d "$store/history" ]; then
  league history --history "$store/history" --out "$store/none" --markdown "$store/history.md" || exit
  league dashboard --history "$store/history" --out "$store/none" -o "$store/site" || exit
fi
exit $code
