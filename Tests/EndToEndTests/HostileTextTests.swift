import TestSupport
import TestTraits
import Testing
import CLibrary

/// Control characters in names, arguments and files, in every command, to a pipe and to a terminal.
@Suite(.waits) struct HostileTextTests {
  /// Escape, DEL, C1's CSI, a bidirectional override, and a line end that could begin a false message.
  private static let hostile = "h\u{1B}[31m\u{7F}\u{9B}31m\u{202E}\n\rx"

  /// A command line, and whether its result is a file, which a pipe gets exactly.
  struct Case: Sendable, CustomTestStringConvertible {
    let command: String
    var isExact = false
    var testDescription: String { command }
  }

  /// `$h` is the hostile text, `$f` a document of that name with it in all its texts, `$g` another one.
  static let cases =
    plain.map { Case(command: $0) } + exact.map { Case(command: $0, isExact: true) }

  private static let plain: [String] = [
    "edit \"$h/a.json\"", "edit \"$f\" --theme \"$h\" < /dev/null",
    "edit \"$f\" --layout \"$h\" --prompt < /dev/null",
    "edit \"$f\" --schedule \"$h\" --prompt < /dev/null", "recover \"$f\"", "recover \"none$h\"",
    "new \"$f\"", "new none/\"$h\"", "new - --name \"$h\"", "new - --unit \"$h\"",
    "show \"$f\"", "show \"$f\" --format markdown", "show \"$f\" --format json",
    "show \"$f\" --format \"$h\"", "show \"$f\" --schedule \"$h\"", "show \"$f\" \"$h\"",
    "show \"none$h\"", "show \"$f\" \"none$h\" \"$g\"", "show . --timeline",
    "show \"$f\" --format svg", "show \"$f\" \"$g\" --format svg", "show \"$f\" --format html",
    "show . --format html", "show . --format markdown", "show \"$f\" --format svg -o \"$g\"",
    "now \"$f\" --at 'tuesday 17:30' --timeline",
    "now \"$f\" --at 'tuesday 17:30'", "now \"$f\" --at \"$h\"",
    "get \"$f\" all.all.all", "get \"$f\" \"$h\"", "get \"$f\" 4 --schedule \"$h\"",
    "set \"$g\" mon.wake.heat=71", "set \"$f\" \"$h\"", "set \"$f\" \"4=$h\"", "set \"$f\" 4=200",
    "copy \"$f\" \"$h\" --to all", "copy \"$f\" monday --to \"$h\"", "tag \"$h\"",
    "diff \"$f\" other.json", "diff other.json \"$f\"", "diff \"$f\" \"$g\"",
    "merge \"$f\" \"$f\" \"$g\" -o \"$h/x\"", "merge \"$f\" \"$g\" other.json --path \"$h\"",
    "merge other.json \"$f\" \"$f\" -o \"$g\"",
    "format --check \"$f\"", "format \"none$h\"", "format broken.json",
    "rule \"$h\"", "schema \"$h\"", "formats \"$h\"", "\"$h\"", "\"--$h\"", "help \"$h\"",
    "validate \"$f\" \"$g\" \"none$h\" broken.json \"$h\"", "validate . --format json",
    "validate . --format jsonl", "validate . --format github", "validate . --format sarif",
    "validate . --level info", "validate --select \"$h\" \"$f\"",
    "validate --device \"$h\" \"$f\"", "validate --device evohome \"$f\"",
    "validate --files-from list", "validate --ndjson stream",
    "validate --ndjson --summary stream", "validate --ndjson --stdin-filename \"$h\" - < stream",
    "export \"$f\" --to \"$h\"", "export \"$f\" --to evohome", "export \"$f\" --to csv -o \"$g\"",
    "export \"$f\" --to csv -o \"$h/x\"", "export stream --ndjson --to csv",
    "export stream --ndjson --to radiotherm --program heat", "export \"$f\" --to \"csv/$h\"",
    "export \"$f\" --to zcl --device \"$h\"", "export \"$f\" --to ecobee --merge broken.json",
    "import \"$f\" --from csv", "import broken.json --from \"$h\"", "import \"none$h\" --from csv",
    "import broken.csv --from csv", "import broken.json --from radiotherm --program heat --cool 78",
  ]

  private static let exact: [String] = [
    "show \"$f\" --format csv", "show \"$f\" \"$g\" --format csv", "format - < \"$f\"",
    "set - 4=71 < \"$f\"",
    "copy - monday --to all < \"$f\"", "merge \"$f\" \"$f\" \"$f\" -o -",
    "validate --fix - < \"$f\"",
    "validate --diff --unsafe \"$f\" repair.json",
    "import week.csv --from csv", "export \"$f\" --to csv -o /dev/stdout",
    "export \"$f\" --to csv --round", "export \"$f\" --to icalendar",
    "export \"$f\" --to home-assistant", "export \"$f\" --to energyplus",
    "export \"$f\" --to bacnet --program heat",
    "export \"$f\" --to honeywell --round --target \"$h\"",
  ]

  private let folder = TemporaryFolder()

  /// The files of a folder, made once.
  private static let files: [String: [UInt8]] = {
    do { return try madeFiles() } catch {
      Issue.record("no files: \(error)")
      return [:]
    }
  }()

