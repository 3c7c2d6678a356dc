# What a night is made of; read by scripts/nightly.sh, which sets here, store, save, keep.
child='' unfinished=''

# a child that is waited for, so that a signal ends it, too
league() {
  "$here/run_all.py" "$@" <&0 &
  child=$!
  wait "$child"
}

newest() { ls "$runs" | sort | tail -n 1; }

# of a night that did not come to its end nothing stays
leave() {
  rm -rf "$proposed"
  [ -z "$unfinished" ] || for one in $(ls "$runs"); do
    [ "$one" \> "$before" ] && rm -rf "${runs:?}/$one"
  done
}

# what cannot be kept is told before anything is measured
begin() {
  mkdir -p "$store/runs" && proposed=$(mktemp -d "$store/runs/.proposed.XXXXXX") || exit 2
  trap leave EXIT
  trap 'kill -TERM $child 2>/dev/null; wait; exit 130' INT TERM HUP
  [ $save = 1 ] && runs=$store/runs || runs=$proposed
  # what an earlier night said is no answer to this one
  rm -f "$store/comment.md" "$store/junit.xml" "$store/failures.sarif"
  before=$(newest) unfinished=1
}

add_numbers() {  # of a file, or of what a program prints
  if [ -x "$1" ]; then
    "$1" "$runs/$night" | league history add "$night" - --out "$runs"
  else
    league history add "$night" "$1" --out "$runs"
  fi
}

# what a second look at something slower needs to know as well of the options of the run
second_look() {
  again=() root=()
  for ((n = 1; n <= $#; n++)); do
    case ${!n} in
      --build-root) root=("${@:n:2}") ;;&
      --build-root=*) root=("${!n}") ;;&
      --compiler | --build-root | --extra-dir) again+=("${@:n:2}") ;;
      --compiler=* | --build-root=* | --extra-dir=*) again+=("${!n}") ;;
    esac
  done
}

# the newest nights stay, and of these what there is room for
trim() {
  local first old
  first=$(ls "$store/history" | grep '\.json' | sort -r | sed -n "$keep s/\.json.*//p")
  for old in $(ls "$runs" | sort); do
    [ "$old" \< "$first" ] || { [ "$old" \< "$night" ] && [ "$(du -sm "$runs" | cut -f 1)" -gt 2048 ]; } ||
      break
    rm -rf "${runs:?}/$old"
  done
}
