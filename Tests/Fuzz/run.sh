#!/bin/sh
# Fuzzes with libFuzzer: coverage decides which inputs are mutated further.
#
#   run.sh [SECONDS] [TARGET...]
#
# The corpus is kept in .build/fuzz-corpus/TARGET, so that the next run continues from it. An input that
# breaks something is left in .build/fuzz-found; put it into fixtures/fuzz/TARGET once it is mended.
# With FUZZ_COVERAGE=1 it also prints how many lines of the tested code were run (llvm-cov).
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- document imports text keys journal merge layouts editor table

scratch=.build/fuzz
# One option for both: of two the last would count.
sanitize='-sanitize=fuzzer,address'
count=${FUZZ_COVERAGE:+-profile-generate -profile-coverage-mapping}
echo "building with libFuzzer and the address sanitizer" >&2
swift build -c release --scratch-path "$scratch" --target FuzzTargets \
  $(for flag in "$sanitize" $count; do echo "-Xswiftc $flag"; done) -Xcc -fno-omit-frame-pointer >&2
# Not a product, since users of the package do not need it. The objects of its targets are linked directly.
rm -f "$scratch/fuzz.a"
find -L "$scratch/release" -path '*.build/*' -name '*.o' -exec ar -q "$scratch/fuzz.a" {} + 2>/dev/null
swiftc "$sanitize" ${count:+-profile-generate} -o "$scratch/fuzz" -Xlinker --whole-archive "$scratch/fuzz.a" \
  -Xlinker --no-whole-archive -ljansson -lyaml -lncursesw 2>&1 |
  grep -v 'Cannot export local symbol' >&2 || true

# Every format has a folder of cases.
formats=$(find fixtures/devices -mindepth 1 -maxdepth 1 -type d | wc -l)

seeds() {
  case $1 in
  document) echo fixtures/schedules ;;
  merge) echo fixtures/merges/seeds ;;
  journal) echo fixtures/journals ;;
  imports) echo fixtures/devices ;;
  layouts) echo fixtures/layouts fixtures/table-layouts ;;
  text | keys | editor | table) echo fixtures/typed ;;
  esac
}

# What a target is for.
subjects() {
  case $1 in
  document) echo Sources/ScheduleRules Sources/ScheduleText/Editing Sources/ScheduleText/CanonicalText.swift ;;
  imports) echo Sources/DeviceFormats/Formats Sources/DeviceFormats/Contract ;;
  text) echo Sources/ScheduleModel/TimeOfDay.swift Sources/ScheduleModel/CellInput.swift \
    Sources/ScheduleModel/CellSelector.swift Sources/ScheduleModel/CellAddress.swift ;;
  keys) echo Sources/Terminal/Input ;;
  journal) echo Sources/ScheduleText/Recovery Sources/ScheduleFiles/Recovery/FoundJournal.swift ;;
  merge) echo Sources/ScheduleText/Merging Sources/ScheduleModel/Merging ;;
  layouts) echo Sources/TwoWayTable/Files Sources/ScheduleEditor/Settings Sources/ScheduleEditor/Week ;;
  editor) echo Sources/ScheduleEditor/State Sources/ScheduleEditor/Keys Sources/ScheduleEditor/Operations \
    Sources/ScheduleEditor/Commands Sources/ScheduleEditor/Dialogs Sources/ScheduleEditor/Screens ;;
  table) echo Sources/TwoWayTable/App Sources/TwoWayTable/Values Sources/TwoWayTable/Forms \
    Sources/TwoWayTable/Lists Sources/TwoWayTable/Fields ;;
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
        # The first byte chooses the importer, the second one fills cool setpoints in.
        for number in $(seq 0 $((formats - 1))); do
          { printf "\\$(printf %o "$number")\\001" && cat "$file"; } >"$seed-$number"
        done
      else
        cp "$file" "$seed"
      fi
    done
  done
  log=.build/fuzz-$target.log
  # A file of the corpus that takes longer than 10 s, or 2 GB, is a finding too.
  if ! FUZZ_TARGET=$target LLVM_PROFILE_FILE=$scratch/$target.profraw ASAN_OPTIONS=detect_leaks=0 "$scratch/fuzz" "$corpus" \
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
  if [ -n "$count" ]; then
    tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
    "$tools/llvm-profdata" merge -o "$scratch/$target.profdata" "$scratch/$target.profraw"
    # shellcheck disable=SC2046
    "$tools/llvm-cov" report "$scratch/fuzz" -instr-profile "$scratch/$target.profdata" $(subjects "$target") |
      awk -v target="$target" '/^TOTAL/ { print target ": " $8 - $9 " of " $8 " lines run, " $10 }'
  fi
done
exit $status
