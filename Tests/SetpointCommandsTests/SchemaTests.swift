import Diagnostics
import JSONText
import Links
import ScheduleEditor
import ScheduleRules
import TestSupport
import Testing
import TwoWayTable

@testable import SetpointCommands

@Suite struct SchemaTests {
  @Test("a schema names its address in the project", arguments: SchemaKind.allCases)
  func addresses(kind: SchemaKind) throws {
    let id = try JSONTree(parsing: kind.text).root["$id"]?.string
    #expect(id == "\(Project.home)/docs/schemas/\(kind.rawValue).schema.json")
  }

  // MARK: Schedules

  @Test("the schema accepts every valid file", arguments: Fixture.all(in: "schedules/valid"))
  func validFilesAreAccepted(fixture: Fixture) throws {
    #expect(try Self.faults(in: fixture.input, .schedule) == [])
  }

  @Test(
    "the checker rejects everything that the schema rejects",
    arguments: Fixture.all(in: "schedules/invalid"))
  func rejectedFilesAreErrors(fixture: Fixture) {
    let found = DocumentCheck(bytes: fixture.input, file: "x").diagnostics
    guard let faults = try? Self.faults(in: fixture.input, .schedule) else {
      // The schema judges everything that is JSON.
      #expect(found.map(\.code) == ["SP101"], "\(found.map(\.summary))")
      return
    }
    #expect(faults.isEmpty || found.contains { $0.severity == .error }, "\(faults)")
    // Both must report a wrong structure.
    let structural = ["SP102", "SP103", "SP104", "SP105", "SP110", "SP201", "SP303"]
    if found.contains(where: { structural.contains($0.code ?? "") }) {
      #expect(!faults.isEmpty, "\(found.map(\.summary))")
    }
  }

  // MARK: The other files

