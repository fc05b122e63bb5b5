import CLibrary
import TestSupport
import TestTraits
import Testing

/// Streams as other programs use them: pipes that end, outputs that take nothing, answers on time.
@Suite(.waits) struct StreamTests {
  private let folder = TemporaryFolder()

  private static let commands = [
    "validate --ndjson --ack", "validate --fix --ndjson", "export --ndjson --to csv",
    "diff --ndjson", "format --ndjson",
    "import --ndjson --from radiotherm --program heat --cool 78",
  ]

  /// Makes `in`, a stream of so many records that a command has an answer to each.
  private func makeStream(for command: String, _ count: Int) throws {
    let made = try ShellCommand(
      """
      setpoint new a.json; tr -d '\\n' <a.json >one; sed 's/"heat": 70/"heat": 71/' one >two
      case '\(command)' in
      diff*) printf '{"old":%s,"new":%s}\\n' "$(cat one)" "$(cat two)" >record;;
      import*) setpoint export a.json --to radiotherm --program heat >record;;
      *) { cat one; echo; } >record;;
      esac
      yes "$(cat record)" | head -n \(count) >in
      """, in: folder.path)
    try #require(made.status == 0)
  }

  @Test("a stream ends quietly if its reader goes away", arguments: commands)
  func closedPipe(command: String) throws {
    try makeStream(for: command, 40)
    // The second half of the input arrives once the reader has closed the pipe.
    let result = try ShellCommand(
      """
      mkfifo gone
      { cat in gone in; } | { setpoint \(command) -; echo $? >status; } |
        { head -n 1 >first; exec <&-; : >gone; }
      cat status; wc -l <first
      """, in: folder.path)
    #expect(result.text.split(separator: "\n").map { $0.filter(\.isNumber) } == ["141", "1"])
    #expect(result.errorText == "")
  }

  @Test(
    "a full output ends a stream with status 74 and a message", arguments: commands)
  func fullOutput(command: String) throws {
    try makeStream(for: command, 3)
    for output in [">/dev/full", ">&-"] {
      let result = try ShellCommand("setpoint \(command) - <in \(output)", in: folder.path)
      #expect(result.status == 74)
      #expect(result.errorText.hasPrefix("setpoint: standard output: "))
    }
  }

