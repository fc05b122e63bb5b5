#!/bin/sh
# Runs the tests under sanitizers, each in a build of its own.
#
# Tests that look at the remains of a crash, or at the memory and the time of a program, are for plain builds:
# TerminalTests and most of EndToEndTests, whose program is built with the sanitizer too. Not tried: DeviceLinksTests,
# with its network libraries. Tests that compare the processor time of sizes run here as well.
#
# The thread sanitizer cannot run under a limit of file sizes, and so not with the test that sets one. It takes what
# the locks of ParallelMap and ProjectFinder guard for races (thread-suppressions says why), and so not with
# SetpointCommandsTests either. Optimized, as what people install: without that, a whole run takes more than half an
# hour on two cores, and so was not made.
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- address thread
status=0
for sanitizer in "$@"; do
  echo "tests with the $sanitizer sanitizer" >&2
  without=
  [ "$sanitizer" != thread ] || without="--skip HostileFileTests/leavesOldFile --skip SetpointCommandsTests"
  # Leaks: the Swift run-time keeps what it made for types and constants until the end. Tests abandon sessions as a
  # crash does, with the thread of their journal.
  LC_ALL=C.UTF-8 ASAN_OPTIONS=detect_leaks=0 \
    TSAN_OPTIONS="halt_on_error=1 report_thread_leaks=0 suppressions=$PWD/Tests/Sanitize/thread-suppressions" \
    swift test -c release --disable-xctest --sanitize="$sanitizer" \
    --scratch-path ".build/$sanitizer" \
    $without --filter "${FILTER:-ScheduleFilesTests|ScheduleTextTests|ScheduleModelTests|ScheduleRulesTests|ScheduleEditorTests|TwoWayTableTests|JSONTextTests|DeviceFormatsTests|FuzzRegressionTests|DiagnosticsTests|SchedulePicturesTests|SetpointCommandsTests|ParallelChangeTests|HostileFileTests}" ||
    status=1
done
exit $status
