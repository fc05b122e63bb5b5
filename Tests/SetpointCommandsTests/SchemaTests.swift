import Diagnostics
import JSONText
import ScheduleEditor
import ScheduleRules
import SetpointCommands
import TestSupport
import Testing
import TwoWayTable

@Suite struct SchemaTests {
  @Test("docs/schemas holds every schema", arguments: SchemaKind.allCases)
  func documentsAreTheSchemas(kind: SchemaKind) {
    let text = String(decoding: kind.text, as: UTF8.self)
    #expect(Golden.mismatch(text, "../docs/schemas/\(kind.rawValue).schema.json") == nil)
    #expect(text.contains("/docs/schemas/\(kind.rawValue).schema.json\""))
  }

  // MARK: Schedules

  @Test("the schema accepts every valid file", arguments: Fixture.all(in: "schedules/valid"))
  func validFilesAreAccepted(fixture: Fixture) throws {
    #expect(try Self.faults(in: fixture.input, .schedule) == [])
  }

  @Test(
    "what the schema rejects, the checker rejects", arguments: Fixture.all(in: "schedules/invalid"))
  func rejectedFilesAreErrors(fixture: Fixture) {
    guard let faults = try? Self.faults(in: fixture.input, .schedule) else { return }
    let found = DocumentCheck(bytes: fixture.input, file: "x").diagnostics
    #expect(faults.isEmpty || found.contains { $0.severity == .error }, "\(faults)")
    // Where the structure is wrong, both must say so.
    let structural = ["SP102", "SP103", "SP104", "SP105", "SP110", "SP201", "SP303"]
    if found.contains(where: { structural.contains($0.code ?? "") }) {
      #expect(!faults.isEmpty, "\(found.map(\.summary))")
    }
  }

  // MARK: The other files