  @Test(
    "records read before an error are answered, then the error is reported",
    arguments: commands + ["validate --ndjson --summary"])
  func unreadableRest(command: String) throws {
    try makeStream(for: command, 20)
    let whole = try ShellCommand("setpoint \(command) - <in", in: folder.path)
    try #require(!whole.text.isEmpty)
    // A socket whose other side closes early returns the written bytes, then an error.
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, streamSocket, 0, &ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let text = (WholeFile.bytes(folder.path("in")) ?? []) + Array(#"{"cut"#.utf8)
    try #require(write(ends[0], "x", 1) == 1 && write(ends[1], text, text.count) == text.count)
    close(ends[1])
    defer { close(ends[0]) }
    let result = try ShellCommand("setpoint \(command) -", in: folder.path, input: ends[0])
    #expect(result.text == whole.text)
    #expect(result.errorText == "setpoint: -: cannot read: connection reset by peer\n")
    #expect(result.status == 74)
  }

  @Test("bad records are answered like all others", arguments: commands)
  func badRecords(command: String) throws {
    try makeStream(for: command, 2)
    let result = try ShellCommand(
      """
      { cat in; printf '%s\\n' '{"a":' '' '\\000' '[[[' '"'; head -c 5000000 /dev/zero | tr '\\0' x
        echo; cat in; } >mixed
      setpoint \(command) --ack mixed | grep -c done; setpoint \(command) --exit-zero mixed >/dev/null
      """, in: folder.path)
    #expect(result.text == "9\n")
    #expect(result.status == 0)
  }

  @Test(
    "the findings of a repaired record are those of a check", arguments: ["", "--unsafe"])
  func whatIsLeft(unsafe: String) throws {
    let result = try ShellCommand(
      #"""
      n=0; for file in '\#(Fixtures.path("schedules"))'/*/*/input.json; do
        n=$((n+1)); printf '{"id":%s,"document":%s}\n' $n "$(tr -d '\r\n' <"$file")"
        printf '{"id":-%s,"document":%s}\n' $n "$(tr -d '\r\n' <"$file" | sed 's/"name":/"device": "evohome", "name":/')"
      done >in
      setpoint validate --fix \#(unsafe) --ndjson --envelope - <in | grep -v '"document":null' >fixed
      sed 's/,"fixes":[0-9]*,"findings":.*$/}/' fixed | setpoint validate --ndjson --envelope - |
        sed 's/"id":[-0-9]*,//' >found
      sed 's/.*"findings":\[//;s/]}$//;/^$/d;s/},{"file"/}\n{"file"/g' fixed >left
      diff left found | head -n 3; wc -l <found
      grep -c SP50 found
      """#, in: folder.path)
    let lines = result.text.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines.count == 2 && Int(lines[0]) ?? 0 > 60 && Int(lines[1]) ?? 0 > 10, "\(lines)")
  }

  @Test("records are answered while the input pauses, and the order is that of the input")
  func answersInTime() throws {
    try makeStream(for: "validate", 1)
    let result = try ShellCommand(
      """
      mkfifo to from; setpoint validate --ndjson --envelope --ack - <to >from & exec 4>to 5<from
      for id in 1 2 3; do
        printf '{"id":%s,"document":%s}\\n' $id "$(cat one)" >&4; read -r answer <&5; echo "$answer"
      done
      exec 4>&-; wait $!; echo $?
      """, in: folder.path)
    let done = (1...3).map { #"{"id":\#($0),"done":true,"errors":0,"warnings":0}"# }
    #expect(result.text.split(separator: "\n").map(String.init) == done + ["0"])
  }

  @Test("a record is answered even if only the start of the next has arrived")
  func answersBeforeHalves() throws {
    try makeStream(for: "validate", 1)
    let result = try ShellCommand(
      """
      mkfifo to from; setpoint validate --ndjson --ack - <to >from & exec 4>to 5<from
      { cat in; head -c 300 in; } >&4; head -n 1 <&5
      tail -c +301 in >&4; exec 4>&-; cat <&5; wait $!; echo $?
      """, in: folder.path)
    let done = (1...2).map { #"{"id":\#($0),"done":true,"errors":0,"warnings":0}"# }
    #expect(result.text.split(separator: "\n").map(String.init) == done + ["0"])
  }

  @Test("answers do not depend on the number of threads", arguments: [1, 2, 7])
  func jobs(count: Int) throws {
    try makeStream(for: "validate", 300)
    let result = try ShellCommand(
      """
      awk 'NR % 3 == 0 { print "{\"x\":" } { print }' in >mixed
      setpoint validate --ndjson --ack mixed >all; cat mixed |
        setpoint validate --ndjson --ack --jobs \(count) --stdin-filename mixed - | cmp - all
      """, in: folder.path)
    #expect(result.status == 0 && result.text == "", "\(result.text)")
  }

  @Test("--isolated looks for no project, and --device works in streams")
  func isolatedAndDevice() throws {
    try makeStream(for: "validate", 1)
    let result = try ShellCommand(
      """
      echo '{"rules": {"SP101": "off"}}' >.setpoint.json; setpoint validate --ndjson one >/dev/null; echo $?
      setpoint validate --ndjson --isolated one; echo $?
      setpoint validate --ndjson --isolated --device evohome one | grep -c '"code":"SP504"'
      setpoint validate --isolated --device evohome --format jsonl one | grep -c '"code":"SP504"'
      """, in: folder.path)
    #expect(result.text.split(separator: "\n") == ["1", "0", "28", "28"])
    #expect(result.errorText.contains("SP101"))
  }
}