  private static func madeFiles() throws -> [String: [UInt8]] {
    let folder = TemporaryFolder()
    let name = Self.hostile.replacing("\u{1B}", with: "\\u001b").replacing("\n", with: "\\n")
      .replacing("\r", with: "\\r")
    let made = try ShellCommand("setpoint new other.json && cat other.json", in: folder.path)
    try #require(made.status == 0, "\(made.errorText)")
    let document = made.text
      .replacing("\"Home\"", with: "\"\(name)\", \"notes\": \"\(name)\"")
      .replacing("\"unit\": \"F\"", with: "\"unit\": \"F\", \"\(name)\": \"\(name)\"")
    let line = document.split(separator: "\n").joined() + "\n"
    let files = [
      "name": Self.hostile, "\(Self.hostile).json": document,
      "\(Self.hostile)2.json": document.replacing("\"heat\": 70", with: "\"heat\": 69"),
      "repair.json": document.replacing("\"heat\": 62", with: "\"heat\": \"62\""),
      "stream": line + "{\"\(Self.hostile)\"\n" + line, "broken.json": "{\"\(Self.hostile)\"",
      "broken.csv": "a,\(Self.hostile)\n", "list": "\(Self.hostile).json\0none\(Self.hostile)\0",
    ]
    for (name, text) in files { WholeFile.write(Array(text.utf8), folder.path(name)) }
    let names = Array(files.keys) + ["other.json", "week.csv"]
    let week = try ShellCommand(
      "\(Self.variables)setpoint export \"$f\" --to csv > week.csv", in: folder.path)
    #expect(week.status == 0, "\(week.errorText)")
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, WholeFile.bytes(folder.path($0)) ?? []) })
  }

  init() throws {
    try #require(Self.files.values.allSatisfy { !$0.isEmpty } && !Self.files.isEmpty)
    for (name, bytes) in Self.files { WholeFile.write(bytes, folder.path(name)) }
  }

  private static let variables = """
    h=$(cat name; echo .); h=${h%.}; f="$h.json"; g="${h}2.json"

    """

  private static func script(_ number: Int, _ end: String) -> String {
    "echo '@\(number)@'; setpoint \(cases[number].command) \(end)\n"
  }

  /// The output of each case, by the marks between them.
  private static func outputs(_ all: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = all[...]
    for number in 0...cases.count {
      let mark = Array("@\(number)@".utf8)
      guard let range = rest.firstRange(of: mark) else { break }
      if number > 0 { parts.append(Array(rest[..<range.lowerBound])) }
      rest = rest[range.upperBound...]
    }
    return parts
  }

  @Test("no command writes a control character to a pipe, except in files")
  func pipes() throws {
    let script = Self.cases.indices.map { number in
      Self.script(
        number, Self.cases[number].isExact ? "2>&3 | cat >it; [ -s it ] || echo no output" : "2>&1")
    }
    let result = try ShellCommand(
      Self.variables + "exec 3>&1\n" + script.joined() + "echo '@\(Self.cases.count)@'",
      in: folder.path)
    let outputs = Self.outputs(result.output)
    try #require(outputs.count == Self.cases.count)
    for (output, example) in zip(outputs, Self.cases) {
      #expect(output.controls.isEmpty, "\(example): \(output.controls)")
      let isWritten = !String(decoding: output, as: UTF8.self).contains("no output")
      #expect(isWritten, "\(example): \(String(decoding: output, as: UTF8.self))")
    }
  }

  @Test("no command sends a terminal control characters other than line ends and tabs")
  func terminal() throws {
    let terminal = try PseudoTerminal()
    let script = Self.cases.indices.map { Self.script($0, "") }.joined()
    let folder = folder.path
    let product = BuiltProduct.path("setpoint")
    let products = product[..<(product.lastIndex(of: "/") ?? product.endIndex)]
    let process = try TerminalProcess(
      "/bin/sh",
      ["-c", "cd '\(folder)'\n\(Self.variables)\(script)echo '@\(Self.cases.count)@'"],
      environment: TerminalProcess.plainEnvironment.merging([
        "HOME": folder, "NO_COLOR": "1", "PATH": "\(products):/usr/bin:/bin",
      ]) { $1 }, on: terminal)
    #expect(terminal.receive("@\(Self.cases.count)@"))
    #expect(process.waitForEnd()?.end == .exited(0))
    let outputs = Self.outputs(terminal.takeOutput())
    try #require(outputs.count == Self.cases.count)
    for (output, example) in zip(outputs, Self.cases) {
      // The terminal itself makes CR LF of a line end.
      let lines = Array(String(decoding: output, as: UTF8.self).replacing("\r\n", with: "\n").utf8)
      #expect(lines.controls.isEmpty, "\(example): \(lines.controls)")
    }
  }

  @Test(
    "a file written to a pipe is byte for byte the file",
    arguments: [
      ("show \"$f\" --format csv", "setpoint show \"$f\" --format csv -o it"),
      ("export \"$f\" --to csv", "setpoint export \"$f\" --to csv -o it"),
      ("format - < \"$f\"", "cp \"$f\" it; setpoint format it"),
    ])
  func exactResults(command: String, other: String) throws {
    let result = try ShellCommand(
      """
      \(Self.variables)setpoint \(command) | cat >piped; \(other); cmp piped it
      grep -c "$(printf '\\302\\233')" it
      """, in: folder.path)
    #expect(Int(result.text.dropLast()) ?? 0 > 0, "\(result.text) \(result.errorText)")
  }
}

extension [UInt8] {
  /// The characters that act on a terminal or on the order of text, but for line ends and tabs.
  fileprivate var controls: [Unicode.Scalar] {
    String(decoding: self, as: UTF8.self).unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A, 0x09: false
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E,
        0x2066...0x2069:
        true
      default: false
      }
    }
  }
}
