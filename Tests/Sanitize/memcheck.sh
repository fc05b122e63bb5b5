#!/bin/sh
# Runs the commands that load, change, merge and recover documents under valgrind's memcheck: no
# invalid access, no use of uninitialised memory, nothing definitely lost.
#
# Nothing is suppressed. Not counted are blocks still reachable at the end: the Swift run-time keeps
# what it made for types and constants.
set -eu
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# valgrind cannot read the debug information of a static Swift program.
strip -o setpoint "$binary"
binary=$folder/setpoint
export HOME="$folder" LC_ALL=C.UTF-8
status=0
check() {
  expected=$1
  shift
  got=0
  valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
    --errors-for-leak-kinds=definite "$binary" "$@" >out 2>err || got=$?
  # Where valgrind gives up (debug information it cannot read), its status is 1 like that of a finding.
  if [ "$got" -ne "$expected" ] || grep -q 'Valgrind: .*Giving up' err; then
    echo "setpoint $*: status $got" >&2
    cat err >&2
    status=1
  else
    echo "clean: setpoint $*"
  fi
}
"$binary" new base.json
for name in ours theirs; do cp base.json $name.json; done
check 0 new new.json --unit C
check 0 show base.json
check 0 validate base.json
check 0 set ours.json tue.leave.heat=64
check 0 set theirs.json tue.leave.heat=60 sun.wake.cool=80
check 0 copy theirs.json monday --to friday
check 1 merge base.json ours.json theirs.json -o merged.json
check 0 format merged.json
check 1 diff base.json merged.json
# Lines that end without `w` leave their edits in a journal.
printf 'tue.wake.heat=66\n' >edits
check 74 edit --prompt base.json <edits
check 0 recover base.json
check 0 recover base.json --apply
grep -q 66 base.json || {
  echo "nothing was recovered" >&2
  status=1
}
printf '{"a": [' >broken.json
check 1 validate broken.json
exit $status
