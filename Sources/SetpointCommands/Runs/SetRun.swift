import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

/// The work of `setpoint set`.
struct SetRun: CommandRun {
  /// Assignments and files.
  var arguments: [String]
  /// The name of the schedule; nil for the first.
  var schedule: String?
  var change = ChangeRequest()

  private var files: [String] { arguments.filter { !CellArguments.isAssignment($0) } }

  func run() throws {
    let assignments = try arguments.filter(CellArguments.isAssignment).map(Assignment.init)
    for (index, assignment) in assignments.enumerated() {
      if let first = assignments[..<index].first(where: { $0.cells == assignment.cells }) {
        throw Failure(
          .usage,
          "\(assignment.text.quoted()): \(first.text.quoted()) sets the same; nothing was changed")
      }
    }
    if let other = files.first(where: { !CellArguments.isFileName($0) }) {
      throw Failure(
        .usage, "\(other.quoted()): expected ADDRESS=VALUE or a file; nothing was changed")
    }
    try change.carryOut(on: files) { document in
      let index = try document.scheduleIndex(named: schedule)
      let old = document.document.contents.schedules[index].week
      var week = old
      for assignment in assignments { try assignment.carryOut(on: &week, of: document.path) }
      try refuseNewProblems(from: old, to: week, of: document.path)
      document.document.contents.schedules[index].week = week
      return ScheduleDiff(from: old, to: week)
    }
  }

  /// Refuses a week that breaks a rule which the one before kept.
  private func refuseNewProblems(from old: Week, to new: Week, of file: String) throws(Failure) {
    let errors = WeekCheck.errors(in: new)
    guard !errors.isEmpty else { return }
    let known = Set(WeekCheck.findings(in: DraftWeek(old)).map { "\($0.code) \($0.cell)" })
    let fresh = errors.filter { !known.contains("\($0.code) \($0.cell)") }
    guard !fresh.isEmpty else { return }
    let said =
      change.each
      ? fresh.map { ($0, $0.message, 0) }
      : fresh.foldedRows(alike: \.code, row: { $0.cell.row }, sentence: \.message).map {
        ($0.elements[0], $0.sentence, $0.elements.count - 1)
      }
    let sentences = said.map { first, sentence, others in
      let more = others > 0 ? " and \(others) more" : ""
      return "\(file): error[\(first.code)] \(sentence) (tag \(first.cell.tag)\(more))"
    }
    throw Failure(.problems, sentences + ["\(file): nothing was changed"])
  }
}

extension SetRun {
  init?(plain arguments: ArraySlice<String>) {
    guard let line = PlainLine(arguments, flags: ["--dry-run", "--each"], options: ["--schedule"]),
      line.names.contains(where: CellArguments.isAssignment), !line.names.contains("-")
    else { return nil }
    self.init(
      arguments: line.names, schedule: line["--schedule"],
      change: ChangeRequest(dryRun: line.has("--dry-run"), each: line.has("--each")))
  }
}

/// Cells and the value that each of them gets.
private struct Assignment {
  let text: String
  let cells: [CellAddress]
  private let value: String

  /// Reads `ADDRESS=VALUE`; what the value means depends on the cell.
  init(_ text: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    self.text = text
    value = String(parts[parts.count - 1])
    do {
      cells = try CellAddress.list(parts[0])
    } catch {
      throw Failure(.usage, "\(text.quoted()): \(error); nothing was changed")
    }
  }

  /// Writes the value into the cells.
  func carryOut(on week: inout Week, of file: String) throws(Failure) {
    for cell in cells {
      do {
        week[cell] = try week[cell.row].value(of: cell.field, typed: value, unit: week.unit)
      } catch {
        throw Failure(
          .usage, "\(file): \(text.quoted()): \(error.reason); nothing was changed")
      }
    }
  }
}
