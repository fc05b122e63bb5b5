#!/bin/sh
# Checks the exports of many random schedules with programs of other projects, each as a
# separate process. Prints a line for each check and ends with status 1 when one failed. A program that
# cannot be had is reported as not run, never as passed, and then the status is 77, but not for a check with the
# comment `# optional`. Each check then runs again on exports that
# were altered on purpose, and must refuse every one of them. A check is a file check_NAME.py here.
#
#   run.sh [--light] [--count N] [--seed N] BINARY
#
# --light leaves out the heavy downloads (EnergyPlus, 46 MB; Home Assistant, 200 MB). Downloads are kept
# in $SETPOINT_INTEROP_CACHE, else ~/.cache/setpoint/interop.
set -u

here=$(cd "$(dirname "$0")" && pwd)
cache=${SETPOINT_INTEROP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/setpoint/interop}
python=${PYTHON:-python3}
light= count=50 seed=20261121
while [ $# -gt 1 ]; do
  case $1 in
  --light) light=yes ;;
  --count) count=$2 && shift ;;
  --seed) seed=$2 && shift ;;
  *) break ;;
  esac
  shift
done
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  sed -n 's/^#   //p' "$0" >&2
  exit 64
fi
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$cache"
export PYTHONDONTWRITEBYTECODE=1 INTEROP_CACHE="$cache"

# Installs Debian packages when there is a way to do so without asking.
system_packages() {
  command -v apt-get >/dev/null || return 1
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root="sudo -n"
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends "$@" \
    >>"$cache/apt.log" 2>&1
}

# Makes a virtual environment with the packages, once.
environment() {
  name=$1 && shift
  [ -e "$cache/$name/installed" ] && [ "$(cat "$cache/$name/installed")" = "$*" ] && return 0
  echo "interop: installing ${*:-no packages}" >&2
  rm -rf "${cache:?}/$name"
  if ! "$python" -m venv "$cache/$name" 2>"$cache/$name.log"; then
    system_packages python3-venv && "$python" -m venv "$cache/$name" 2>>"$cache/$name.log"
  fi
  if [ $# -gt 0 ]; then
    "$cache/$name/bin/pip" install -q --disable-pip-version-check "$@" \
      >>"$cache/$name.log" 2>&1 || return 1
  fi
  echo "$*" >"$cache/$name/installed"
}

failed=0 left=
printf '%-15s %-8s %9s %9s  %s\n' CHECK RESULT SCHEDULES VALUES PROGRAM

line() { printf '%-15s %-8s %9s %9s  %s\n' "$1" "$2" "$3" "$4" "$5"; }

# The value of a member in the last line of a check's output.
member() { tail -n 1 "$out" | sed -n "s/.*\"$1\": \"\{0,1\}\([^\"}]*\).*/\1/p" | sed 's/, *$//'; }

check() {
  name=$1 environment=$2
  script=$here/check_$name.py
  interpreter=$cache/$environment/bin/python
  out=$cache/$name.out
  if [ ! -e "$cache/$environment/installed" ]; then
    line "$name" "not run" - - "cannot be installed; see $cache/$environment.log"
    left=yes
    return
  fi
  "$interpreter" "$script" --binary "$binary" --count "$count" --seed "$seed" \
    >"$out" 2>"$out.err"
  status=$?
  if [ $status -eq 77 ]; then
    line "$name" "not run" - - "$(member reason)"
    grep -q '^# optional$' "$script" || left=yes
    return
  elif [ $status -ne 0 ]; then
    failed=1
    line "$name" FAILED - - "$(tail -n 1 "$out.err")"
    return
  fi
  figures="$(member schedules | cut -d, -f1) $(member values | cut -d, -f1)"
  program=$(member program)
  if "$interpreter" "$script" --binary "$binary" --count 5 --seed "$seed" --sabotage \
    >"$out" 2>"$out.err"; then
    # shellcheck disable=SC2086
    line "$name" passed $figures "$program"
  else
    failed=1
    line "$name" FAILED - - "a wrong export was not noticed: $(tail -n 1 "$out.err")"
  fi
}

# The exports of calendars, with programs of other checks; these checks alter exports themselves.
calendars() {
  name=calendars_$(echo "$1" | tr / _) interpreter=$cache/$2/bin/python
  out=$cache/$name.out
  if [ ! -e "$cache/$2/installed" ]; then
    line "$name" "not run" - - "$2 cannot be installed"
    left=yes
  elif "$interpreter" "$here/../Calendar/check_exports.py" "$binary" --only "$1" --calendars "$3" \
    >"$out" 2>"$out.err"; then
    line "$name" passed - - "$(tail -n 1 "$out")"
  else
    failed=1
    line "$name" FAILED - - "$(cat "$out" "$out.err" | tail -n 1)"
  fi
}

# What a check needs, as comments of its script say it: `# packages: a==1 b==2` from PyPI, `# apt: c`,
# and `# heavy` for checks that --light skips. Checks that share an `# environment: NAME` share packages.
wants() { sed -n "s/^# $2: *//p" "$1"; }

environment_of() {
  named=$(wants "$1" environment)
  echo "${named:-$(basename "$1" .py | sed 's/^check_//')}"
}

for script in "$here"/check_*.py; do
  [ -n "$light" ] && grep -q '^# heavy$' "$script" && continue
  for program in $(wants "$script" apt); do
    command -v "$program" >/dev/null || system_packages "$program" || true
  done
  name=$(environment_of "$script")
  packages=$(for other in "$here"/check_*.py; do
    [ "$(environment_of "$other")" = "$name" ] && wants "$other" packages
  done | tr ' ' '\n' | sort -u | tr '\n' ' ')
  # shellcheck disable=SC2086
  environment "$name" $packages
done

for script in "$here"/check_*.py; do
  name=$(basename "$script" .py | sed 's/^check_//')
  if [ -n "$light" ] && grep -q '^# heavy$' "$script"; then
    line "$name" "not run" - - "heavy; left out with --light"
  else
    check "$name" "$(environment_of "$script")"
  fi
done
calendars icalendar light 20
calendars bacnet light 20
if [ -z "$light" ]; then
  calendars energyplus energyplus 2
  calendars energyplus/epjson energyplus 2
  calendars home-assistant homeassistant-2025.4.4 4
fi
[ $failed -ne 0 ] || [ -z "$left" ] || exit 77
exit $failed
