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
      "setpoint set home.json \(cell.path)=\(cell.field == .cool ? "+2" : "+5") 2>>errors &"
    }
    let script = """
      setpoint new home.json; cp home.json before.json
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

  @Test("a file with two hard links needs --in-place or --break-links") func linkedFile() throws {
    let script = """
      setpoint new a.json; ln a.json b.json
      setpoint set a.json 104=64; echo $?
      setpoint set a.json 104=64 --in-place; setpoint get b.json 104
      setpoint set a.json 104=65 --break-links; setpoint get a.json 104; setpoint get b.json 104
      """
    let result = try ShellCommand(script, in: folder.path)
    #expect(result.text == "73\n64\n65\n64\n")
    #expect(
      result.errorText.hasPrefix(
        """
        setpoint: a.json: not written: the file has 2 hard links, and replacing it would \
        change only one; --in-place writes to all of them, --break-links replaces this one

        """))
  }
}
