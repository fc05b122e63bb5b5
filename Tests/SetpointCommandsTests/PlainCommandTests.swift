import SetpointCommands
import TestSupport
import Testing

/// The plain reading of a command line is the parser's, or there is none.
@Suite struct PlainCommandTests {
  /// Words that may stand in a command line, those that mean something more often than others.
  private static let words: [String: [String]] = [
    "edit": ["a.json", "dir/b.json", "c", "d.json", "e.json", "--prompt"],
    "get": [
      "a.json", "114", "monday.wake.heat", "--format", "json", "text", "--schedule", "Home", "-",
    ],
    "set": [
      "a.json", "114=70", "all.wake.heat=+1", "--dry-run", "-n", "--each", "--schedule", "b.json",
    ],
    "show": [
      "a.json", "--format", "text", "svg", "html", "--timeline", "--no-timeline", "--schedule",
      "-o",
    ],
    "validate": [
      "a.json", "dir", "--strict", "--format", "json", "jsonl", "--ndjson", "--envelope", "--ack",
      "--summary", "--device", "evohome", "--exit-zero", "--isolated", "--annotate", "--fix", "-",
    ],
    "export": [
      "a.json", "--to", "csv", "-o", "out", "--output", "--force", "--program", "heat", "both",
      "--round", "--drop-cool", "--each", "--ndjson", "--ack", "--envelope", "--schedule", "-",
    ],
    "list": ["a.json", "dir", "--format", "json", "text", "-"],
    "now": [
      "a.json", "--at", "17:30", "tuesday 17:30", "--format", "json", "text", "--timeline",
      "--no-timeline", "--schedule", "Home", "--clock", "12", "-",
    ],
    // Two names in most lines, or none would be read.
    "diff": [
      "a.json", "b.json", "c.json", "d.json", "dir", "x/", "y/", "z/", "-", "--format", "json",
      "--each", "--textconv", "--ndjson", "--envelope", "--ack",
    ],
    "format": [
      "a.json", "dir", "--check", "--ndjson", "--envelope", "--ack", "--in-place", "--exit-zero",
      "-",
    ],
  ]
  private static let others = [
    "--", "", "-x", "--help", "-h", "--version", "--format=json", "--color", "never", "--jobs", "2",
    "--no", "—", "a b", "--schedule=x", "-ofile", "é", "--strict=1", "\n", "--to", "--round", "-1",
  ]

  private static func line(_ command: String, _ generator: inout SeededGenerator) -> [String] {
    let own = words[command] ?? []
    let isExport = command == "export" && Bool.random(using: &generator)
    return [command] + (isExport ? ["--to", "csv"] : [])
      + (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        Int.random(in: 0..<12, using: &generator) == 0
          ? others.randomElement(using: &generator) ?? ""
          : own.randomElement(using: &generator) ?? ""
      }
  }

  @Test(
    "whatever is read without the parser, the parser reads as the same",
    arguments: PlainCommands.names)
  func agreement(command: String) {
    var read = 0
    for seed in UInt64(1)...UInt64(Rounds.of(4000, debug: 250)) {
      var generator = SeededGenerator(seed: seed)
      let line = Self.line(command, &generator)
      guard let plain = PlainCommands.reading(of: line) else { continue }
      read += 1
      #expect(PlainCommands.parsing(of: line) == plain, "\(line)")
    }
    #expect(read > 20)
  }

  @Test(
    "the lines that people type most are read without the parser",
    arguments: [
      "get home.json 114", "get home.json monday.wake.heat --format json",
      "set home.json 114=70", "set all.wake.heat=+1 a.json b.json --dry-run", "show",
      "show home.json",
      "show home.json --format svg", "validate", "validate home.json",
      "validate --strict schedules/",
      "validate --ndjson --envelope --ack -", "export home.json --to csv",
      "export home.json --to radiotherm --program heat -o out.json --force",
      "export --ndjson --to csv -", "list", "list schedules/ --format json", "now home.json",
      "now --at 17:30 --no-timeline", "diff a.json b.json", "diff --each a.json b.json",
      "diff --textconv a.json", "diff --ndjson --envelope pairs.ndjson", "format --check dir/",
      "format a.json b.json",
    ])
  func common(line: String) {
    #expect(PlainCommands.reading(of: line.split(separator: " ").map(String.init)) != nil)
  }
}
