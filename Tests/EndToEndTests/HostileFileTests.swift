import TestSupport
import TestTraits
import Testing

/// `validate` reports one clear finding for a file that is not a schedule, and never crashes.
@Suite(.waits) struct HostileFileTests {
  private let folder = TemporaryFolder()

  private static let valid = """
    {"format": "setpoint-schedule", "version": 1, "unit": "F", "schedules": [{"name": "NAME", \
    "days": {DAYS}}]}
    """

  private static func document(name: String = "Home") -> String {
    let periods = """
      "wake": {"time": "06:00", "heat": 70, "cool": 78}, \
      "leave": {"time": "08:00", "heat": 62, "cool": 85}, \
      "return": {"time": "18:00", "heat": 70, "cool": 78}, \
      "sleep": {"time": "22:00", "heat": 62, "cool": 82}
      """
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      .map { "\"\($0)\": {\(periods)}" }.joined(separator: ", ")
    return valid.replacing("NAME", with: name).replacing("DAYS", with: days)
  }

  private static let cases: [(String, [UInt8], String)] = [
    ("an empty file", [], "SP101"),
    ("a binary file", (0...255).map { UInt8($0) }, "SP101"),
    ("10,000 nested arrays", Array(String(repeating: "[", count: 10_000).utf8), "SP101"),
    ("NUL bytes", Array("{\"a\u{0}\": \u{0}}".utf8), "SP101"),
    ("invalid UTF-8", Array("{\"a\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8), "SP101"),
    ("a lone surrogate", Array(#"{"a": "\ud800"}"#.utf8), "SP101"),
    ("1e999", Array(document().replacing("70", with: "1e999").utf8), "SP101"),
    (
      "a duplicate key",
      Array(document().replacing("\"unit\": \"F\"", with: "\"unit\": \"F\", \"unit\": \"F\"").utf8),
      "SP108"
    ),
    ("a truncated document", Array(document().utf8.dropLast(40)), "SP101"),
    ("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(document().utf8), "SP101"),
    (
      "a name with an escape sequence",
      Array(document(name: "\\u001b[2J\\u001b]0;x\\u0007").utf8), "SP109"
    ),
  ]

  @Test("a file that is not a schedule is one finding with its place", arguments: cases)
  func isOneFinding(what: String, bytes: [UInt8], code: String) throws {
    WholeFile.write(bytes, folder.path("a.json"))
    let result = try ShellCommand("setpoint validate a.json", in: folder.path)
    #expect(result.status == 1, "\(what)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 1, "\(what): \(result.text)")
    #expect(lines.first?.firstMatch(of: #/^a\.json:[0-9]+:[0-9]+: error\[SP[0-9]+\] /#) != nil)
    #expect(lines.first?.contains("[\(code)]") == true, "\(what): \(result.text)")
    #expect(result.output.containsNoControls)
    #expect(result.errors.isEmpty)
  }

  @Test("a file of 1 TiB is refused without reading all of it") func refusesLargeFile() throws {
    let result = try ShellCommand(
      "truncate -s 1T big.json; ulimit -t 5; setpoint validate big.json", in: folder.path)
    #expect(result.status == 1)
    #expect(result.text == "big.json:1:1: error[SP101] the file is larger than 4 MiB\n")
  }

  @Test("a folder without JSON and a missing file are reported as such") func tellsMissingInputs()
    throws
  {
    let empty = try ShellCommand("mkdir d; setpoint validate d", in: folder.path)
    #expect(empty.status == 66)
    #expect(empty.text == "d: error: the folder contains no *.json file\n")
    let missing = try ShellCommand("setpoint validate no.json", in: folder.path)
    #expect(missing.status == 66)
    #expect(missing.text == "no.json: error: cannot read: no such file or directory\n")
  }

  /// A full disk, played by the limit that the system puts on a file's size.
  @Test("a save that fails leaves the old file and nothing else") func leavesOldFile() throws {
    let script = """
      setpoint new home.json; cp home.json before
      printf '%*s' 3000 '' >> home.json; cp home.json before
      (trap '' XFSZ; ulimit -f 4; setpoint set home.json tue.leave.heat=64); echo status $?
      cmp home.json before; ls -A
      """
    let result = try ShellCommand(script, in: folder.path)
    #expect(result.text == "status 74\nbefore\nhome.json\n")
    #expect(result.errorText == "setpoint: home.json: cannot write: file too large\n")
  }
}
