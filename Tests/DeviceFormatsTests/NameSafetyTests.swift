import DeviceFormats
import Diagnostics
import JSONText
import ScheduleModel
import Testing

/// Names are data: they cannot leave their place in a text.
@Suite struct NameSafetyTests {
  private static let names = [
    "=HYPERLINK(\"http://x\")", "a,b;c!d", "\"quoted\" and 'single'", "line\nschedule: evil",
    "back\\slash", "# comment", "{{ states('x') }}", "yes", "007", "", "Küche ☃", "@SUM(A1)",
    "x\u{1B}[31m", "a\u{2028}b", "END:VEVENT", "- item: 1", "07:30", "'2026-11-24", "'tick",
    "<script>", "\u{202E}rtl",
  ]

  private func text(_ format: String, _ name: String) throws -> String {
    var options = ExportOptions()
    options.target = format == "home-assistant" ? "climate.hall" : nil
    return try #require(DeviceFormats.device(named: format)?.format)
      .export(.standard(.celsius), name: name, options: options).text
  }

  /// YAML's printable characters end at U+FFFD in the first plane (YAML 1.2.2, 5.1).
  @Test("what YAML cannot print is escaped", arguments: ["\u{FFFE}", "\u{FFFF}"])
  func yamlCannotPrint(character: String)
    throws
  {
    let text = try text("home-assistant", "a\(character)b")
    #expect(!text.unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF })
  }

  @Test("every text keeps its shape", arguments: names) func everyTextKeeps(name: String) throws {
    for format in ["home-assistant", "energyplus", "csv", "icalendar"] {
      let plain = try text(format, "Home")
      let own = try text(format, name)
      let ends = { (text: String) in text.unicodeScalars.count { $0 == "\n" } }
      if format != "icalendar" && !(format == "csv" && name.contains("\n")) {
        #expect(ends(own) == ends(plain), "\(format)")
      }
      let controls = own.unicodeScalars.filter { $0.isControl && $0 != "\n" && $0 != "\r" }
      if format != "csv" { #expect(controls.isEmpty, "\(format)") }
    }
  }

  @Test("names come back if the format stores them", arguments: names) func namesComeBack(
    name: String
  ) throws {
    for format in ["csv", "home-assistant"] where !(format == "home-assistant" && name.isEmpty) {
      let reader = try #require(DeviceFormats.device(named: format)?.format)
      let read = try reader.read(
        [DeviceInput(try text(format, name))], options: ImportOptions())
      #expect(read.name == name, "\(format)")
      #expect(read.schedule == .standard(.celsius))
    }
  }

  @Test("YAML strings are JSON strings too", arguments: names) func quotesYAMLAsJSON(name: String)
    throws
  {
    // A double-quoted YAML scalar with the escapes of JSON means the same to either reader.
    let yaml = try text("home-assistant", name)
    let line = try #require(yaml.split(separator: "\n").first { $0.hasPrefix("    name: ") })
    let tree = try JSONTree(parsing: Array("[\(line.dropFirst(10))]".utf8))
    #expect(tree.root[0]?.string == (name.isEmpty ? "Thermostat" : name))
  }

  @Test("EnergyPlus names have no separators") func writesNoSeparators() throws {
    for name in Self.names {
      let idf = try text("energyplus", name)
      let fields = idf.split(separator: "\n").filter { !$0.hasPrefix("!") }.map { line in
        line.split(separator: "!")[0]
      }
      #expect(fields.joined().utf8.count { $0 == UInt8(ascii: ";") } == 4, "\(name)")
      let reader = try #require(DeviceFormats.device(named: "energyplus")?.format)
      let read = try reader.read([DeviceInput(idf)], options: ImportOptions())
      #expect(read.schedule == .standard(.celsius))
    }
  }

  @Test("names are not formulas in spreadsheets") func writesNoFormulas() throws {
    for name in Self.names {
      let line = try text("csv", name).split(separator: "\n")[1]
      let first = line.drop { $0 == "\"" }.unicodeScalars.first
      #expect(first.map { !"=+-@\t\r".unicodeScalars.contains($0) } ?? true, "\(name)")
    }
  }

  @Test("long calendar lines are folded between characters") func foldsLongCalendarLines() throws {
    let name = String(repeating: "☃", count: 200)
    let bytes = Array(try text("icalendar", name).utf8)
    for line in bytes.split(separator: 0x0A) {
      #expect(line.count <= 76)
      #expect(String(validating: Array(line), as: UTF8.self) != nil)
    }
  }
}
