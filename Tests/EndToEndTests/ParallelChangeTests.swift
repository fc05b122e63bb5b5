import ScheduleModel
import TestSupport
import TestTraits
import Testing

/// Programs that change one file at the same time.
@Suite(.waits) struct ParallelChangeTests {
  private let folder = TemporaryFolder()

  @Test("fifty parallel sets lose no update") func parallelSets() throws {
    // Each another cell: the cool setpoints and the first heat ones, all raised.
    let cells =
      CellAddress.all.filter { $0.field == .cool }
      + CellAddress.all.filter {
        $0.field == .time
      }
    let chosen = Array(cells.prefix(50))
    let sets = chosen.map { cell in
      "again setpoint set home.json \(cell.path)=\(cell.field == .cool ? "+2" : "+5") &"
    }
    let script = """
      setpoint new home.json; cp home.json before.json
      # On a busy machine some wait for the lock longer than a set does (73), and are given again.
      again() {
        n=0; until "$@" 2>said.$4; [ $? -ne 73 ] || [ $n -ge 100 ]; do n=$((n + 1)); done
        cat said.$4 >>errors; rm said.$4
      }
      \(sets.joined(separator: "\n"))
      wait
      setpoint diff --each before.json home.json
      """
    let result = try ShellCommand(script, in: folder.path)
    #expect(result.text.split(separator: "\n").count == 50, "\(result.text)")
    let errors = String(decoding: WholeFile.bytes(folder.path("errors")) ?? [], as: UTF8.self)
    #expect(errors.split(separator: "\n").count == 50, "\(errors)")
    #expect(folder.names == ["before.json", "errors", "home.json"])
  }

  @Test("every command that changes a file waits for its turn") func parallelCommands() throws {
    let script = """
      setpoint new home.json --unit C
      for i in 1 2 3 4 5 6 7 8; do
        setpoint set home.json saturday.sleep.cool=+1 2>/dev/null &
        setpoint copy home.json tuesday --to sunday 2>/dev/null &
        setpoint format home.json &
        setpoint validate --fix home.json >/dev/null 2>&1 &
      done
      wait
      setpoint get home.json saturday.sleep.cool; setpoint validate home.json
      """
    let result = try ShellCommand(script, in: folder.path)
    #expect(result.text == "36\n", "\(result.text) \(result.errorText)")
    #expect(folder.names == ["home.json"])
  }

  /// Commands that change home.json, and what comes before.
  static let changes = [
    (":", "set home.json 104=64"),
    ("setpoint set home.json mon.wake.heat=66", "copy home.json mon --to tue"),
    (":", "copy home.json --as Other"),
    (":", "calendar home.json --add 'Home 05-01..09-30'"),
    ("sed -i 's/70/ 70/' home.json", "format home.json"),
    (
      "setpoint export home.json --to csv | sed 's/,70,/,66,/' >week.csv",
      "import week.csv --into home.json"
    ),
    (
      "cp home.json base.json; cp home.json theirs.json; setpoint set theirs.json 104=64",
      "merge base.json home.json theirs.json"
    ),
    ("sed -i 's/70/\"70\"/' home.json", "validate --fix home.json"),
    ("setpoint set home.json 104=64", "undo home.json"),
    ("setpoint set home.json 104=64", "pull radiotherm://h --into home.json"),
    ("echo 104=64 | setpoint edit --prompt home.json", "recover home.json --apply"),
  ]

  @Test("a file with two hard links needs --in-place or --break-links", arguments: changes)
  func linkedFile(before: String, command: String) throws {
    let result = try FakeDevice().run(
      """
      for option in '' --in-place --break-links; do
        mkdir "d$option"; cp home.json "d$option"; cd "d$option"; { \(before); } >said 2>&1
        ln home.json b.json; cp home.json before.json; setpoint \(command) $option >said 2>&1; status=$?
        for file in home.json b.json; do cmp -s $file before.json || printf "$file changed "; done
        echo $status $([ home.json -ef b.json ] && echo linked)
        [ $status = 73 ] && grep -c 'home.json: .* 2 hard links.*--in-place .*--break-links ' said
        cd ..
      done; cat d*/said >&2
      """)
    #expect(
      result.text == """
        73 linked
        1
        home.json changed b.json changed 0 linked
        home.json changed 0

        """, "\(result.errorText)")
  }
}