  @Test(
    "what a reader takes, its schema takes",
    arguments: [
      (.project, "{}"),
      (.project, #"{"$schema": "x", "deadband": {"F": 5, "C": 2.5}, "gap": 30, "step": {"F": 8}}"#),
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
    ] as [(SchemaKind, String)]) func validFiles(kind: SchemaKind, text: String) throws
  {
    #expect(Self.problems(in: text, kind) == [])
    #expect(try Self.faults(in: Array(text.utf8), kind) == [])
  }

  @Test(
    "what a schema rejects, the reader rejects",
    arguments: [
      (.project, "[]"), (.project, #"{"gap": -1}"#), (.project, #"{"gap": 1.5}"#),
      (.project, #"{"deadband": 3}"#), (.project, #"{"deadband": {"K": 3}}"#),
      (.project, #"{"step": {"F": 101}}"#), (.project, #"{"level": "fatal"}"#),
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
    ] as [(SchemaKind, String)]) func invalidFiles(kind: SchemaKind, text: String) throws
  {
    #expect(try Self.faults(in: Array(text.utf8), kind) != [])
    #expect(Self.problems(in: text, kind) != [])
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
    #expect(try Self.faults(in: number, .schedule) != [])
  }

  // MARK: Results

  @Test(
    "what a command prints as JSON fits its schema",
    arguments: [
      (.show, "show a.json --format json"), (.show, "show a.json b.json --format json"),
      (.list, "list a.json b.json --format json"),
      (.now, "now a.json --at 'monday 3:00' --format json"),
      (.now, "now a.json --format json"), (.get, "get a.json all.wake.time 114 --format json"),
      (.get, "get a.json 114 --format json"), (.diff, "diff a.json b.json --format json"),
      (.diff, "diff a.json a.json --format json"),
      (.diff, "diff one two --format json"), (.get, "get a.json b.json 114 --format json"),
      (.rule, "rule --format json"),
      (.rule, "rule SP302 --format json"), (.formats, "formats --format json"),
      (.formats, "formats zigbee2mqtt --format json"), (.tag, "tag 114 all.all.heat --format json"),
      (.validate, "validate b.json broken.json --format json"),
      (.drift, "drift a.json radiotherm://h --format json"),
      (.drift, "drift b.json radiotherm://h --format json"),
      (.recover, "recover a.json --format json"), (.recover, "recover c.json --format json"),
    ] as [(SchemaKind, String)]) func results(kind: SchemaKind, command: String) throws
  {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      exec 3>&1 >/dev/null
      setpoint new a.json && cp a.json b.json
      setpoint set b.json tue.wake.heat=77 tue.wake.time=5:00
      printf '%s\\n' 'duplicate Two' 'rename Zwei' save quit | setpoint edit b.json --prompt
      sed -i 's/"unit"/"own": 1, "unit"/' b.json; sed -i 's/"wake": {/"wake": {"x": 1, /' b.json
      echo '{"a": ' >broken.json; cp a.json c.json
      mkdir one two; cp a.json one; cp a.json one/only.json; cp b.json two/a.json
      mkdir fake; export FAKE=$PWD/fake SETPOINT_LINK='\(Fixtures.path("cli/links/fake-link"))'
      setpoint export a.json --to radiotherm 2>/dev/null | sed 's/"/\\\\"/g' | tr -d '\n' >fake/program
      # An editor that is killed leaves its edits.
      mkfifo lines; setpoint edit c.json --prompt <lines &
      exec 4>lines; echo '=7:00' >&4
      until [ "$(cat .c.json.setpoint-journal 2>/dev/null | wc -l)" -gt 1 ]; do sleep 0.05; done
      kill -9 $!; exec 4>&-
      exec >&3
      setpoint \(command)
      """, in: folder.path)
    #expect(result.status <= 1, "\(result.errorText)")
    #expect(try Self.faults(in: result.output, kind) == [], "\(result.text)")
  }

  @Test(
    "every line that a stream answers fits its schema",
    arguments: [
      (.findings, "validate --ndjson all"), (.findings, "validate --ndjson --device evohome all"),
      (.findings, "validate --ndjson --envelope ids"),
      (.annotated, "validate --ndjson --annotate all"),
      (.annotated, "validate --ndjson --annotate --envelope ids"),
      (.fixes, "validate --ndjson --fix --unsafe all"),
      (.fixes, "validate --ndjson --fix --envelope ids"),
      (.formatted, "format --ndjson all"), (.formatted, "format --ndjson --check --envelope ids"),
      (.exports, "export --ndjson --to csv all"),
      (.exports, "export --ndjson --to evohome --envelope ids"),
      (.imports, "import --ndjson --from radiotherm --program heat --cool 78 heats"),
      (.imports, "import --ndjson --from csv --envelope texts"),
      (.differences, "diff --ndjson pairs"), (.differences, "diff --ndjson --envelope idpairs"),
      (.done, "validate --ndjson --ack --summary all | head -n -1"),
      (.done, "diff --ndjson --ack --envelope idpairs | grep done"),
    ] as [(SchemaKind, String)]) func streams(kind: SchemaKind, command: String) throws
  {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      exec 3>&1 >/dev/null
      setpoint new a.json && tr -d '\n' <a.json >one
      sed 's/"heat": 70/"heat": 79/; s/"unit"/"own": "\u{9B}", "unit"/' one >two
      for text in one two; do cat $text; echo; done >all; printf '%s\n' '{"a":' '' '[]' 3 >>all
      n=0; while IFS= read -r line; do n=$((n+1)); printf '{"id":%s,"document":%s}\n' $n "$line"; done \
        <all >ids; printf 'x\n' >>ids
      { printf '{"old":%s,"new":%s}\n' "$(cat one)" "$(cat two)"; echo '{"old":{},"new":3}'; } >pairs
      { sed 's/{/{"id":[1],/' pairs; echo '{}'; } >idpairs
      setpoint export a.json --to radiotherm --program heat >heats; echo '{}' >>heats
      printf '%s\n' '{"id":1,"text":"a,b"}' >texts
      setpoint export --ndjson --to csv one | sed 's/"line":1/"id":1/; s/,"schedule":"Home","output"/,"text"/
        s/,"changes":\\[\\]//' >>texts
      exec >&3
      setpoint \(command)
      """, in: folder.path)
    #expect(result.status <= 1, "\(result.errorText)")
    let lines = result.output.split(separator: 0x0A)
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(
        try Self.faults(in: Array(line), kind) == [], "\(String(decoding: line, as: UTF8.self))")
    }
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

  /// A devices file with one device.
  private static func devices(
    _ members: String = "", name: String = "a", link: String = "ha://h"
  ) -> String {
    #"{"devices": [{"name": "\#(name)", "link": "\#(link)", "file": "a.json"\#(members)}]}"#
  }

  /// What a reader says of a file.
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
