import TestSupport
import TestTraits
import Testing

/// A check uses at most 64 MiB of memory, whatever it is given.
///
/// Measured only where the tests are pointed at the optimized program (`make test-release`).
@Suite(
  .serialized, .waits, .enabled(if: BuiltProduct.isOptimized, "not the optimized program"))
struct MemoryTests {
  private let folder = TemporaryFolder()

  /// Runs `setpoint` by a shell; returns the status, and the most memory that it had.
  private func run(_ command: String) throws -> (status: Int, peak: Int) {
    let result = try ShellCommand(
      command.replacing("setpoint", with: "memory-probe peak setpoint") + " >found", in: folder.path
    )
    let peak = WholeFile.bytes(folder.path("peak")) ?? []
    return (result.status, try #require(Int(String(decoding: peak.dropLast(), as: UTF8.self))))
  }

  private static func list(_ piece: String, _ count: Int, between open: String, _ close: String)
    -> String
  {
    open + Array(repeating: piece, count: count).joined(separator: ",") + close
  }

  /// Texts at the limits or slightly above, made of the most expensive parts.
  private static let texts: [(String, @Sendable () -> String)] = [
    ("brackets", { String(repeating: "[", count: 4_000_000) }),
    ("nested objects", { String(repeating: "{\"a\":", count: 800_000) }),
    ("numbers", { list("0", 2_000_000, between: "[", "]") }),
    ("numbers within the limit", { list("0.5", 79_000, between: "{\"a\":[", "]}") }),
    ("one string", { "{\"format\":\"\(String(repeating: "x", count: 4_190_000))\"}" }),
    ("one name", { "{\"\(String(repeating: "x", count: 4_190_000))\":0}" }),
    ("line ends", { "{" + String(repeating: "\n", count: 4_190_000) + "}" }),
    (
      "objects in objects",
      {
        let nested =
          String(repeating: "{\"a\":", count: 60) + "0" + String(repeating: "}", count: 60)
        return list(nested, 1300, between: "{\"a\":[", "]}")
      }
    ),
    (
      "members",
      { "{" + (0..<79_000).map { "\"\(10_000_000 + $0)\":0" }.joined(separator: ",") + "}" }
    ),
    ("repeated members", { "{" + list("\"a\":0", 79_000, between: "", "}") }),
    (
      "schedules with a cell each",
      {
        list(
          "{\"days\":{\"monday\":{\"wake\":{\"time\":\"06:00\"}}}}", 15_900,
          between: "{\"format\":\"setpoint-schedule\",\"version\":1,\"unit\":\"F\",\"schedules\":[",
          "]}")
      }
    ),
  ]

  @Test("checking any text needs at most 64 MiB", arguments: texts)
  func textsAreBounded(name: String, text: @Sendable () -> String) throws {
    WholeFile.write(Array(text().utf8), folder.path("a.json"))
    let (status, peak) = try run("setpoint validate a.json")
    #expect(status == 1 && WholeFile.bytes(folder.path("found"))?.isEmpty == false)
    #expect(peak < 64 << 20, "\(peak >> 20) MiB")
  }

  /// Files of many small pieces that a reader of tables or models might store.
  private static let imports: [(String, @Sendable () -> String)] = {
    let most = 4_190_000
    func filled(_ start: String, _ piece: @escaping @Sendable (Int) -> String, _ end: String = "")
      -> @Sendable () -> String
    {
      {
        var text = start
        var number = 0
        while text.utf8.count < most - 200 {
          text += piece(number)
          number += 1
        }
        return text + end
      }
    }
    let heading = "schedule,day,period,time,heat,cool,unit\n"
    return [
      ("commas csv", filled("", { _ in "," })),
      ("commas below a heading csv", filled(heading, { _ in "," })),
      ("columns csv", filled("day,time,heat", { ",\($0)" }, "\n")),
      ("rows csv", filled(heading, { _ in "A,monday,wake,6:00,70,78,F\n" })),
      (
        "rows without periods csv",
        filled("day,time,heat,unit\n", { "monday,6:\(10 + $0 % 50),7,F\n" })
      ),
      ("schedules csv", filled(heading, { "\($0),monday,wake,6:00,70,78,F\n" })),
      ("commas energyplus", filled("", { _ in "," }, ";")),
      ("fields energyplus", filled("Schedule:File", { _ in "," }, ";")),
      ("schedules energyplus", filled("", { _ in "Schedule:A;" })),
      ("thermostats energyplus", filled("", { "ZoneControl:Thermostat,A\($0),B,C,D,E;" })),
      (
        "blocks energyplus",
        filled("Schedule:Compact,A,T,Through: 12/31,For: AllDays", { _ in ",Until: 24:00,2" }, ";")
      ),
    ]
  }()

  @Test("importing any file needs at most 64 MiB", arguments: imports)
  func importsAreBounded(name: String, text: @Sendable () -> String) throws {
    WholeFile.write(Array(text().utf8), folder.path("a"))
    let format = name.split(separator: " ").last ?? ""
    let (status, peak) = try run("setpoint import a --from \(format) --program heat -o -")
    #expect(status == 65)
    #expect(peak < 64 << 20, "\(peak >> 20) MiB")
  }

  @Test("so does checking many files of a folder or a stream")
  func corporaAreBounded() throws {
    for (index, (_, text)) in Self.texts.enumerated() {
      let bytes = Array(text().utf8)
      WholeFile.write(bytes, folder.path("\(index).json"))
      WholeFile.write(bytes.filter { $0 != 0x0A } + [0x0A], folder.path("\(index).line"))
    }
    for command in ["setpoint validate .", "cat *.line | setpoint validate --ndjson"] {
      let (status, peak) = try run(command)
      #expect(status == 1, "\(command)")
      #expect(peak < 64 << 20, "\(command): \(peak >> 20) MiB")
    }
  }

  @Test(
    "so does checking many files with a thousand findings each",
    arguments: ["text", "jsonl", "sarif"])
  func findingsAreBounded(format: String) throws {
    let rows = (0..<1_000).map { _ in "{}" }.joined(separator: ",")
    let text =
      #"{"format": "setpoint-schedule", "version": 1, "unit": "F", "schedules": [\#(rows)]}"#
    for number in 0..<Rounds.of(60) {
      WholeFile.write(Array(text.utf8), folder.path("\(number).json"))
    }
    let (status, peak) = try run("setpoint validate --format \(format) .")
    #expect(status == 1)
    #expect(peak < 64 << 20, "\(peak >> 20) MiB")
  }

  @Test("a line of 3.75 MiB in small pieces needs no more memory than in one piece")
  func piecesAreBounded() throws {
    WholeFile.write(
      Array(("{\"a\": [" + String(repeating: " ", count: 3_932_000) + "]}\n").utf8),
      folder.path("line"))
    let (_, whole) = try run("setpoint validate --ndjson line")
    let (status, pieces) = try run("dd if=line bs=512 2>/dev/null | setpoint validate --ndjson -")
    #expect(status == 1)
    #expect(pieces < whole + 4 << 20, "\(pieces >> 20) and \(whole >> 20) MiB")
  }

  /// Lines that are refused, each for a reason of its own.
  private static let refusedLines = [
    "{\"a\" 1}", "{\"a\":1,}", "{\"a\":\"\\ud800\"}", "[1]", "{\"a\":1,\"a\":2}",
    "{\"k0\":1,\"k1\":1,\"k2\":1,\"k3\":1,\"k4\":1,\"k5\":1,\"k6\":1,\"k0\":2}",
  ]

  @Test(
    "a stream of refused lines needs at most 32 MiB, however long",
    arguments: refusedLines)
  func refusedLinesAreBounded(line: String) throws {
    WholeFile.write(
      Array(String(repeating: line + "\n", count: 100_000).utf8), folder.path("lines"))
    for command in ["validate --ndjson", "export --ndjson --to csv"] {
      let (status, peak) = try run("setpoint \(command) lines")
      #expect(status == 1)
      #expect(peak < 32 << 20, "\(command): \(peak >> 20) MiB")
    }
  }
}
