import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleModel
import ScheduleRules

/// `setpoint set`: writes cells.
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change cells, all of them or none.",
    discussion: """
      Values are written as in the editor: 6:30, 18:30, 630p, +15, -1h; 68, 68.5, +1, -0.5, 20c. \
      Nothing is changed when one assignment is bad, or when the result would break a rule that \
      the schedule kept before (heat above cool, times out of order).

      Example:
        setpoint set home.json tuesday.leave.heat=64 weekend.wake.time=7:30
      """)

  @Argument(
    help: "The schedule file; - reads standard input and writes standard output.",
    completion: .file())
  var file: String

  @Argument(
    help: "Assignments, each a tag or path, an equals sign and a value.", completion: .assignments)
  var assignments: [String]

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var writing: WritingOptions

  @OptionGroup var color: ColorOption

  func validate() throws { try writing.refuse(where: file == "-", "- is standard output") }

  func run() throws {
    let difference = try DocumentFile.change(file, writing) { file in
      let index = try file.scheduleIndex(schedule)
      let old = file.document.contents.schedules[index].week
      var week = old
      for assignment in assignments { try carryOut(assignment, on: &week) }
      try refuseNewProblems(from: old, to: week)
      file.document.contents.schedules[index].week = week
      return ScheduleDiff(from: old, to: week)
    }
    for change in difference.changes { Console.say("\(change)") }
  }

  private func carryOut(_ assignment: String, on week: inout Week) throws(Failure) {
    guard let equals = assignment.firstIndex(of: "=") else {
      throw failure(assignment, "expected ADDRESS=VALUE")
    }
    let value = String(assignment[assignment.index(after: equals)...])
    let cells: [CellAddress]
    do {
      cells = try CellAddress.list(assignment[..<equals])
    } catch {
      throw failure(assignment, "\(error)")
    }
    for cell in cells {
      do {
        week[cell] = try week[cell.row].value(of: cell.field, typed: value, unit: week.unit)
      } catch {
        throw failure(assignment, error.reason)
      }
    }
  }

  private func failure(_ assignment: String, _ reason: String) -> Failure {
    Failure(.usage, "\(assignment.quoted()): \(reason); nothing was changed")
  }

  private func refuseNewProblems(from old: Week, to new: Week) throws(Failure) {
    let known = Set(WeekCheck.findings(in: DraftWeek(old)).map { "\($0.code) \($0.cell)" })
    let fresh = WeekCheck.findings(in: DraftWeek(new)).filter {
      $0.severity == .error && !known.contains("\($0.code) \($0.cell)")
    }
    guard !fresh.isEmpty else { return }
    let sentences = fresh.map { "error[\($0.code)] \($0.message) (tag \($0.cell.tag))" }
    throw Failure(.problems, sentences + ["nothing was changed"])
  }
}
