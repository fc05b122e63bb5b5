#!/bin/sh
# Fuzzes with libFuzzer: coverage decides which inputs are mutated further.
#
#   run.sh [SECONDS] [TARGET...]
#
# The corpus is kept in .build/fuzz-corpus/TARGET, so that the next run goes on from it. An input that
# breaks something is left in .build/fuzz-found; put it into fixtures/fuzz/TARGET once it is mended.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- document shape imports text keys journal merge layouts editor table

scratch=.build/fuzz
# One option for both: of two the last would count.
sanitize='-sanitize=fuzzer,address'
echo "building with libFuzzer and the address sanitizer" >&2
swift build -c release --scratch-path "$scratch" --target FuzzTargets \
  -Xswiftc "$sanitize" -Xcc -fno-omit-frame-pointer >&2
# No product: nobody who uses this package needs it. The objects of its targets are linked as they are.
rm -f "$scratch/fuzz.a"
find -L "$scratch/release" -path '*.build/*' -name '*.o' -exec ar -q "$scratch/fuzz.a" {} + 2>/dev/null
swiftc "$sanitize" -o "$scratch/fuzz" -Xlinker --whole-archive "$scratch/fuzz.a" \
  -Xlinker --no-whole-archive -ljansson -lncursesw 2>&1 |
  grep -v 'Cannot export local symbol' >&2 || true

seeds() {
  case $1 in
  document | shape) echo fixtures/schedules ;;
  merge) echo fixtures/merges/seeds ;;
  imports) echo fixtures/devices ;;
  layouts) echo fixtures/layouts fixtures/table-layouts ;;
  esac
}

status=0
for target in "$@"; do
  corpus=.build/fuzz-corpus/$target
  found=.build/fuzz-found/$target
  mkdir -p "$corpus" "$found"
  for folder in $(seeds "$target"); do
    find "$folder" -type f -size -64k | while read -r file; do
      seed=$corpus/seed-$(printf '%s' "$file" | cksum | cut -d ' ' -f 1)
      if [ "$target" = imports ]; then
        # The first byte chooses the importer, and that cool setpoints are filled in.
        for number in 20 21 22 23 24 25 26 27; do
          { printf "\\$number" && cat "$file"; } >"$seed-$number"
        done
      else
        cp "$file" "$seed"
      fi
    done
  done
  # Some of what a terminal sends: keys, a command, a paste, the mouse.
  case $target in keys | editor | table)
    printf '\033[C66\r\033[B:set =70\ru\031vjf\033LaX\023\033[200~1\t2\n\033[201~\033[<0;36;6M!Hzu' \
      >"$corpus/seed-typed" ;;
  esac
  log=.build/fuzz-$target.log
  # A file of the corpus that takes longer than 10 s, or 2 GB, is a finding too.
  if ! FUZZ_TARGET=$target ASAN_OPTIONS=detect_leaks=0 "$scratch/fuzz" "$corpus" \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -len_control=50 \
    -print_final_stats=1 -artifact_prefix="$found/" >"$log" 2>&1; then
    status=1
    echo "$target: FOUND something: see $log and $found" >&2
  fi
  awk -v target="$target" '
    / cov: / { for (i = 1; i <= NF; i++) if ($i == "cov:") { if (!first) first = $(i + 1); last = $(i + 1) } }
    /stat::number_of_executed_units/ { runs = $2 }
    /stat::average_exec_per_sec/ { rate = $2 }
    END { printf "%-10s %10d runs, %6d a second, coverage %d -> %d\n", target, runs, rate, first, last }
  ' "$log"
done
exit $status