  @Test(
    "the schema accepts everything that the reader accepts",
    arguments: [
      (.project, "{}"),
      (.project, #"{"$schema": "x", "deadband": {"F": 5, "C": 2.5}, "gap": 30}"#),
      (.project, #"{"level": "info", "rules": {"SP106": "off", "SP404": "error"}}"#),
      (.project, #"{"select": ["SP2", "SP", "SP301"], "ignore": ["SP5"]}"#),
      (
        .devices,
        #"{"$schema": "x", "devices": [{"name": "a", "link": "ha://h/schedule.x", "file": "a.json"}]}"#
      ),
      (.devices, devices(#", "schedule": "Winter""#)),
      (.settings, "{}"),
      (
        .settings,
        #"{"$schema": "x", "theme": "dark", "clock": 12, "view": "auto", "mouse": true, "layout": "a"}"#
      ),
      (.settings, #"{"clock": "24", "keys": {"F5": "copy monday weekdays", "q": null}}"#),
      (.theme, #"{"$schema": "x", "name": "dusk"}"#),
      (
        .theme,
        ##"{"name": "d", "base": "light", "roles": {"warm": "#ff8700", "cool": {"bold": true}}}"##
      ),
      (.theme, #"{"name": "d", "roles": {"warm": 208, "cool": {"foreground": "bright-blue"}}}"#),
      (.layout, layout()),
      (.layout, layout(#""$schema": "x", "title": "T", "arrangement": "list","#)),
      (.layout, layout(#""settings": {"clock": 12},"#)),
      (
        .layout,
        layout(
          #""forms": {"row": {"title": "R", "firstFocus": null, "fields": [{"key": "heat"}]}},"#)
      ),
      (
        .layout,
        layout(
          #""newRows": false, "forms": {"row": {"delete": false, "rules": [{"anyOf": ["heat"]}], "sections": [{"title": "S", "fields": [{"key": "heat", "clears": false, "opens": false}]}]}},"#
        )
      ),
      (.layout, layout(heat: #", "editor": {"kind": "choice", "choices": ["60", "70"]}"#)),
      (.layout, layout(heat: #", "editor": "number", "role": "warm", "alignment": "decimal""#)),
      (.layout, layout(heat: editor(#""number", "min": 50, "max": 75.5, "step": 0.5"#))),
      (.layout, layout(heat: editor(#""number", "min": 50, "exact": true"#))),
      (.layout, layout(heat: editor(#""choice", "choices": ["68", "70"]"#))),
      (.layout, layout(heat: editor(#""time", "step": 10"#)).replacing("heat", with: "time")),
    ] as [(SchemaKind, String)]) func validFiles(kind: SchemaKind, text: String) throws
  {
    #expect(Self.problems(in: text, kind) == [])
    #expect(try Self.faults(in: Array(text.utf8), kind) == [])
  }

  @Test(
    "the reader rejects everything that the schema rejects",
    arguments: [
      (.project, "[]"), (.project, #"{"gap": -1}"#), (.project, #"{"gap": 1.5}"#),
      (.project, #"{"deadband": 3}"#), (.project, #"{"deadband": {"K": 3}}"#),
      (.project, #"{"deadband": {"F": 101}}"#), (.project, #"{"level": "fatal"}"#),
      (.project, #"{"rules": {"SP101": "off"}}"#), (.project, #"{"rules": {"SP999": "off"}}"#),
      (.project, #"{"rules": {"SP106": true}}"#), (.project, #"{"select": "SP2"}"#),
      (.project, #"{"ignore": ["X"]}"#), (.project, #"{"$schema": 1}"#), (.project, #"{"lvl": 1}"#),
      (.devices, "{}"), (.devices, #"{"devices": []}"#), (.devices, #"{"devices": [{}]}"#),
      (.devices, devices(#", "schedule": 1"#)), (.devices, devices(#", "token": "x""#)),
      (.devices, devices(name: "")), (.devices, devices(name: #"a\u001B"#)),
      (.devices, devices(link: "h")), (.devices, devices(link: "ha://me:pw@h")),
      (.devices, #"{"devices": [{"name": "a", "link": "ha://h"}]}"#),
      (.settings, #"{"clock": 13}"#), (.settings, #"{"view": "month"}"#),
      (.settings, #"{"mouse": "yes"}"#), (.settings, #"{"keys": {"F5": 1}}"#),
      (.settings, #"{"theme": 1}"#), (.settings, #"{"colour": "dark"}"#),
      (.theme, "{}"), (.theme, #"{"name": ""}"#), (.theme, #"{"name": "d", "base": "dusk"}"#),
      (.theme, #"{"name": "d", "roles": {"hot": "red"}}"#),
      (.theme, #"{"name": "d", "roles": {"warm": "pink"}}"#),
      (.theme, #"{"name": "d", "roles": {"warm": 256}}"#),
      (.theme, #"{"name": "d", "roles": {"warm": {"bold": 1}}}"#),
      (.layout, "{}"), (.layout, layout(#""arrangement": "down","#)),
      (.layout, layout(#""settings": {"clock": 13},"#)),
      (.layout, layout(#""settings": {"x": 1},"#)),
      (.layout, layout(#""forms": {"cell": {"fields": [{"key": "heat"}]}},"#)),
      (.layout, layout(#""forms": {"row": {"fields": [{"key": "warmth"}]}},"#)),
      (.layout, layout(heat: #", "width": 61"#)), (.layout, layout(heat: #", "role": "hot""#)),
      (.layout, layout(heat: #", "editor": "choice""#)), (.layout, layout(section: "moonday")),
      (.layout, layout(row: "brunch")), (.layout, layout(#""newRows": true,"#)),
      (.layout, layout(heat: #", "roles": {"70": "warm"}"#)),
      (.layout, layout(#""forms": {"row": {"delete": "x", "fields": [{"key": "heat"}]}},"#)),
      (.layout, layout(#""forms": {"row": {"question": "x", "fields": [{"key": "heat"}]}},"#)),
      (.layout, layout(#""forms": {"row": {"fields": [{"key": "heat", "opens": true}]}},"#)),
      (.layout, layout(#""forms": {"row": {}},"#)),
      (.layout, layout(#""forms": {"row": {"firstFocus": -1, "fields": [{"key": "heat"}]}},"#)),
      (.layout, layout(heat: editor(#""number", "min": "x""#))),
      (.layout, layout(heat: editor(#""number", "step": 0"#))),
      (.layout, layout(heat: editor(#""number", "choices": ["68"]"#))),
      (.layout, layout(heat: editor(#""temperature", "min": 50"#))),
      (.layout, layout(heat: editor(#""choice""#))),
      (.layout, layout(heat: editor(#""choice", "choices": []"#))),
      (.layout, layout(heat: editor(#""choice", "choices": ["68", "68"]"#))),
      (.layout, layout(heat: editor(#""time", "step": 721"#))),
    ] as [(SchemaKind, String)]) func invalidFiles(kind: SchemaKind, text: String) throws
  {
    #expect(try Self.faults(in: Array(text.utf8), kind) != [])
    #expect(Self.problems(in: text, kind) != [])
  }

  @Test("the schema of projects has all rules that a project can change")
  func rulesOfProjects() throws {
    for rule in RuleTable.all.rules {
      let text = "{\"rules\": {\"\(rule.code)\": \"off\"}}"
      let isAccepted = try Self.faults(in: Array(text.utf8), .project).isEmpty
      #expect(isAccepted == (RuleTable.refusalToChange(rule) == nil), "\(rule.code)")
    }
  }

  @Test("the schema of projects selects and ignores as the reader does")
  func prefixesOfRules() throws {
    let digits = ["1", "2", "3", "4", "5", "6", "7"]
    let prefixes =
      ["", "S", "SP", "X", "sp1", "SP1010", "SP999"] + digits.map { "SP\($0)" }
      + digits.flatMap { group in (0...3).map { "SP\(group)\($0)" } }
      + RuleTable.all.rules.map(\.code)
    for member in ["select", "ignore"] {
      for prefix in prefixes {
        let text = "{\"\(member)\": [\"\(prefix)\"]}"
        let isAccepted = try Self.faults(in: Array(text.utf8), .project).isEmpty
        #expect(isAccepted == Self.problems(in: text, .project).isEmpty, "\(text)")
      }
    }
  }

  @Test(
    "the schema of settings knows the names of keys as the reader does",
    arguments: [
      "F5", "F0", "F12", "F13", "Shift-F1", "Shift-Tab", "Shift-x", "^T", "^t", "^M", "^]", "^^",
      "^", "^1", "Alt-x", "Alt-", "Alt-xy", "Space", "space", "x", "é", "😀", "xy", "z x", " z  x ",
      "z Up F1", "Ctrl-A", "PgUp", "PageUp", "", " ", "z xy", "Shift-Space",
    ]) func namesOfKeys(name: String) throws
  {
    let text = "{\"keys\": {\"\(name)\": null}}"
    let isAccepted = try Self.faults(in: Array(text.utf8), .settings).isEmpty
    #expect(isAccepted == Self.problems(in: text, .settings).isEmpty)
  }

  @Test(
    "schemas and readers refuse the same control characters in names",
    arguments: [
      0x20, 0x7E, 0x7F, 0x9F, 0xA0, 0x61B, 0x61C, 0x200D, 0x200E, 0x200F, 0x2010, 0x2027, 0x2028,
      0x202E, 0x202F, 0x2065, 0x2066, 0x2069, 0x206A,
    ]) func charactersInNames(value: UInt32) throws
  {
    let name = "a\(try #require(Unicode.Scalar(value)))b"
    let texts = [
      (SchemaKind.theme, "{\"name\": \"\(name)\"}"), (.devices, Self.devices(name: name)),
    ]
    for (kind, text) in texts {
      let isAccepted = try Self.faults(in: Array(text.utf8), kind).isEmpty
      #expect(isAccepted == Self.problems(in: text, kind).isEmpty, "\(kind)")
    }
    let valid = String(decoding: Fixture.all(in: "schedules/valid")[0].input, as: UTF8.self)
    let place = try #require(valid.firstMatch(of: /"name": *"/)).range.upperBound
    let schedule = Array((valid[..<place] + name + valid[place...]).utf8)
    let isFine = DocumentCheck(bytes: schedule, file: "x").diagnostics.isEmpty
    #expect(try Self.faults(in: schedule, .schedule).isEmpty == isFine)
  }

  @Test("every layout of the fixtures fits its schema")
  func layoutFixtures() throws {
    for name in ["choices", "cool-first", "form-in-sections", "twelve-hour-list", "weekdays"] {
      let bytes = try #require(Fixtures.bytes("layouts/\(name)/layout.json"))
      #expect(try Self.faults(in: bytes, .layout) == [], "\(name)")
    }
  }

  @Test("a schedule file may name its schema, and keeps it")
  func schemaOfASchedule() throws {
    let text = String(decoding: Fixture.all(in: "schedules/valid")[0].input, as: UTF8.self)
    let named = Array(text.replacing("{", with: #"{"$schema": "x","#, maxReplacements: 1).utf8)
    #expect(DocumentCheck(bytes: named, file: "x").diagnostics.map(\.summary) == [])
    #expect(try Self.faults(in: named, .schedule) == [])
    let number = Array(text.replacing("{", with: #"{"$schema": 1,"#, maxReplacements: 1).utf8)
    #expect(DocumentCheck(bytes: number, file: "x").diagnostics.map(\.code) == ["SP106"])
    // An unknown member, as any other name is.
    #expect(try Self.faults(in: number, .schedule) == [])
  }

  // MARK: Readers and schemas

  /// A layout with one section, one row and one column.
  private static func layout(
    _ members: String = "", section: String = "monday", row: String = "wake", heat: String = ""
  ) -> String {
    """
    {\(members) "sections": [{"keys": ["\(section)"], "title": "Day"}],
     "rows": [{"keys": ["\(row)"], "title": "Wake"}],
     "fields": [{"key": "heat", "title": "heat", "width": 4\(heat)}]}
    """
  }

  /// The member of a column whose editor has a kind and perhaps arguments.
  private static func editor(_ members: String) -> String { #", "editor": {"kind": \#(members)}"# }

  /// A devices file with one device.
  private static func devices(
    _ members: String = "", name: String = "a", link: String = "ha://h"
  ) -> String {
    #"{"devices": [{"name": "\#(name)", "link": "\#(link)", "file": "a.json"\#(members)}]}"#
  }

  /// The messages of a reader about a file.
  private static func problems(in text: String, _ kind: SchemaKind) -> [String] {
    let bytes = Array(text.utf8)
    do throws(FileProblems) {
      switch kind {
      case .settings: _ = try EditorSettings(reading: bytes, file: "x")
      case .theme: _ = try Theme(reading: bytes, file: "x")
      case .layout: _ = try WeekLayout(reading: bytes, file: "x")
      case .devices: return DeviceList(reading: bytes, at: "x").problems.map(\.summary)
      default:
        let options = ProjectOptions(bytes: bytes, file: "x", rules: RuleTable.all)
        return options.diagnostics.map(\.summary)
      }
      return []
    } catch {
      return ["\(error)"]
    }
  }

  private static func faults(in bytes: [UInt8], _ kind: SchemaKind) throws -> [String] {
    let schema = try JSONTree(parsing: kind.text)
    let tree = try JSONTree(parsing: bytes)
    return SchemaCheck(root: schema.root).faults(of: tree.root, schema.root, at: "")
  }
}
