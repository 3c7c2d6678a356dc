#!/bin/sh
# Measure, hold against a baseline, keep history: what a CI service does in a night or on a change.
#
# Usage: scripts/nightly.sh STORE [--no-save] [OPTIONS OF run_all.py run]
# STORE is the folder that the service keeps between nights, in a cache or on a branch:
#   baselines/main  what runs are held against; the first night makes it, remove it to renew it
#   history/        a small file per night
#   comment.md      the answer in at most 15 lines, for a pull request
#   history.md      what changed, and since which night
#   site/           the dashboard over all nights, for a pages host
# --no-save leaves baseline and history as they are, as for a change that is only proposed.
# Exit codes are those of `run_all.py gate`; without a baseline those of `run_all.py run`.
set -u
here=$(dirname "$0")
[ $# -ge 1 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2; }
store=$1
shift
save=1
[ "${1:-}" = --no-save ] && { save=0; shift; }
league() { "$here/run_all.py" "$@"; }

runs=$(mktemp -d) || exit 2
trap 'rm -rf "$runs"' EXIT
league run --out "$runs" "$@"
code=$?
case $code in 2 | 5 | 130) exit $code ;; esac

# what a second look at something slower needs to know as well
left=$#
while [ $left -gt 0 ]; do
  case $1 in
    --compiler | --build-root | --extra-dir) set -- "$@" "$1" "$2" && shift && left=$((left - 1)) ;;
    --compiler=* | --build-root=* | --extra-dir=*) set -- "$@" "$1" ;;
  esac
  shift
  left=$((left - 1))
done

if [ -d "$store/baselines/main" ]; then
  league gate --baseline main --baselines "$store/baselines" --out "$runs" \
    --markdown "$store/comment.md" "$@"
  code=$?
elif [ $save = 1 ] && [ $code = 0 ]; then
  # nothing that failed is what others are held against
  league baseline save main --baselines "$store/baselines" --out "$runs" || exit
fi
if [ $save = 1 ]; then
  # the oldest run is the night's; those that confirmed something came after it
  night=$(ls "$runs" | sort | head -n 1)
  league history save "$night" --history "$store/history" --out "$runs" || exit
fi
if [ -d "$store/history" ]; then
  league history --history "$store/history" --out "$store/none" --markdown "$store/history.md" || exit
  league dashboard --history "$store/history" --out "$store/none" -o "$store/site" || exit
fi
exit $code
